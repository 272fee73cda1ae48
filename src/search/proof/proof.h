/* proof.h - the certain knowledge about a node: for each seat unknown, loses, draws or wins.
 *
 * Two bits a seat in one byte, seat 1 lowest. Example: 0x07 = 0b00'00'01'11: seat 1 wins, seat 2
 * loses. Knowledge only grows and is never wrong, so threads may merge theirs with a bitwise or.
 * With three or four players some seats may be known while others are open: a player who loses in
 * any case chooses who wins, and a proof claims nothing about that choice. */
#ifndef PROOF_H
#define PROOF_H
#include "rules/game.h"
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t proof_t;

enum proof_value { PROOF_UNKNOWN, PROOF_LOSS, PROOF_DRAW, PROOF_WIN };

static inline enum proof_value proof_of(proof_t proof, int seat)
{
    return (enum proof_value)(proof >> (2 * (seat - 1)) & 3);
}

static inline proof_t proof_make(int seat, enum proof_value v)
{
    return (proof_t)((unsigned)v << (2 * (seat - 1)));
}

/* True iff every seat's value is known. */
static inline bool proof_complete(proof_t proof, int players)
{
    for (int seat = 1; seat <= players; seat++)
        if (proof_of(proof, seat) == PROOF_UNKNOWN)
            return false;
    return true;
}

/* Running combination of the children of a node where `seat` is to move: start from
 * zero, add every child, then take the result. */
struct proof_fold {
    proof_t all;       /* what all children so far agree on */
    proof_t best_all;  /* what all children of the best known value for the seat agree on */
    uint8_t best;      /* that value */
    bool any, unknown; /* some child seen; some child's value for the seat is unknown */
};

/* The facts on which two proofs agree. */
static inline proof_t proof_common(proof_t a, proof_t b)
{
    unsigned differ = (unsigned)a ^ b;
    differ = (differ | differ >> 1) & 0x55u; /* one bit a seat */
    return (proof_t)(a & ~(differ | differ << 1));
}

static inline void proof_fold_add(struct proof_fold *f, int seat, proof_t child)
{
    enum proof_value v = proof_of(child, seat);
    f->all = f->any ? proof_common(f->all, child) : child;
    f->any = true;
    if (v == PROOF_UNKNOWN) {
        f->unknown = true;
    } else if (v > f->best) {
        f->best = (uint8_t)v;
        f->best_all = child;
    } else if (v == f->best) {
        f->best_all = proof_common(f->best_all, child);
    }
}

/* The proof of the node. A seat that can win does; one whose moves are all known takes the best;
 * otherwise only what every move leads to is known. */
static inline proof_t proof_fold_take(const struct proof_fold *f)
{
    if (f->best == PROOF_WIN || (f->any && !f->unknown))
        return f->best_all;
    return f->all;
}

#endif
