/* save.h - files that a command writes: pictures and records. Messages go to stderr. */
#ifndef SAVE_H
#define SAVE_H
#include "record/record.h"
#include <stdbool.h>

/* A text to a file ("-": standard output). Returns an exit status. */
MUST_USE int save_text(const char *name, const struct sink *text);

/* A record, as JSON or SGF. Returns an exit status. */
MUST_USE int save_record(const char *name, const struct record *r, bool as_json);

#endif
