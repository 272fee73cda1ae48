/* tournaments.h - tournaments: round robin, Swiss, ladder, and arena (arenas.h), which has a course
 * of its own. They run by themselves from the first entry to the last result.
 *
 *     open    --number reached, time come, or its creator--> running
 *             --too few, or its creator--> aborted
 *     running --last round, or its end--> finished
 *
 * The move that brings the last result of a round also pairs the next round
 * (service/tournaments/pairing.h), in the same transaction, or the end of the pause after it. All
 * matches of a round begin at once and have a clock, so that players who do not appear lose on
 * time; with a live clock the first waits for both players, for a grace at most (timing_hold). All
 * state is in the store: a restart changes nothing.
 *
 * Each match has two players, in every game, because pairings, colours and tie-breaks are
 * defined for two.
 *
 * Runs on the writer thread. The `match` of an ORDER_TOURNAMENT is the tournament's number. */
#ifndef TOURNAMENTS_H
#define TOURNAMENTS_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/ratings/rating.h"
#include "store/tournaments/tournament.h"

struct work;

enum {
    TOURNAMENTS_OPEN_MAX = 10,
    TOURNAMENTS_ROBIN_MAX = 40,
    TOURNAMENTS_STEPS_MAX = 20,
    TOURNAMENTS_ROUNDS_MAX = 20,
    TOURNAMENTS_GRACE_MAX_S = 600,
    TOURNAMENTS_PAUSE_MAX_S = 3600,
};

/* ORDER_TOURNAMENT; out.id is the tournament, out.match the match of a challenge. */
MUST_USE int tournaments_apply(struct work *w);
/* w->m is over; does nothing if it is of no tournament (tournaments/feature.c). */
MUST_USE int tournaments_match_over(struct work *w);

/* New references; NULL with *err set. */
json_t *reader_tournament(struct reader *r, int64_t id, int64_t asker, int *err);
/* The same; of an arena the page of the standings that begins at this rank. */
json_t *reader_tournament_from(struct reader *r, int64_t id, int64_t asker, int from, int *err);
json_t *reader_tournaments(struct reader *r, const struct tournament_filter *f, int64_t asker,
                           int *err);

/* A tournament's rows; `pairs` has the pairings by the players' places in the list. */
struct tournament_rows {
    struct tournament tournament;
    struct tournament_player *players; /* owned, by place */
    struct tournament_pairing *games;  /* owned, by round and board */
    struct pairing_game *pairs;        /* owned: the games by indices of players */
    int players_n, games_n, games_cap;
    bool failed; /* memory was short while the games were read */
};
MUST_USE int tournaments_load(struct store *s, int64_t id, struct tournament_rows *out);
void tournaments_free(struct tournament_rows *rows);
/* Index of a player, -1. */
int tournaments_find(const struct tournament_rows *rows, int64_t player);

#endif
