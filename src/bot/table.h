/* table.h - what the bot sees of a match: the API's JSON as a position, seats and offers. */
#ifndef TABLE_H
#define TABLE_H
#include "base/macros.h"
#include "rules/position.h"
#include "search/tree/pace.h"
#include <jansson.h>
#include <stdbool.h>

struct table {
    struct position p;
    bool running;
    unsigned mine; /* seats of ours, as bits seat - 1 */
    int turn_seat; /* 0: no seat is to move */
    int level;     /* of our seat that is to move, else of our first */
    int draw_seat; /* the seat that offers a draw; 0: none */
    int takeback_seat;
    bool timed;              /* the clock of the seat to move runs; */
    struct pace_clock clock; /* its time left when the match was read */
};

/* Reads a match as GET /api/matches/N gives it. Returns 0, ERR_SYNTAX (not such a JSON) or
 * ERR_ILLEGAL (the moves are no game by the rules of this program). */
MUST_USE int table_read(const json_t *match, struct table *out);

/* The position after so many of its moves; the same errors. */
MUST_USE int table_position(const json_t *match, int ply, struct position *out);

/* Whether a seat is ours. */
static inline bool table_is_mine(const struct table *t, int seat)
{
    return seat >= 1 && (t->mine >> (seat - 1) & 1) != 0;
}

/* Whether anything waits for us: our turn, or another player's offer. */
bool table_waits(const struct table *t);

/* The same, from a match as in a list (without moves). *player: the first other player in the
 * match; 0: none. */
bool table_waits_in_list(const json_t *match, int *level, int64_t *player);

#endif
