/* levee.h - the state of a Levee position (levee.c draws it). */
#ifndef LEVEE_H
#define LEVEE_H
#include "rules/game.h"

struct levee_point {
    uint16_t link; /* stone: parent stone << 1 | parity towards it; a root links to itself */
    uint8_t touch; /* root: edges that its component touches, by parity (levee.c) */
    uint8_t rank;  /* root: union-find rank */
    uint16_t slot; /* of a candidate: where in the list it stands */
    point_t list;  /* entry i is candidate number i, i < candidates_n; no property of point i */
};

struct levee {
    uint8_t n;             /* side of the board */
    uint8_t relation;      /* what is known of the four edges (levee.c) */
    uint16_t candidates_n; /* empty points, less the centre and some that are illegal for ever */
    uint32_t reciprocal;   /* p * reciprocal >> 16 is the row of point p */
    int16_t step[9];       /* [direction] to the neighbour, added to a point */
    uint32_t row[25 + 2];  /* [y + 1]: bit x + 1 is set iff a stone stands on (x, y) */
    struct levee_point at[POINTS_MAX];
};

extern const struct game game_levee;

#endif
