/* load.h - files named on the command line, and records in them. Messages go to stderr. */
#ifndef LOAD_H
#define LOAD_H
#include "record/record.h"

/* The whole of a file ("-": standard input), or somewhat more than cap bytes of a longer one. The
 * caller frees; NULL after a message. */
MUST_USE char *load_file(const char *name, size_t cap, size_t *len);

/* A record, SGF or JSON, told apart by themselves; index: which game of an SGF collection, from 1.
 * Returns an exit status (command.h); EXIT_OK: the caller has a record to free. */
MUST_USE int load_record(const char *name, int index, struct record *out);

/* "hoshi: NAME:LINE:COLUMN: sentence". */
void load_print_error(const char *name, const struct record_error *error);

#endif
