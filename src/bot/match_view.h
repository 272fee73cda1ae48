/* match_view.h - what the bot sees of a match: the API's JSON as a position, seats and offers. */
#ifndef MATCH_VIEW_H
#define MATCH_VIEW_H
#include "base/macros.h"
#include "rules/position.h"
#include "search/tree/pace.h"
#include <jansson.h>
#include <stdbool.h>

struct match_view {
    struct position p;
    bool running;
    unsigned mine; /* seats of ours, as bits seat - 1 */
    int turn_seat; /* 0: no seat is to move */
    int level;     /* of our seat that is to move, else of our first */
    int draw_seat; /* the seat that offers a draw; 0: none */
    int takeback_seat;
    bool exhibition;         /* between seats of ours; the server tells when to play */
    bool timed;              /* the clock of the seat to move runs; */
    struct pace_clock clock; /* its time left when the match was read */
};

/* Reads a match as GET /api/matches/N gives it. Returns 0, ERR_SYNTAX (not such a JSON) or
 * ERR_ILLEGAL (the moves are no game by the rules of this program). */
MUST_USE int match_view_read(const json_t *match, struct match_view *out);

/* The position after so many of its moves; the same errors. */
MUST_USE int match_view_position(const json_t *match, int ply, struct position *out);

/* Whether a seat is ours. */
static inline bool match_view_is_mine(const struct match_view *t, int seat)
{
    return seat >= 1 && (t->mine >> (seat - 1) & 1) != 0;
}

/* Whether anything waits for us: our turn, or another player's offer. */
bool match_view_waits(const struct match_view *t);

/* The same, from a match as in a list (without moves); false for an exhibition, of which a turn
 * event tells. *player: who pays for our time, or the first other player in the match; 0: none. */
bool match_view_waits_in_list(const json_t *match, int *level, int64_t *player);

#endif
