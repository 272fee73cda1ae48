/* naive_palisade.h - Palisade straight from the rule sheet, as slowly and plainly as it can be
 * said. The measure for src/rules/palisade/palisade.c: shares no code and no idea with it.
 *
 * Nothing is remembered but the stones. Whether a point is inside a loop is asked anew each time,
 * by the definition: a loop is a closed path of stones of one colour, and a point is inside it iff
 * a ray from the point crosses the path an odd number of times. The stones have a closed path that
 * crosses the ray oddly iff they cannot be labelled 0 and 1 so that the label changes exactly along
 * the connections that cross.
 *
 * Coordinates are those of the sheet: columns and rows 1 … n, the ring at 0 and n + 1. */
#ifndef NAIVE_PALISADE_H
#define NAIVE_PALISADE_H
#include <stdbool.h>

enum { NAIVE_PALISADE_SIDE = 25 + 2 };

/* Errors that the model can be told to make, to see that a comparison notices. */
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

/* The rule that forbids the side to move to play there ("G3" occupied, "P1", "P5"), or "". */
const char *naive_palisade_verdict(const struct naive_palisade *g, int column, int row);

/* Plays a legal placement. */
void naive_palisade_play(struct naive_palisade *g, int column, int row);

/* Is the point inside a loop of that side? A stone that stands on it is left out of the loops. */
bool naive_palisade_inside(const struct naive_palisade *g, int column, int row, int side);

/* Is the stone there part of a loop? */
bool naive_palisade_on_loop(const struct naive_palisade *g, int column, int row);

/* Whose point it is: bit 0 Black's, bit 1 White's (P6). */
int naive_palisade_owners(const struct naive_palisade *g, int column, int row);

#endif
