/* palisade_loop.h - finds a loop that proves a point to be inside (rules P2, P3, P5).
 *
 * Not for the inner loops of a search: it walks over the whole board. */
#ifndef PALISADE_LOOP_H
#define PALISADE_LOOP_H
#include "rules/game.h"

enum { PALISADE_LOOP_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) / 2 + 1 };

struct palisade_loop {
    uint8_t side;                      /* whose stones; 0: there is no loop around the point */
    uint16_t ring_n;                   /* stones of the ring among them */
    uint16_t points_n;                 /* stones on the board */
    point_t points[PALISADE_LOOP_MAX]; /* those, in the order of the loop */
};

/* Fills *out with a shortest loop around the empty point `at`. Equal positions give equal loops. */
void palisade_loop_around(const struct position *p, point_t at, struct palisade_loop *out);

#endif
