/* palisade.h - the state of a Palisade position (rules P1-P6).
 *
 * Open because struct position holds it; only the palisade*.c files read or write it. The board is
 * stored with its ring (P2), width + 2 nodes a row; palisade_int.h draws it and has the invariants.
 * A position uses the struct up to its last node. */
#ifndef PALISADE_H
#define PALISADE_H
#include "rules/game.h"

enum { PALISADE_NODES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) };

struct palisade_node {
    uint16_t link; /* open point: its place in its side's list; stone: towards its root */
    uint16_t pick; /* not of this point: entry number `index of this node` of the lists */
};

/* [node]: the tables of bytes have some to spare, because they are written by words. */
struct palisade {
    uint16_t open_n[2];                    /* [side - 1]: points where that side may place (P5) */
    uint8_t near[PALISADE_NODES_MAX + 7];  /* bits: the stones around it */
    uint8_t state[PALISADE_NODES_MAX + 7]; /* open, a stone, or inside a loop */
    struct palisade_node node[PALISADE_NODES_MAX];
};

/* The state of each node of the ringed board (width + 2 nodes a row, from the lower left): 0 open,
 * or a corner of the ring; 1 or 2 a stone of that side, also in the ring; 3 or 4 empty and inside a
 * loop of side 1 or 2, where neither side may place any more (P5). */
static inline const uint8_t *palisade_states(const struct palisade *b)
{
    return b->state;
}

/* The stones around each node. Bits 0 … 3: on its diagonals NE, NW, SW, SE, of the colour that P1
 * gives it; bits 4 … 7: E, N, W, S of it, of the other colour. */
static inline const uint8_t *palisade_near(const struct palisade *b)
{
    return b->near;
}

#endif
