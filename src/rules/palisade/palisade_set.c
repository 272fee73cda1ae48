/* palisade_set.c - a Palisade position from its stones: the empty board, given boards, the hash. */
#include "base/err.h"
#include "rules/palisade/palisade_int.h"

static bool on_board_or_ring(int stride, node_t x, node_t y)
{
    return x >= 0 && x < stride && y >= 0 && y < stride;
}

static bool is_ring(int stride, node_t v)
{
    node_t x = v % stride;
    node_t y = v / stride;
    return x == 0 || y == 0 || x == stride - 1 || y == stride - 1;
}

static bool is_ring_corner(int stride, node_t v)
{
    node_t x = v % stride;
    node_t y = v / stride;
    return (x == 0 || x == stride - 1) && (y == 0 || y == stride - 1);
}

/* Invariant (1), from the states of all nodes. */
static void build_near(struct palisade *b, int stride)
{
    static const int8_t dx[8] = {1, -1, -1, 1, 1, 0, -1, 0};
    static const int8_t dy[8] = {1, 1, -1, -1, 0, 1, 0, -1};
    for (node_t v = 0; v < stride * stride; v++) {
        uint8_t near = 0;
        for (int k = 0; k < 8; k++) {
            node_t x = v % stride + dx[k];
            node_t y = v / stride + dy[k];
            if (on_board_or_ring(stride, x, y) && b->state[y * stride + x] != STATE_OPEN)
                near |= (uint8_t)(1 << k);
        }
        b->near[v] = near;
    }
}

/* Marks the faces of side's lattice from which a walk leads to the ring. */
static void flood_outside(const struct palisade *b, int stride, int side, uint8_t *outside)
{
    node_t stack[PALISADE_NODES_MAX];
    int n = 0;
    __builtin_memset(outside, 0, PALISADE_NODES_MAX);
    for (node_t v = 0; v < stride * stride; v++)
        if (is_ring(stride, v) && !is_ring_corner(stride, v) && palisade_side(stride, v) != side) {
            outside[v] = 1;
            stack[n++] = v;
        }
    while (n > 0) {
        node_t f = stack[--n];
        for (int d = 0; d < 4; d++) {
            int both = 16 << d | 16 << ((d + 1) & 3);
            node_t x = f % stride + (d == 0 || d == 3 ? 1 : -1);
            node_t y = f / stride + (d < 2 ? 1 : -1);
            node_t g = (node_t)(f + palisade_diagonal(stride, d));
            if (!on_board_or_ring(stride, x, y) || (b->near[f] & both) == both || outside[g])
                continue;
            outside[g] = 1;
            stack[n++] = g;
        }
    }
}

/* Invariant (2) for the loops of one side. Returns 0, or ERR_ILLEGAL if a stone of the other side
 * stands inside one (P4). */
static int build_inside(struct palisade *b, int stride, int side)
{
    uint8_t outside[PALISADE_NODES_MAX];
    flood_outside(b, stride, side, outside);
    for (node_t f = 0; f < stride * stride; f++) {
        if (palisade_side(stride, f) == side || is_ring(stride, f) || outside[f])
            continue;
        if (palisade_is_stone(b->state[f]))
            return ERR_ILLEGAL;
        b->state[f] = (uint8_t)(STATE_INSIDE + side);
        for (int o = 0; o < 4; o++) {
            uint8_t *state = &b->state[f + palisade_orthogonal(stride, o)];
            if (!palisade_is_stone(*state))
                *state = (uint8_t)(STATE_INSIDE + side);
        }
    }
    return 0;
}

/* Invariants (3) and (4). */
static void build_links(struct palisade *b, struct shape g)
{
    for (node_t v = 0; v < g.stride * g.stride; v++) {
        b->node[v].link = (uint16_t)v;
        if (palisade_is_stone(b->state[v])) /* with the two rows below; those above join it later */
            palisade_play_join(b, g.stride, v, b->near[v] & 12u);
    }
    for (node_t v = 0; v < g.stride * g.stride; v++) {
        if (is_ring(g.stride, v) || b->state[v] != STATE_OPEN)
            continue;
        int side = palisade_side(g.stride, v);
        int place = b->open_n[side - 1]++ + (side == 2 ? g.black_n : 0);
        b->node[place].pick = (uint16_t)v;
        b->node[v].link = (uint16_t)place;
    }
}

/* Builds everything from the states of the points, which are open or stones; all else is zero.
 * Returns 0, or ERR_ILLEGAL. */
static int build(struct position *p)
{
    struct palisade *b = &p->u.palisade;
    struct shape g = palisade_shape(p);
    for (node_t v = 0; v < g.stride * g.stride; v++)
        if (is_ring(g.stride, v) && !is_ring_corner(g.stride, v)) /* P2 */
            b->state[v] = (uint8_t)(STATE_STONE + palisade_side(g.stride, v));
    build_near(b, g.stride);
    for (int side = 1; side <= 2; side++) {
        int err = build_inside(b, g.stride, side);
        if (err < 0)
            return err;
    }
    build_links(b, g);
    p->hash = palisade_set_hash(p, 0);
    palisade_play_finish(p);
    return 0;
}

void palisade_set_start(struct position *p)
{
    __builtin_memset(&p->u.palisade, 0, sizeof p->u.palisade);
    int err = build(p);
    ASSERT(err == 0);
    (void)err;
}

int palisade_set(struct position *p, const struct cell *cells)
{
    int width = p->setup.width;
    __builtin_memset(&p->u.palisade, 0, sizeof p->u.palisade);
    for (point_t at = 0; at < width * width; at++) {
        struct cell c = cells[at];
        node_t v = palisade_node(p, at);
        if (c.owner > 2 || c.flags != 0 || c.height != (c.owner != OWNER_NONE))
            return ERR_RANGE;
        if (c.owner != OWNER_NONE && c.owner != palisade_side(width + 2, v)) /* P1 */
            return ERR_ILLEGAL;
        p->u.palisade.state[v] = (uint8_t)(STATE_STONE + c.owner);
    }
    return build(p);
}

uint64_t palisade_set_hash(const struct position *p, int symmetry)
{
    int width = p->setup.width;
    const uint8_t *state = p->u.palisade.state;
    /* Where a1 goes, and what a step to the right and a step up become. */
    node_t origin = palisade_node(p, symmetry_point(symmetry, width, width, 0));
    node_t right = palisade_node(p, symmetry_point(symmetry, width, width, 1)) - origin;
    node_t up = palisade_node(p, symmetry_point(symmetry, width, width, (point_t)width)) - origin;
    uint64_t h = rng_mix((uint64_t)width) ^ palisade_play_key_side(p->side);
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
            if (palisade_is_stone(state[(y + 1) * (width + 2) + x + 1]))
                h ^= palisade_play_key(origin + x * right + y * up);
    return h;
}
