/* arena.h - the part of the store about arena tournaments: the players with their points, and who
 * waits for a match. The tournament itself is a row of tournament.h; its matches have its number.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. */
#ifndef STORE_ARENA_H
#define STORE_ARENA_H
#include "store/core/store.h"

struct arena_player {
    struct store_player player;
    int place;   /* the order of joining, from 1 */
    bool paused; /* not paired until they come back */
    int points;
    int streak; /* wins in a row up to now */
    int won, drawn, lost;
    int64_t performance; /* the sum over all matches (service/tournaments/arena_rules.h) */
    int64_t rating;      /* points, when they last became free */
    int64_t match;       /* the match that they play; 0: none */
    int64_t opponent;    /* of this match, or of the last one; 0: none */
    bool moved_first;    /* in it */
    int balance;         /* first moves less second moves */
    int64_t free_at;     /* since when they are free, ms since 1970 */
    int berserk;         /* matches that they played with half the time */
};
MUST_USE int arena_player_get(struct store *s, int64_t arena, int64_t player,
                              struct arena_player *out);
/* Writes all but the place. */
MUST_USE int arena_player_update(struct store *s, int64_t arena, const struct arena_player *p);

/* Another arena that runs, in which the player plays or is waiting to be paired; ERR_NOT_FOUND:
 * there is none. */
MUST_USE int arena_elsewhere(struct store *s, int64_t arena, int64_t player, int64_t now,
                             int64_t *other);
/* Pauses all players of the arena who are in such another arena. */
MUST_USE int arena_pause_busy(struct store *s, int64_t arena, int64_t now);

typedef void arena_on_player(void *context, const struct arena_player *p);
/* All, in the order of joining. */
MUST_USE int arena_players(struct store *s, int64_t arena, arena_on_player *on, void *context);

/* A match whose player to move has not made their first move. */
struct arena_unmoved {
    int64_t match, clock_at; /* since when their clock runs */
};
/* At most `limit`, the longest wait first; returns their number. */
MUST_USE int arena_unmoved(struct store *s, int64_t arena, int limit, struct arena_unmoved *out);

#endif
