/* pns_key.h - positions as keys of the proof search: equal for positions of equal value.
 *
 * A key is the least, over all symmetries of the game and board, of a Zobrist hash of what bears on
 * the value for the side to move. position_hash_canonical() would do; this one merges more:
 *
 *  - Redstone and Claims are the same for both colours, so stones are "mine" and "yours" as the
 *    mover sees them, and the side to move is not in the key. (While a swap may come, R7, the ply
 *    is.)
 *  - Levee: a *dead* point is one that no channel can reach any more: it is not connected to the
 *    centre by the steps of L2. Channels only shrink, so it stays dead. A stone on it changes no
 *    channel: it could close a diagonal step only if it were orthogonally next to an inner point of
 *    a channel, and then it would be reached itself; corners touch no inner point. So a placement
 *    there is always legal and only passes the turn. Dead points are therefore as good as stones,
 *    and of the dead empty ones only it matters whether their number is odd: with two more of
 *    them the winner keeps his plan and answers the first of the pair with the second.
 *
 * That only positions of equal value share a key is needed for speed alone. A proof that is written
 * (proof_write.h) is found again move by move in the real game, and proof_check.h knows no keys. */
#ifndef PNS_KEY_H
#define PNS_KEY_H
#include "rules/position.h"

struct pns_keys {
    struct setup setup;
    uint8_t symmetries; /* those of the board */
    int codes_n;        /* kinds of occupied points with keys of their own */
    uint64_t *of;       /* [(point * codes_n + code) * 8 + symmetry]; borrowed */
};

/* Bytes that pns_keys_init needs for boards of that setup. */
size_t pns_keys_bytes(const struct setup *s);

/* memory holds pns_keys_bytes() and must outlive *k. */
void pns_keys_init(struct pns_keys *k, const struct setup *s, uint64_t *memory);

/* The key of a running position of the setup; never 0. */
uint64_t pns_key(const struct pns_keys *k, const struct position *p);

#endif
