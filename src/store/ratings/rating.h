/* rating.h - the part of the store about ratings and how they changed.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. Ratings are whole numbers here: thousandths of a point, billionths of
 * volatility. */
#ifndef RATING_H
#define RATING_H
#include "store/core/store.h"

struct rating {
    struct store_player player;
    char game[16];
    int level;                 /* of the engine; 0: a person */
    int64_t rating, deviation; /* thousandths */
    int64_t volatility;        /* billionths */
    int matches, won, lost, drawn;
    int64_t at; /* of the last rated match, ms since 1970 */
};

/* ERR_NOT_FOUND when it was never rated; then *out is as at the beginning. */
MUST_USE int rating_get(struct store *s, int64_t player, const char *game, int level,
                        struct rating *out);
MUST_USE int rating_put(struct store *s, const struct rating *r);
MUST_USE int rating_remove(struct store *s, int64_t player, const char *game, int level);

typedef void rating_on(void *context, const struct rating *r);
/* All of a player's, by game and level. */
MUST_USE int rating_of_player(struct store *s, int64_t player, rating_on *on, void *context);
/* Those of a tournament's players in the game, in no order. */
MUST_USE int rating_of_tournament(struct store *s, int64_t tournament, const char *game,
                                  rating_on *on, void *context);

struct rating_filter {
    const char *game;
    bool bots;              /* the engine's levels instead of people */
    int64_t deviation;      /* at most that, in thousandths */
    int64_t rating, player; /* continue below these; rating INT64_MAX: from the top */
    int limit;
};
/* The highest first; returns their number. */
MUST_USE int rating_list(struct store *s, const struct rating_filter *f, rating_on *on,
                         void *context);

/* The change that one match made to one seat's rating. */
struct rating_step {
    int64_t match, player;
    int seat, level;
    const char *game;
    int64_t at, rating, deviation, change; /* thousandths */
    int64_t volatility;                    /* billionths; 0: rated by the rules of old */
    bool founding; /* few were well known then (service/ratings/ratings.h) */
};
MUST_USE int rating_step_add(struct store *s, const struct rating_step *step);
/* Writes the numbers of a step again. */
MUST_USE int rating_step_update(struct store *s, const struct rating_step *step);
MUST_USE int rating_steps_remove(struct store *s, int64_t match);
/* When the last step in a game was; 0: there is none. */
MUST_USE int rating_step_last(struct store *s, const char *game, int64_t *at);
typedef void rating_on_step(void *context, const struct rating_step *step);
/* Of a match by seat; of a player in a game since a time, the oldest first. */
MUST_USE int rating_steps_of_match(struct store *s, int64_t match, rating_on_step *on,
                                   void *context);
MUST_USE int rating_steps_of_player(struct store *s, int64_t player, const char *game, int level,
                                    int64_t since, int limit, rating_on_step *on, void *context);
/* The last step of a player before a match at that time; its game is not written. ERR_NOT_FOUND:
 * there is none. */
MUST_USE int rating_step_before(struct store *s, int64_t player, const char *game, int level,
                                int64_t at, int64_t match, struct rating_step *out);
/* When a match was rated: matches of a game are rated in this order. */
struct rating_when {
    int64_t at, match;
};
/* The matches of a game that were rated after that one, the earliest first; returns their
 * number. */
MUST_USE int rating_matches_after(struct store *s, const char *game,
                                  const struct rating_when *after, int limit,
                                  struct rating_when *out);

/* Deletes the ratings of an account that is closed. */
MUST_USE int rating_forget(struct store *s, int64_t player);

#endif
