/* clubs.h - the part of the store that belongs to clubs: ratings and how they went.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. Ratings are whole numbers here: thousandths of a point, billionths of volatility. */
#ifndef CLUBS_H
#define CLUBS_H
#include "store/store.h"

struct club_rating {
    struct store_player player;
    char game[16];
    int level;                 /* of the engine; 0: a person */
    int64_t rating, deviation; /* thousandths */
    int64_t volatility;        /* billionths */
    int matches, won, lost, drawn;
    int64_t at; /* of the last rated match, ms since 1970 */
};

/* ERR_NOT_FOUND when it was never rated; then *out is as at the beginning. */
MUST_USE int clubs_rating_get(struct store *s, int64_t player, const char *game, int level,
                              struct club_rating *out);
MUST_USE int clubs_rating_put(struct store *s, const struct club_rating *r);

typedef void clubs_on_rating(void *context, const struct club_rating *r);
/* All of a player's, by game and level. */
MUST_USE int clubs_ratings_of(struct store *s, int64_t player, clubs_on_rating *on, void *context);

struct club_ranking {
    const char *game;
    bool bots;              /* the engine's levels instead of people */
    int64_t deviation;      /* at most that, in thousandths */
    int64_t rating, player; /* go on below these; rating INT64_MAX: from the top */
    int limit;
};
/* The highest first; returns their number. */
MUST_USE int clubs_ranking(struct store *s, const struct club_ranking *f, clubs_on_rating *on,
                           void *context);

/* What one match has done to one seat's rating. */
struct club_step {
    int64_t match, player;
    int seat, level;
    const char *game;
    int64_t at, rating, deviation, change; /* thousandths */
};
MUST_USE int clubs_step_add(struct store *s, const struct club_step *step);
typedef void clubs_on_step(void *context, const struct club_step *step);
/* Of a match by seat; of a player in a game since a time, the oldest first. */
MUST_USE int clubs_steps_of_match(struct store *s, int64_t match, clubs_on_step *on, void *context);
MUST_USE int clubs_steps_of_player(struct store *s, int64_t player, const char *game, int level,
                                   int64_t since, int limit, clubs_on_step *on, void *context);

/* An account goes: its ratings, too. */
MUST_USE int clubs_forget(struct store *s, int64_t player);

#endif
