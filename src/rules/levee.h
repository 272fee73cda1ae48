/* levee.h - the state of a Levee position (levee.c draws it). */
#ifndef LEVEE_H
#define LEVEE_H
#include "rules/game.h"

struct levee_point {
    uint16_t link; /* root or parent << 1 | parity towards it; empty points link to themselves */
    uint8_t touch; /* of a root's component, or of an empty point alone (levee.c) */
    uint8_t rank;  /* of a root in the union-find */
    uint16_t slot; /* of a candidate: its place in the list of candidates */
    uint16_t spot; /* at[i].spot is the place of candidate number i, nothing about point i */
};

struct levee {
    uint8_t n;             /* side of the board */
    uint8_t relation;      /* what is known of the four edges (levee.c) */
    uint16_t candidates_n; /* empty points, less the centre and some that are illegal for ever */
    int16_t step[9];       /* [direction] to the neighbour, added to a point */
    uint32_t row[25 + 2];  /* [y + 1]: bit x + 1 is set iff a stone stands on (x, y) */
    struct levee_point at[POINTS_MAX];
};

extern const struct game game_levee;

#endif
