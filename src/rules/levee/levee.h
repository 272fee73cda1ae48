/* levee.h - the state of a Levee position (levee.c draws it). */
#ifndef LEVEE_H
#define LEVEE_H
#include "rules/game.h"

/* Words of each point p, from word[LEVEE_WORDS * p] on. The first two are the nodes of the
 * union-find: stone p seen evenly and oddly. */
enum { LEVEE_EVEN, LEVEE_ODD, LEVEE_SLOT, LEVEE_SPOT, LEVEE_WORDS };

struct levee {
    uint8_t n;                 /* side of the board */
    uint8_t relation;          /* known parities between the four edges (levee.c) */
    uint16_t candidates_n;     /* empty points, less the centre and some illegal for ever */
    int16_t step[4][9];        /* [crossing][direction] to a neighbour's node (levee.c) */
    uint32_t row[25 + 2];      /* [y + 1]: bit x + 1 is set iff a stone stands on (x, y) */
    uint8_t touch[POINTS_MAX]; /* of a root's component, or of an empty point alone (levee.c) */
    uint16_t word[LEVEE_WORDS * POINTS_MAX];
};

#endif
