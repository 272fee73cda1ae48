/* naive_levee.h - Levee written straight from its rule sheet: slow, obvious, always recomputed.
 *
 * The reference that tests compare src/rules/levee/levee.c with; it shares no code with it. Points
 * are (x, y) from the lower left, from 0. */
#ifndef NAIVE_LEVEE_H
#define NAIVE_LEVEE_H
#include <stdbool.h>

enum { NAIVE_LEVEE_SIDE = 25 };

/* Planted faults, to show that the comparison notices them. */
enum naive_levee_fault {
    NAIVE_LEVEE_RIGHT,
    NAIVE_LEVEE_OPEN_DIAGONALS,  /* L2: a channel slips between two diagonal stones */
    NAIVE_LEVEE_CORNER_CIRCUITS, /* L3b: stones are not joined diagonally to the north-east */
    NAIVE_LEVEE_LONE_SIDE,       /* L1: the top edge has no owner */
};

struct naive_levee {
    enum naive_levee_fault fault;
    int n;
    bool stone[NAIVE_LEVEE_SIDE][NAIVE_LEVEE_SIDE]; /* [x][y] */
    int side;                                       /* to move */
    int winner;                                     /* 0: the game goes on */
};

struct naive_point {
    int x, y;
};

void naive_levee_start(struct naive_levee *m, int n, enum naive_levee_fault fault);

/* "" if the placement is legal, or the rule that forbids it: "L3" occupied, "L3a", "L3b". */
const char *naive_levee_judge(const struct naive_levee *m, int x, int y);

/* The placement must be legal. */
void naive_levee_play(struct naive_levee *m, int x, int y);

/* Points of a shortest channel of a side, 0 if it has none. */
int naive_levee_channel(const struct naive_levee *m, int side);

/* Is there a closed path of stones around the centre, anywhere? */
bool naive_levee_circuit(const struct naive_levee *m);

/* Do these points, in order, make a channel of that side? */
bool naive_levee_is_channel(const struct naive_levee *m, int side, const struct naive_point *path,
                            int path_n);

/* Would these points, in order, be a circuit if they all held stones? */
bool naive_levee_is_circuit(const struct naive_levee *m, const struct naive_point *path,
                            int path_n);

#endif
