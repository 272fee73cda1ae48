/* store_match.h - reads rows of matches for other files of the store (the public face is
 * store.h). */
#ifndef STORE_MATCH_H
#define STORE_MATCH_H
#include "store/core/driver.h"

/* A row of store_matches_changed, without its seats; and one of store_seats_changed, whose columns
 * begin at `column`. */
void store_match_read(struct store_match *out, const struct store *s, void *row);
void store_match_read_seat(struct store_match *m, const struct store *s, void *row, int column);

/* SQL for a database only: of the matches $1 (an array), those whose revision is not the one in $2
 * (another, beside it). */
extern const char store_matches_changed[], store_seats_changed[];

#endif
