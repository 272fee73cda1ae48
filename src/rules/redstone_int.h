/* redstone_int.h - places and tags (see redstone.c), for the files of Redstone only. */
#ifndef REDSTONE_INT_H
#define REDSTONE_INT_H
#include "rules/position.h"

enum stone {
    STONE_RED,
    STONE_EMPTY = 1, /* one bit each, to be collected by `or` */
    STONE_BLACK = 2,
    STONE_WHITE = 4,
    STONE_MASK = 7,
    STONE_BITS = 3
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE int stride_of(const struct position *p)
{
    return p->setup.width + 1;
}

ALWAYS_INLINE int place_of(point_t at, int stride)
{
    int width = stride - 1;
    return (at / width + 1) * stride + at % width + 1;
}

ALWAYS_INLINE point_t point_of(int v, int stride)
{
    return (point_t)(v - stride - v / stride);
}

ALWAYS_INLINE unsigned stone_at(const struct redstone *s, int v)
{
    return s->at[v].tag & STONE_MASK;
}

/* The stone of a side, 1 or 2. */
ALWAYS_INLINE unsigned stone_of(unsigned side)
{
    return side * STONE_BLACK;
}

ALWAYS_INLINE int head_of(unsigned tag)
{
    return (int)(tag >> STONE_BITS);
}

ALWAYS_INLINE void neighbours(int v, int stride, int out[4])
{
    out[0] = v - stride;
    out[1] = v - 1;
    out[2] = v + 1;
    out[3] = v + stride;
}

/* Why m is refused: game.h's explain. */
void redstone_explain(const struct position *p, move_t m, struct explanation *out);

#endif
