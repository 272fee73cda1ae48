/* cups.h - tournaments (a cup, in short): round robin, Swiss, ladder; from the first entry to the
 * last result without anybody who looks after them.
 *
 *     open    --number reached, time come, or its creator--> running
 *             --too few, or its creator--> aborted
 *     running --last round, or its end--> finished
 *
 * A round is paired (service/pairing.h) when the round before has its last result, in the
 * transaction of the move that brought it; all of a round's matches begin at once, with a clock, so
 * that no-shows lose on time. Everything that a tournament knows is in the store: a restart changes
 * nothing.
 *
 * Matches are between two, in Claims as well: pairings, colours and tie-breaks are those of games
 * of two, and a table of three has no order that all of them share.
 *
 * Runs on the writer thread. c->match of an ORDER_CUP is the number of the tournament. */
#ifndef CUPS_H
#define CUPS_H
#include "service/service.h"
#include "store/clubs.h"

struct work;

enum { CUPS_OPEN_MAX = 10, CUPS_ROBIN_MAX = 40, CUPS_STEPS_MAX = 20, CUPS_ROUNDS_MAX = 20 };

/* ORDER_CUP; out.id is the tournament, out.match the match of a challenge. */
MUST_USE int cups_apply(struct work *w);
/* A match of a tournament is over: w->m. */
MUST_USE int cups_match_over(struct work *w);

/* New references; NULL with *err set. */
json_t *reader_cup(struct reader *r, int64_t id, int64_t asker, int *err);
json_t *reader_cups(struct reader *r, const struct cup_filter *f, int64_t asker, int *err);

/* What is known of one: its rows, and its games by the players' places in the list. */
struct cup_rows {
    struct cup cup;
    struct cup_player *players; /* owned, by place */
    struct cup_game *games;     /* owned, by round and board */
    struct pairing_game *pairs; /* owned: the games by indices of players */
    int players_n, games_n;
};
MUST_USE int cup_rows_load(struct store *s, int64_t id, struct cup_rows *out);
void cup_rows_free(struct cup_rows *rows);
/* Index of a player, -1. */
int cup_rows_find(const struct cup_rows *rows, int64_t player);

#endif
