/* tournament.h - the part of the store about tournaments: their players and their pairings.
 *
 * As in store.h everything happens between store_begin and store_commit, functions return 0 (or a
 * count) or ERR_*. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H
#include "store/community/teams.h"
#include "store/core/store.h"

enum tournament_kind {
    TOURNAMENT_ROBIN,
    TOURNAMENT_SWISS,
    TOURNAMENT_LADDER,
    TOURNAMENT_ARENA, /* store/tournaments/arena.h */
    TOURNAMENT_KIND_N
};
extern const char *const tournament_kind_name[TOURNAMENT_KIND_N];

enum {
    TOURNAMENT_NAME_BYTES = 324,
    TOURNAMENT_TEXT_BYTES = 4004
}; /* 80 and 1,000 characters, with NUL */

struct tournament {
    int64_t id;
    enum tournament_kind kind;
    enum match_state state;
    struct store_player creator;
    char name[TOURNAMENT_NAME_BYTES], text[TOURNAMENT_TEXT_BYTES];
    struct store_match like; /* game, board, options, clock, rated, grace_ms: of all its matches */
    int rounds, round;       /* round robin: rounds is first the number of cycles */
    int players_min, players_max, steps;
    int minutes;                                                     /* an arena's length */
    int players_n;                                                   /* read only */
    int64_t created_at, starts_at, started_at, ends_at, finished_at; /* 0: none */
    int64_t wake_at;  /* when the service must look at it; 0: never */
    int64_t pause_ms; /* between the rounds of a tournament with live clocks */
    int64_t team;     /* only its members may take part; 0: all members of the site */
    char team_name[TEAMS_NAME_BYTES]; /* read only */
};
/* t->id is written. */
MUST_USE int tournament_add(struct store *s, struct tournament *t);
MUST_USE int tournament_get(struct store *s, int64_t id, struct tournament *out);
/* Writes what can change: state, round, rounds, times. */
MUST_USE int tournament_update(struct store *s, const struct tournament *t);
struct tournament_filter {
    int state;        /* enum match_state, or -1 */
    const char *game; /* "" any */
    int64_t team;     /* 0: any, and of none */
    int64_t before;   /* ids below */
    int limit;
};
typedef void tournament_on(void *context, const struct tournament *t);
MUST_USE int tournament_list(struct store *s, const struct tournament_filter *f, tournament_on *on,
                             void *context);
MUST_USE int tournament_due(struct store *s, int64_t now, int limit, int64_t *out);
MUST_USE int tournament_wake(struct store *s, int64_t *at);
typedef void tournament_on_number(void *context, int64_t tournament);
/* Which tournaments between these numbers a player takes part in. */
MUST_USE int tournament_joined(struct store *s, int64_t player, int64_t from, int64_t to,
                               tournament_on_number *on, void *context);
/* A player whose account ends: leaves those that are open, and withdraws from those that run. */
MUST_USE int tournament_forget(struct store *s, int64_t player);
/* What a player's export says of a tournament; the points and results are an arena's. Texts are
 * valid during the call. */
struct tournament_taken {
    int64_t id, joined_at;
    const char *name, *kind, *state;
    bool withdrawn;
    int points, won, drawn, lost;
};
typedef void tournament_on_taken(void *context, const struct tournament_taken *t);
MUST_USE int tournament_of_player(struct store *s, int64_t player, tournament_on_taken *on,
                                  void *context);
/* The team goes: its tournaments are for all members of the site. */
MUST_USE int tournament_team_end(struct store *s, int64_t team);
/* How many a player has made that have not begun. */
MUST_USE int tournament_open(struct store *s, int64_t creator, int64_t *n);

struct tournament_player {
    struct store_player player;
    int place; /* the order of joining, from 1; a ladder's rung */
    bool withdrawn;
};
MUST_USE int tournament_join(struct store *s, int64_t tournament, int64_t player, int place,
                             int64_t at);
MUST_USE int tournament_leave(struct store *s, int64_t tournament, int64_t player);
MUST_USE int tournament_player_update(struct store *s, int64_t tournament,
                                      const struct tournament_player *p);
typedef void tournament_on_player(void *context, const struct tournament_player *p);
/* By place. */
MUST_USE int tournament_players(struct store *s, int64_t tournament, tournament_on_player *on,
                                void *context);

struct tournament_pairing {
    int round, board;
    int64_t match; /* 0: a bye, or decided without a match */
    int64_t a, b;  /* players; b 0: a bye */
    int result;    /* half points of a; negative: not known yet */
};
MUST_USE int tournament_pairing_add(struct store *s, int64_t tournament,
                                    const struct tournament_pairing *g);
MUST_USE int tournament_pairing_result(struct store *s, int64_t tournament, int64_t match,
                                       int result);
typedef void tournament_on_pairing(void *context, const struct tournament_pairing *g);
/* By round and board. */
MUST_USE int tournament_pairings(struct store *s, int64_t tournament, tournament_on_pairing *on,
                                 void *context);

#endif
