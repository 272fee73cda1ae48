/* record_any.h - records of either format; the first character decides which. */
#ifndef RECORD_ANY_H
#define RECORD_ANY_H
#include "record/record.h"

/* Reads a JSON record, if the first character that is no blank is `{`, or game number `index` (0:
 * the first) of an SGF collection. The bytes may be in any charset (decode.h). Results as of
 * record_json_read and sgf_read. */
MUST_USE int record_any_read(const struct memory *memory, const char *bytes, size_t len, int index,
                             struct record *out, struct record_error *error);

/* The same, but `as` gives the game of an SGF file that names none (sgf_read_as). A JSON record of
 * another game gives ERR_UNKNOWN. */
MUST_USE int record_any_read_as(const struct memory *memory, const char *bytes, size_t len,
                                int index, const struct setup *as, struct record *out,
                                struct record_error *error);

#endif
