/* leavers.h - deleted accounts of which something is left, because there was too much for one
 * transaction (service/people/leaving.h). */
#ifndef LEAVERS_H
#define LEAVERS_H
#include "base/macros.h"
#include "store/core/store.h"

struct leaver {
    int64_t player;
    int64_t below; /* the matches that remain to be left have smaller numbers; 0: none is left */
};

/* Writes down how far this one is. */
MUST_USE int leavers_put(struct store *s, const struct leaver *l);
/* One of them; ERR_NOT_FOUND if nobody is leaving. */
MUST_USE int leavers_next(struct store *s, struct leaver *out);
MUST_USE int leavers_end(struct store *s, int64_t player);

struct leaver_match {
    int64_t id;
    enum match_state state;
};
/* The newest of the leaver's matches below that number, newest first; returns how many. However
 * many there are, it looks at no others. */
MUST_USE int leavers_matches(struct store *s, const struct leaver *l, int limit,
                             struct leaver_match *out);

/* Deletes rows that grew with every match, puzzle or follower, at most so many. 1 when there may be
 * more, 0, or a negative error. */
MUST_USE int leavers_trim(struct store *s, int64_t player, int most);

#endif
