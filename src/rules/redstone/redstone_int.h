/* redstone_int.h - places and tags (see redstone.c), for the files of Redstone only. */
#ifndef REDSTONE_INT_H
#define REDSTONE_INT_H
#include "rules/position.h"

enum { REDSTONE_LIBS_NONE = 0x8000 };

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

/* redstone.c: the part of the hash that is not of the stones. */
uint64_t redstone_hash_header(const struct position *p);

/* R5: the winner after a capture by side, 0 if both colours are left. By invariant (6) both colours
 * were on the board before it, so a colour without stones has been annihilated. */
ALWAYS_INLINE unsigned redstone_winner_after(unsigned black_n, unsigned white_n, unsigned side)
{
    if (black_n == 0)
        return white_n == 0 ? side : 2;
    return white_n == 0 ? 1 : 0;
}

/* ---- hash: stones, side to move, whether a swap may come, whether it is over ---- */

enum { KEY_SIDE = 1, KEY_SWAP, KEY_OVER, KEY_STONES = 8 };

ALWAYS_INLINE uint64_t redstone_key(unsigned what)
{
    return rng_mix(0x52656473746f6e65u + what);
}

ALWAYS_INLINE uint64_t redstone_key_stone(int v, unsigned stone)
{
    return redstone_key(KEY_STONES + ((unsigned)v << STONE_BITS | stone));
}

/* Why m is refused: game.h's explain. */
void redstone_explain(const struct position *p, move_t m, struct explanation *out);

/* redstone_playout.c */
void redstone_playout(struct position *p, struct rng *r, struct playlog *log);
void redstone_endings(const struct position *p, struct rng *r, int n, struct playlog *logs,
                      struct ending *out);

/* redstone_lanes.c, redstone_lanes_avx2.c, redstone_lanes_avx512.c: lanes_play of game.h */
void redstone_lanes_plain(const struct position *p, struct rng *r, int n, const struct mast *mast,
                          struct playlog *logs, struct ending *out);
void redstone_lanes_avx2(const struct position *p, struct rng *r, int n, const struct mast *mast,
                         struct playlog *logs, struct ending *out);
void redstone_lanes_avx512(const struct position *p, struct rng *r, int n, const struct mast *mast,
                           struct playlog *logs, struct ending *out);

#endif
