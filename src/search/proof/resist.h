/* resist.h - finds the shortest way to a goal, and the reply that holds out longest against it.
 *
 * The proof search (pns.h) says which player reaches the goal; this module measures how long it
 * takes. A position is *settled* when it is over, or, in games with points, when the points that
 * are decided already answer the question. The *distance* of a position is the number of plies
 * until it is settled, when the side that reaches the goal takes the shortest way and the other the
 * longest.
 *
 * The search deepens ply by ply, tries only moves of the winner that are proved to win, and stops
 * at a bound. Past it, moves are chosen by the work that their proofs took, and `exact` is false.
 * The same question and bounds give the same answer on every machine. */
#ifndef RESIST_H
#define RESIST_H
#include "search/proof/pns.h"

struct resist; /* opaque; belongs to one thread at a time */

enum { RESIST_PLIES_MAX = 64 }; /* longer distances are not measured */

struct resist_limits {
    int64_t nodes_cap;     /* positions that one question to the proof search may take */
    int64_t positions_cap; /* positions visited to measure the distance */
};

struct resist_report {
    int8_t value;    /* +1 the side to move reaches the goal, -1 it does not, 0 not known */
    bool settled;    /* nothing more needs to be played */
    bool exact;      /* plies is the distance; else the distance is at least plies */
    int16_t plies;   /* 0 if settled */
    move_t move;     /* the shortest way, or the longest resistance; MOVE_NONE if settled */
    int64_t nodes_n; /* expanded by the proof search for this report */
};

/* A prover for boards of that setup (two players). NULL when memory is too small or missing. */
MUST_USE struct resist *resist_new(const struct setup *s, uint64_t memory_bytes);
void resist_free(struct resist *r); /* NULL is fine */
/* Forgets everything learned. */
void resist_clear(struct resist *r);

/* Answers the question "does the side to move reach a margin of at least goal?" for p, a position
 * of the setup. Returns 0, or ERR_TOO_BIG when the question is too deep; value 0 means that
 * nodes_cap was not enough. Its results help the next question. */
MUST_USE int resist_ask(struct resist *r, const struct position *p, int goal,
                        const struct resist_limits *limits, struct resist_report *out);

#endif
