/* claims_int.h - how the files of the claims game read a struct claims (claims.h). */
#ifndef CLAIMS_INT_H
#define CLAIMS_INT_H
#include "rules/claims/claims.h"
#include "rules/position.h"

#define CLAIMS_INLINE static inline __attribute__((always_inline))

/* The board constants on which the loops depend. Functions that take one are inlined into each
 * caller. If the caller knows the board at compile time, its copy is compiled for that board. */
struct claims_board {
    int width, height, players;
};

CLAIMS_INLINE struct claims_board claims_board_of(const struct position *p)
{
    return (struct claims_board){p->setup.width, p->setup.height, p->setup.players};
}

CLAIMS_INLINE int claims_squares(struct claims_board b)
{
    return b.width * b.height;
}

CLAIMS_INLINE int claims_stride(struct claims_board b)
{
    return (claims_squares(b) + CLAIMS_GROUP - 1) / CLAIMS_GROUP * CLAIMS_GROUP;
}

/* A board of two players, as the compiler then knows. */
CLAIMS_INLINE struct claims_board claims_for_two(struct claims_board b)
{
    return (struct claims_board){b.width, b.height, 2};
}

/* How much of a position is used. */
CLAIMS_INLINE size_t claims_board_bytes(struct claims_board b)
{
    return offsetof(struct position, u) + offsetof(struct claims, planes) +
           (size_t)((1 + b.players) * claims_stride(b)) * sizeof(int16_t);
}

/* C8: whether jacked stacks score. */
CLAIMS_INLINE bool claims_jacked(const struct position *p)
{
    return (p->setup.options & OPTION_JACKED) != 0;
}

/* The plane of a side; that of the stacks for 0. */
CLAIMS_INLINE int16_t *claims_plane(struct claims *c, struct claims_board b, int side)
{
    return c->planes + side * claims_stride(b);
}

CLAIMS_INLINE const int16_t *claims_plane_read(const struct claims *c, struct claims_board b,
                                               int side)
{
    return c->planes + side * claims_stride(b);
}

/* ---- Stacks ---- */

enum { STACK_SIDE = 7, STACK_DOUBLED = 8, STACK_HEIGHT_SHIFT = 8 };

CLAIMS_INLINE int stack_make(int side, int doubled, int height)
{
    return side | doubled * STACK_DOUBLED | height << STACK_HEIGHT_SHIFT;
}

CLAIMS_INLINE int stack_side(int stack)
{
    return stack & STACK_SIDE;
}

CLAIMS_INLINE int stack_height(int stack)
{
    return stack >> STACK_HEIGHT_SHIFT;
}

CLAIMS_INLINE bool stack_doubled(int stack)
{
    return (stack & STACK_DOUBLED) != 0;
}

CLAIMS_INLINE bool stack_jacked(int stack)
{
    return stack_height(stack) >= (stack_doubled(stack) ? 3 : 2); /* invariant 3 */
}

/* ---- Rays ---- */

CLAIMS_INLINE int claims_least(int a, int b)
{
    return a < b ? a : b;
}

/* The eight rays of a square: 0 … 3 right, left, up, down (i ^ 1 is opposite to i), 4 … 7
 * diagonal. */
struct claims_rays {
    int room[8]; /* squares up to the edge */
    int step[8];
    int run[4]; /* occupied squares next to the square, without a gap */
};

/* Set bits from bit `from` upwards, and from bit `from` - 1 downwards, without a gap. */
CLAIMS_INLINE int claims_run_up(uint32_t line, int from)
{
    return __builtin_ctz(~(line >> from));
}

CLAIMS_INLINE int claims_run_down(uint32_t line, int from)
{
    return __builtin_clz(~(line << (31 - from) << 1));
}

CLAIMS_INLINE struct claims_rays claims_rays_of(const struct claims *c, struct claims_board b,
                                                int q)
{
    int x = q % b.width;
    int y = q / b.width;
    int right = b.width - 1 - x;
    int up = b.height - 1 - y;
    uint32_t row = c->rows[y].occupied;
    uint32_t col = c->cols[x].occupied;
    return (struct claims_rays){
        .room = {right, x, up, y, claims_least(right, up), claims_least(x, up),
                 claims_least(right, y), claims_least(x, y)},
        .step = {1, -1, b.width, -b.width, b.width + 1, b.width - 1, 1 - b.width, -1 - b.width},
        .run = {claims_run_up(row, x + 1), claims_run_down(row, x), claims_run_up(col, y + 1),
                claims_run_down(col, y)},
    };
}

/* claims.c */
uint64_t claims_hash(const struct position *p, int symmetry); /* the descriptor's hash (game.h) */
void claims_end(struct position *p);                          /* sets over and winner (C8) */

/* The descriptor's explain, in claims_faces.c, and its playout, in claims_playout.c. */
void claims_explain(const struct position *p, move_t m, struct explanation *out);
void claims_playout(struct position *p, struct rng *r, struct playlog *log);

#endif
