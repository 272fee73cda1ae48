/* absences.h - players who have left a live match (service/community/attendance.h): one row for
 * each, until they are back or the match is over.
 *
 * As in store.h everything happens between store_begin and store_commit, and functions return 0 or
 * ERR_*. */
#ifndef ABSENCES_H
#define ABSENCES_H
#include "store/core/store.h"

struct absence {
    int64_t match, player;
    int64_t at; /* since when, ms since 1970 */
};

/* Nothing changes if they are known to be absent. */
MUST_USE int absences_add(struct store *s, const struct absence *a);
/* ERR_NOT_FOUND if they were not absent. */
MUST_USE int absences_end(struct store *s, int64_t match, int64_t player);
/* The match is over. */
MUST_USE int absences_end_all(struct store *s, int64_t match);
/* Those of a match, by player: at most STORE_SEATS_MAX. Returns their number. */
MUST_USE int absences_of(struct store *s, int64_t match, struct absence out[STORE_SEATS_MAX]);

#endif
