/* turning.h - positions as seen through a symmetry, for tests. */
#ifndef TURNING_H
#define TURNING_H
#include "testing.h"

#include "rules/position.h"

/* Sets up the position seen through a symmetry, and by the other side if that exchanges them. What
 * position_set leaves out (plies, passes, attacks) is lost. */
static inline void turn(const struct position *p, int symmetry, struct position *out)
{
    struct cell cells[POINTS_MAX];
    const struct setup *s = &p->setup;
    bool exchange = (games[s->game]->symmetries_swap >> symmetry & 1) != 0;
    for (point_t at = 0; at < s->width * s->height; at++)
        cells[symmetry_point(symmetry, s->width, s->height, at)] = position_cell(p, at);
    assert_int_equal(position_set(out, s, cells, exchange ? 3 - p->side : p->side), 0);
}

#endif
