/* pace.h - how long to think about a move when a clock runs: plain arithmetic on milliseconds, no
 * clock of its own.
 *
 * A plan has two ends. At `usual` the search stops if it is settled: the most visited move also has
 * the best rate, and has led for a while. An unsettled search continues, at most until `most`.
 * Before either end it stops if no other move can still reach the visits of the leading one. (P.
 * Baudiš, J. Gailly, Pachi, 2012; S.-C. Huang, R. Coulom, S.-S. Lin, Time Management for
 * Monte-Carlo Tree Search Applied to the Game of Go, 2010.) */
#ifndef PACE_H
#define PACE_H
#include "rules/game.h"

/* The time of a player at the start of a turn. */
struct pace_clock {
    int64_t left_ms;      /* of the main time, or of the period */
    int64_t stones;       /* moves to make in left_ms; 0: all remaining ones */
    int64_t add_ms;       /* comes back with each move */
    int64_t period_ms;    /* after the main time: this much, */
    int64_t period_moves; /* for so many moves each time; 0: no period */
};

struct pace {
    int64_t usual_ms, most_ms; /* since the search began; usual_ms <= most_ms */
};

static inline int64_t pace_least(int64_t a_ms, int64_t b_ms)
{
    return a_ms < b_ms ? a_ms : b_ms;
}

/* How many moves a player may still have to make: a third of the empty points, at least twelve. */
int64_t pace_moves(const struct position *p);

/* moves_n: the moves that the player may still have to make, at least 1. */
struct pace pace_plan(const struct pace_clock *c, int64_t moves_n);

/* A look at a search: times since it began. */
struct pace_look {
    int64_t elapsed_ms;
    int64_t leading_ms;    /* when the move in front came there */
    int64_t nodes_n;       /* playouts of this search */
    int64_t first, second; /* visits of the move in front and of the next */
    bool promising;        /* the move in front also promises most */
};

/* True iff the search must stop. */
bool pace_over(const struct pace *p, const struct pace_look *look);

#endif
