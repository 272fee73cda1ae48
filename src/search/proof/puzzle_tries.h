/* puzzle_tries.h - which levels of the engine solve a puzzle, and the rating that follows.
 *
 * A level tries a puzzle by choosing a move in its position, as it does in a game; it solves it
 * when that is the solution. The levels try in turn, from the lowest. When two levels in a row have
 * solved it in all their tries, higher ones are not asked: they would add nothing to the fit.
 *
 * The rating is the likeliest one on the scale on which the levels are rated (level_rating). Before
 * the tries it is puzzle_belief with a deviation of 250. In each try the
 * level wins against the puzzle with the chance of Elo's formula, and else it guesses right with
 * probability 1/n, n being the number of legal moves (item response theory: three-parameter
 * logistic model, Birnbaum 1968).
 *
 * The same puzzle, plan and engine memory give the same tries and rating on every machine. */
#ifndef PUZZLE_TRIES_H
#define PUZZLE_TRIES_H
#include "search/engine.h"
#include "search/proof/puzzle.h"

enum {
    PUZZLE_RATING_LEAST = 400,
    PUZZLE_RATING_MOST = 2800,
    PUZZLE_TRIES_MAX = 100,
    PUZZLE_TRIES_MEMORY = 32 << 20, /* bytes, of the engine with which all ratings are made */
};

struct puzzle_tries_plan {
    uint64_t seed;
    int tries; /* of each level up to 4; a half of them of 5 and 6, a quarter of 7 and 8 */
    int top;   /* the highest level that is asked */
};

struct puzzle_tries {
    int legal;                /* moves in the position */
    int tries[LEVEL_MAX + 1]; /* [level] */
    int solved[LEVEL_MAX + 1];
};

/* Lets the levels try. The engine belongs to the caller and should ask no net (engine.h), so that
 * its levels are those that were measured. progress (may be NULL) is that of engine_search; when it
 * returns false, no more is tried. Returns 0, 1 when progress stopped it, or a negative ERR_*. */
MUST_USE int puzzle_tries_make(const struct puzzle *pz, struct engine *e,
                               const struct puzzle_tries_plan *plan, engine_progress *progress,
                               void *context, struct puzzle_tries *out);

/* The rating that follows, PUZZLE_RATING_LEAST … PUZZLE_RATING_MOST. */
int puzzle_tries_rating(const struct puzzle *pz, const struct puzzle_tries *t);

#endif
