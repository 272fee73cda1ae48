/* fact.h - the certain knowledge about a node, in one word: its proof (proof.h) and, in a game of
 * two with points, bounds of the margin with which it ends: points of seat 1 less those of seat 2.
 *
 *     bits 0 … 7    proof
 *     bits 8 … 19   low + FACT_FAR     0: no lower bound
 *     bits 20 … 31  FACT_FAR - high    0: no upper bound
 *
 * Knowledge only grows: each of the three fields does, and where the bounds tell the result the
 * proof has it. The facts that two threads have about a node are joined. Bounds of a node are the
 * best of its children's for the player to move there (T. Cazenave, A. Saffidine, "Score Bounded
 * Monte-Carlo Tree Search", 2010). */
#ifndef FACT_H
#define FACT_H
#include "search/proof/proof.h"

typedef uint32_t fact_t;

enum { FACT_FAR = 1024 }; /* more than any margin */

_Static_assert((int)POINTS_MAX < (int)FACT_FAR,
               "a margin is at most a point for each point of the board");

static inline proof_t fact_proof(fact_t f)
{
    return (proof_t)f;
}

static inline int fact_low(fact_t f)
{
    return (int)(f >> 8 & 0xfff) - FACT_FAR;
}

static inline int fact_high(fact_t f)
{
    return FACT_FAR - (int)(f >> 20);
}

/* True iff the margin itself is known. */
static inline bool fact_exact(fact_t f)
{
    return fact_low(f) == fact_high(f);
}

/* The bounds as the seat that gains by them sees them. */
static inline int fact_least(fact_t f, int seat)
{
    return seat == 1 ? fact_low(f) : -fact_high(f);
}

static inline int fact_most(fact_t f, int seat)
{
    return seat == 1 ? fact_high(f) : -fact_low(f);
}

/* -FACT_FAR <= low <= high <= FACT_FAR */
static inline fact_t fact_make(proof_t proof, int low, int high)
{
    if (low > 0)
        proof |= proof_make(1, PROOF_WIN) | proof_make(2, PROOF_LOSS);
    if (high < 0)
        proof |= proof_make(1, PROOF_LOSS) | proof_make(2, PROOF_WIN);
    if (low == 0 && high == 0)
        proof |= proof_make(1, PROOF_DRAW) | proof_make(2, PROOF_DRAW);
    return proof | (fact_t)(low + FACT_FAR) << 8 | (fact_t)(FACT_FAR - high) << 20;
}

/* The joint knowledge of both. */
static inline fact_t fact_join(fact_t a, fact_t b)
{
    int low = fact_low(a) > fact_low(b) ? fact_low(a) : fact_low(b);
    int high = fact_high(a) < fact_high(b) ? fact_high(a) : fact_high(b);
    return fact_make(fact_proof(a) | fact_proof(b), low, high);
}

#endif
