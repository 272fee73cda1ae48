/* clubs.h - the part of the store that belongs to clubs: ratings and how they went, tournaments.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. Ratings are whole numbers here: thousandths of a point, billionths of
 * volatility. */
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

/* --- tournaments --- */

enum cup_kind { CUP_ROBIN, CUP_SWISS, CUP_LADDER, CUP_KIND_N };
extern const char *const cup_kind_name[CUP_KIND_N];

enum { CUP_NAME_BYTES = 324, CUP_TEXT_BYTES = 4004 }; /* 80 and 1,000 characters, with NUL */

struct cup {
    int64_t id;
    enum cup_kind kind;
    enum match_state state;
    struct store_player creator;
    char name[CUP_NAME_BYTES], text[CUP_TEXT_BYTES];
    struct store_match like; /* game, board, options, clock, rated: of all its matches */
    int rounds, round;       /* round robin: rounds is first the number of cycles */
    int players_min, players_max, steps;
    int players_n;                                                   /* read only */
    int64_t created_at, starts_at, started_at, ends_at, finished_at; /* 0: none */
    int64_t wake_at; /* when the service must look at it; 0: never */
};
/* c->id is written. */
MUST_USE int clubs_cup_add(struct store *s, struct cup *c);
MUST_USE int clubs_cup_get(struct store *s, int64_t id, struct cup *out);
/* Writes what can change: state, round, rounds, times. */
MUST_USE int clubs_cup_update(struct store *s, const struct cup *c);
struct cup_filter {
    int state;        /* enum match_state, or -1 */
    const char *game; /* "" any */
    int64_t before;   /* ids below */
    int limit;
};
typedef void clubs_on_cup(void *context, const struct cup *c);
MUST_USE int clubs_cups(struct store *s, const struct cup_filter *f, clubs_on_cup *on,
                        void *context);
MUST_USE int clubs_cups_due(struct store *s, int64_t now, int limit, int64_t *out);
MUST_USE int clubs_cup_wake(struct store *s, int64_t *at);
/* How many a player has made that have not begun. */
MUST_USE int clubs_cups_open(struct store *s, int64_t creator, int64_t *n);

struct cup_player {
    struct store_player player;
    int place; /* the order of joining, from 1; a ladder's rung */
    bool withdrawn;
};
MUST_USE int clubs_cup_join(struct store *s, int64_t cup, int64_t player, int place, int64_t at);
MUST_USE int clubs_cup_leave(struct store *s, int64_t cup, int64_t player);
MUST_USE int clubs_cup_player_update(struct store *s, int64_t cup, const struct cup_player *p);
typedef void clubs_on_cup_player(void *context, const struct cup_player *p);
/* By place. */
MUST_USE int clubs_cup_players(struct store *s, int64_t cup, clubs_on_cup_player *on,
                               void *context);

struct cup_game {
    int round, board;
    int64_t match; /* 0: a bye, or decided without a match */
    int64_t a, b;  /* players; b 0: a bye */
    int result;    /* half points of a; negative: not known yet */
};
MUST_USE int clubs_cup_game_add(struct store *s, int64_t cup, const struct cup_game *g);
MUST_USE int clubs_cup_game_result(struct store *s, int64_t cup, int64_t match, int result);
typedef void clubs_on_cup_game(void *context, const struct cup_game *g);
/* By round and board. */
MUST_USE int clubs_cup_games(struct store *s, int64_t cup, clubs_on_cup_game *on, void *context);

/* An account goes: its ratings, too. */
MUST_USE int clubs_forget(struct store *s, int64_t player);

#endif
