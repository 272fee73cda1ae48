/* palisade_int.h - how a Palisade position is stored; for the palisade*.c files only.
 *
 * The board is kept with its ring (P2), width + 2 nodes a row, row-major from the lower left:
 *
 *      . o x o .     the ring of a 3x3 board, nodes 0 … 24: its corners are empty. Seen from a
 *      o . . . o     black point its four diagonal neighbours are black points (its connections,
 *      x . . . x     P3), and its four orthogonal neighbours are white: the faces of the black
 *      o . . . o     lattice. The same with the colours exchanged: the two lattices are planar
 *      . o x o .     duals.
 *
 * Diagonals are numbered 0 NE, 1 NW, 2 SW, 3 SE, orthogonals 0 E, 1 N, 2 W, 3 S, both counter-
 * clockwise. Diagonal d lies between the orthogonals d and d + 1. The *sector* d of a point is what
 * lies between its diagonals d and d + 1; the orthogonal d + 1 is in it.
 *
 * Invariants between plies:
 *  (1) near[v] tells the stones around v. Bit d: one on diagonal d, of v's own colour. Bit 4 + o:
 *      one on orthogonal o, of the other colour. Ring nodes know those on the ring and the board.
 *  (2) state[v] is STATE_INSIDE + side iff v is empty and inside a loop of side. It is never inside
 *      loops of both: two loops cannot cross without a stone of one inside the other, which was
 *      captured (P4), and of two nested ones the inner was.
 *  (3) node[0..open_n[0] - 1].pick are Black's open points and node[n..n + open_n[1] - 1].pick
 *      White's, in any order, where n is the number of Black's points. link is the inverse.
 *  (4) Following link from a stone leads to the root of its component (root: link to itself), and
 *      connected stones have one root. The converse may fail. A connection may cross a loop of the
 *      other colour (P3); when the stone inside is captured, the component may fall apart, and is
 *      not split here. So different roots mean "not connected", and equal ones mean "perhaps": then
 *      a walk along the stones decides. In random games on 19x19 that is 15 times a game, and 7
 *      times in vain; splitting would have to look at 28 captures with two connections or more.
 *  (5) open_n[0] and open_n[1] become 0 together: an open point whose four neighbours were all
 *      stones would be inside a loop, and so would it be if one of them was empty and inside; so
 *      each open point has an open neighbour, of the other colour. By the same argument all points
 *      are owned when none is open (P6), so that the game is over exactly then.
 *
 * Stones and side to move determine the position; everything else follows from the stones. */
#ifndef PALISADE_INT_H
#define PALISADE_INT_H
#include "rules/position.h"

enum state {
    STATE_OPEN = 0,   /* empty and not inside a loop; also the ring's corners */
    STATE_STONE = 0,  /* + side: a stone, also in the ring */
    STATE_INSIDE = 2, /* + side: empty, inside a loop of that side */
};

/* A node's index. Signed and as wide as a pointer, so that v plus a constant step is an address. */
typedef ptrdiff_t node_t;

/* The sizes that placements need; constant where a playout is compiled for one size. */
struct shape {
    int stride;  /* nodes a row */
    int black_n; /* Black's points, and the place of White's list (3) */
};

static inline struct shape palisade_shape(const struct position *p)
{
    int width = p->setup.width;
    return (struct shape){.stride = width + 2, .black_n = (width * width + 1) / 2};
}

static inline node_t palisade_diagonal(int stride, int d)
{
    const node_t steps[4] = {stride + 1, stride - 1, -stride - 1, -stride + 1};
    return steps[d];
}

static inline node_t palisade_orthogonal(int stride, int o)
{
    const node_t steps[4] = {1, stride, -1, -stride};
    return steps[o];
}

static inline node_t palisade_node(const struct position *p, point_t at)
{
    int width = p->setup.width;
    return at + 2 * (at / width) + width + 3;
}

static inline point_t palisade_point(int stride, node_t v)
{
    return (point_t)((v / stride - 1) * (stride - 2) + v % stride - 1);
}

/* P1: the side that may play there, Black where column + row is even. Also for the ring (P2). */
static inline int palisade_side(int stride, node_t v)
{
    return 1 + ((v / stride + v % stride) & 1);
}

static inline bool palisade_is_stone(int state)
{
    return state == STATE_STONE + 1 || state == STATE_STONE + 2;
}

/* palisade_play.c */
uint64_t palisade_play_key(node_t v); /* of a stone on v; its colour is known by P1 */
uint64_t palisade_play_key_side(int side);
void palisade_play_join(struct palisade *b, int stride, node_t v, unsigned links);
int palisade_play_black_points(const struct position *p); /* at the end of the game */
void palisade_play_finish(struct position *p);            /* sets over and winner if it is */
void palisade_play(struct position *p, move_t m);
move_t palisade_play_random(struct position *p, struct rng *r);
void palisade_playout(struct position *p, struct rng *r, struct playlog *log);
void palisade_playout_mast(struct position *p, struct rng *r, struct playlog *log,
                           const struct mast *mast);

/* palisade_lanes.c has lanes_place of game.h; it, palisade_lanes_avx2.c and palisade_lanes_avx512.c
 * have lanes_play */
int palisade_lanes_place(const struct position *p, point_t at);
void palisade_lanes_plain(const struct position *p, struct rng *r, int n, const struct mast *mast,
                          struct playlog *logs, struct ending *out);
void palisade_lanes_avx2(const struct position *p, struct rng *r, int n, const struct mast *mast,
                         struct playlog *logs, struct ending *out);
void palisade_lanes_avx512(const struct position *p, struct rng *r, int n, const struct mast *mast,
                           struct playlog *logs, struct ending *out);

/* palisade_set.c */
void palisade_set_start(struct position *p);
int palisade_set(struct position *p, const struct cell *cells);
uint64_t palisade_set_hash(const struct position *p, int symmetry);

/* palisade_explain.c */
void palisade_explain(const struct position *p, move_t m, struct explanation *out);

#endif
