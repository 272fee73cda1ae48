/* mast.h - which points have done well for those who played there, for playouts that learn: the
 * move-average sampling technique (MAST: H. Finnsson and Y. Björnsson, Simulation-Based Approach
 * to General Game Playing, 2008).
 *
 * worth is the mean reward of the playouts and lines of the tree in which the point was played, the
 * last MAST_SPAN or so of them. A playout draws two random placements and plays the one that is
 * worth more, the first if they are equal: a choice without exponentials. Only for games in which
 * each point is one side's alone (P1), so that one number a point is enough.
 *
 * The points lie in the order of the game's own board, so that a playout need not divide. */
#ifndef MAST_H
#define MAST_H
#include "rules/move.h"

enum {
    MAST_PLACES = (SIDE_MAX + 2) * (SIDE_MAX + 2),
    MAST_ONE = 1 << 16, /* a reward for a win */
    MAST_SPAN = 64
};

struct mast {
    uint16_t place[POINTS_MAX]; /* [point]: its index in worth */
    int32_t worth[MAST_PLACES]; /* 0 … MAST_ONE */
};

/* All points are equal. */
static inline void mast_clear(struct mast *t)
{
    for (int i = 0; i < MAST_PLACES; i++)
        t->worth[i] = MAST_ONE / 2;
}

/* A playout or a line in which the point was played gave its player a reward, 0 … MAST_ONE. */
static inline void mast_learn(struct mast *t, point_t at, uint32_t reward)
{
    int32_t *worth = &t->worth[t->place[at]];
    *worth += ((int32_t)reward - *worth) / MAST_SPAN;
}

#endif
