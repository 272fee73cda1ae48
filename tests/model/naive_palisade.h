/* naive_palisade.h - Palisade written straight from its rule sheet, slowly and plainly. The
 * reference for src/rules/palisade/palisade.c: it shares no code and no method with it.
 *
 * It stores only the stones, and computes anew each time whether a point is inside a loop. A loop
 * is a closed path of stones of one colour. A point is inside it iff a ray from the point crosses
 * the path an odd number of times. Such a path exists iff the stones cannot be labelled 0 and 1 so
 * that the label changes exactly along the connections that cross the ray.
 *
 * Coordinates are those of the sheet: columns and rows 1 … n, the ring at 0 and n + 1. */
#ifndef NAIVE_PALISADE_H
#define NAIVE_PALISADE_H
#include <stdbool.h>

enum { NAIVE_PALISADE_SIDE = 25 + 2 };

/* Planted faults, to show that the comparison notices them. */
enum naive_palisade_fault {
    NAIVE_PALISADE_SOUND,
    NAIVE_PALISADE_RING_APART,    /* ring stones are not connected with each other at the corners */
    NAIVE_PALISADE_ONE_STAYS,     /* a capture leaves the last of the enemy stones standing */
    NAIVE_PALISADE_OWN_LOOP_FREE, /* a player may place a stone inside their own loop */
};

struct naive_palisade {
    int n;
    int side;                                             /* to move: 1 Black, 2 White */
    char stone[NAIVE_PALISADE_SIDE][NAIVE_PALISADE_SIDE]; /* [column][row]: 0, 1 Black, 2 White */
    enum naive_palisade_fault fault;
};

void naive_palisade_start(struct naive_palisade *g, int n);

/* The rule that forbids the side to move a placement there ("G3" occupied, "P1", "P5"), or "". */
const char *naive_palisade_verdict(const struct naive_palisade *g, int column, int row);

/* Plays a legal placement. */
void naive_palisade_play(struct naive_palisade *g, int column, int row);

/* Is the point inside a loop of that side? A stone on the point itself does not count for loops. */
bool naive_palisade_inside(const struct naive_palisade *g, int column, int row, int side);

/* Is the stone there part of a loop? */
bool naive_palisade_on_loop(const struct naive_palisade *g, int column, int row);

/* The owners of the point (P6): bit 0 Black, bit 1 White. */
int naive_palisade_owners(const struct naive_palisade *g, int column, int row);

#endif
