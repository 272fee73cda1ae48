/* own.h - the files that come with hoshi, as records: lines of puzzles (docs/PUZZLES.md), and
 * collections, whose first line "# GAME SIZE: ..." tells the board of the games below it. */
#ifndef OWN_H
#define OWN_H
#include "record/record.h"
#include <jansson.h>

enum own_kind { OWN_NONE, OWN_PUZZLES, OWN_COLLECTION };

/* What a text is, by its first line. */
enum own_kind own_kind_of(const char *text, size_t len);

/* Puzzle or game number `index`, from 1, as a record. Returns 0 (the caller has a record to
 * free) or a negative ERR_* with *error: ERR_NOT_FOUND (there are not so many), ERR_SYNTAX,
 * ERR_ILLEGAL. */
MUST_USE int own_read(enum own_kind kind, const char *text, size_t len, int index,
                      struct record *out, struct record_error *error);

/* The JSON of the line of `text` that begins at *at; then *at is where the next one begins, behind
 * `len` after the last. A new reference; NULL: it is not JSON. */
MUST_USE json_t *own_line(const char *text, size_t len, size_t *at);

#endif
