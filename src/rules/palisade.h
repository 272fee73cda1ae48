/* palisade.h - the state of a Palisade position (rules P1-P6).
 *
 * Open because struct position holds it; only palisade.c reads or writes it. The board is stored
 * with its ring (P2): width + 2 columns and rows, row-major from the lower left ring corner, one
 * node a point, so that a small board uses a prefix. palisade.c draws it. */
#ifndef PALISADE_H
#define PALISADE_H
#include "rules/game.h"

enum { PALISADE_NODES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) };

struct palisade_node {
    uint16_t slot; /* open point: where it stands in its side's list */
    uint16_t pick; /* not of this point: entry number `index of this node` of the lists */
    uint8_t near;  /* bits 0-3: own stones diagonally near; bits 4-7: other stones next to it */
    uint8_t state; /* enum state in palisade.c */
};

struct palisade {
    uint16_t open_n[2]; /* [side - 1]: points on which that side may place (P5) */
    struct palisade_node node[PALISADE_NODES_MAX];
};

extern const struct game game_palisade;

#endif
