/* follows.h - the part of the store that knows which members follow which. Two who follow each
 * other are friends.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*, and data given to a callback are valid until it returns. */
#ifndef FOLLOWS_H
#define FOLLOWS_H
#include "store/core/store.h"
#include "store/ratings/rating.h"

/* Following a player twice changes nothing. */
MUST_USE int follows_add(struct store *s, int64_t player, int64_t other, int64_t at);
MUST_USE int follows_end(struct store *s, int64_t player, int64_t other);
/* Neither follows the other any more. */
MUST_USE int follows_part(struct store *s, int64_t player, int64_t other);
/* Nobody follows the player any more. */
MUST_USE int follows_shake_off(struct store *s, int64_t player);
/* All that a player follows, and all who follow them. */
MUST_USE int follows_forget(struct store *s, int64_t player);

MUST_USE int follows_has(struct store *s, int64_t player, int64_t other, bool *out);
/* How many the player follows. */
MUST_USE int follows_count(struct store *s, int64_t player, int64_t *n);
/* Those who follow the player, the latest first: at most cap; returns their number. */
MUST_USE int follows_of(struct store *s, int64_t player, int cap, int64_t *out);

struct follows_one {
    struct store_player player;
    int64_t at;      /* since when they are followed, ms */
    int64_t seen_at; /* when they were last here; 0: never */
    bool show_seen;  /* others may see that */
    bool is_mutual;
    struct rating rating; /* in the game that they have played most; game "": in none */
};
typedef void follows_on_one(void *context, const struct follows_one *one);
/* Those whom the player follows, by name. */
MUST_USE int follows_list(struct store *s, int64_t player, follows_on_one *on, void *context);

#endif
