/* levee_int.h - directions, spots and windows of a Levee position (see levee.c), for the files of
 * Levee only. */
#ifndef LEVEE_INT_H
#define LEVEE_INT_H
#include "rules/position.h"

/* Directions are the bits of a 3x3 window of stones: 0 SW, 1 S, 2 SE, 3 W, 4 self, 5 E, 6-8 N. */
enum { DIRECTIONS = 9 };
static const int8_t direction_x[DIRECTIONS] = {-1, 0, 1, -1, 0, 1, -1, 0, 1};
static const int8_t direction_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 0, 1, 1, 1};

/* A spot is where a candidate lies, ready for use: x, y << 5, crossing << 10. */
enum { SPOT_Y = 5, SPOT_CROSSING = 10, SPOT_MASK = 31 };

/* Whether a step may cross the ray: none, from (c, y), from (c + 1, y) with y < c and with y = c
 * (where only the south-western neighbour lies beyond the ray). */
enum { CROSSING_NONE, CROSSING_EAST, CROSSING_WEST, CROSSING_SOUTH_WEST, CROSSING_N };

static inline point_t centre_of(const struct levee *l)
{
    return (point_t)(l->n * l->n / 2);
}

static inline bool is_stone(const struct levee *l, int x, int y)
{
    return l->row[y + 1] >> (x + 1) & 1;
}

static inline unsigned spot_of(int n, int x, int y)
{
    int c = n / 2;
    unsigned crossing = CROSSING_NONE;
    if (x == c && y < c)
        crossing = CROSSING_EAST;
    if (x == c + 1 && y <= c)
        crossing = y < c ? CROSSING_WEST : CROSSING_SOUTH_WEST;
    return (unsigned)x | (unsigned)y << SPOT_Y | crossing << SPOT_CROSSING;
}

static inline unsigned window_of(const struct levee *l, unsigned x, unsigned y)
{
    return (l->row[y] >> x & 7) | (l->row[y + 1] >> x & 7) << 3 | (l->row[y + 2] >> x & 7) << 6;
}

/* Why m is refused: game.h's explain. */
void levee_explain(const struct position *p, move_t m, struct explanation *out);

#endif
