/* palisade.c - Palisade by Mark Steere (rules P1-P6).
 *
 * The board is kept with its ring (P2), width + 2 nodes a row:
 *
 *      . o x o .      ring of a 3x3 board: corners empty, stones of the colour of their parity;
 *      o . . . o      seen from a black point its four diagonal neighbours are black points (its
 *      x . . . x      possible connections, P3) and its four orthogonal neighbours are white
 *      o . . . o      points: the faces of the black lattice. The same with colours exchanged.
 *      . o x o .
 *
 * Diagonal directions are numbered 0 NE, 1 NW, 2 SW, 3 SE; orthogonal ones 0 E, 1 N, 2 W, 3 S, all
 * counter-clockwise, so that diagonal d lies between the orthogonals d and d + 1, and the sector
 * between diagonals d and d + 1 holds the orthogonal d + 1.
 *
 * Invariants between plies:
 *  (1) near of every node of the board tells the stones around it: bit d, a stone on diagonal d
 *      (of the node's own colour); bit 4 + o, a stone on orthogonal o (of the other colour). Ring
 *      nodes know their neighbours on the board and ring.
 *  (2) A point is STATE_INSIDE + side iff it is empty and inside a loop of that side. It is inside
 *      one side's loops only: loops of the two sides never cross, and nested ones were captured.
 *  (3) node[0 … open_n[0] - 1].pick are the open points of Black, node[black_n …].pick the
 *      open_n[1] of White; slot is the inverse. */
#include "rules/palisade.h"

#include "base/err.h"
#include "rules/palisade_loop.h"
#include "rules/position.h"

enum state {
    STATE_OPEN = 0,   /* empty and not inside a loop */
    STATE_STONE = 0,  /* + side: a stone */
    STATE_INSIDE = 2, /* + side: empty, inside a loop of that side */
};

typedef uint16_t node_t;

static int diagonal(int stride, int d)
{
    const int steps[4] = {stride + 1, stride - 1, -stride - 1, -stride + 1};
    return steps[d];
}

static int orthogonal(int stride, int o)
{
    const int steps[4] = {1, stride, -1, -stride};
    return steps[o];
}

static int stride_of(const struct position *p)
{
    return p->setup.width + 2;
}

static node_t node_of(const struct position *p, point_t at)
{
    int w = p->setup.width;
    return (node_t)((at / w + 1) * (w + 2) + at % w + 1);
}

static point_t point_of(const struct position *p, node_t v)
{
    int s = stride_of(p);
    return (point_t)((v / s - 1) * (s - 2) + v % s - 1);
}

/* P1: the side that may play there; column + row even is Black. Ring nodes too (P2). */
static int side_of(int stride, node_t v)
{
    return 1 + ((v / stride + v % stride) & 1);
}

static uint64_t key(node_t v)
{
    return rng_mix(0x50a115adeu + v);
}

static uint64_t key_side(int side)
{
    return side == 2 ? 0x6a09e667f3bcc909u : 0;
}

static void open_remove(struct palisade *b, int lists, node_t v, int side)
{
    node_t hole = b->node[v].slot;
    node_t last = (node_t)(--b->open_n[side - 1] + (side == 2 ? lists : 0));
    node_t moved = b->node[last].pick;
    b->node[hole].pick = moved;
    b->node[moved].slot = hole;
}

static int lists_of(const struct position *p)
{
    return (p->setup.width * p->setup.width + 1) / 2;
}

/* Tells the neighbours of v that it holds a stone now, or no longer. */
static void near_flip(struct palisade *b, int stride, node_t v)
{
    for (int d = 0; d < 4; d++) {
        b->node[v + diagonal(stride, d)].near ^= (uint8_t)(1 << (d ^ 2));
        b->node[v + orthogonal(stride, d)].near ^= (uint8_t)(16 << (d ^ 2));
    }
}

/* Walks around the region that lies left of the step from v in direction d, along stones. Returns
 * true iff the region is enclosed (turning number +1); *seen gets the sectors of v that it touches. */
static bool walk(const struct palisade *b, int stride, node_t v, int d, int *seen)
{
    node_t u = v;
    int dir = d;
    int turns = 0;
    do {
        if (u == v)
            *seen |= 1 << dir;
        u = (node_t)(u + diagonal(stride, dir));
        int links = b->node[u].near & 15;
        int turn = 1;
        while (!(links >> ((dir + turn) & 3) & 1))
            turn--;
        turns += turn;
        dir = (dir + turn) & 3;
    } while (u != v || dir != d);
    return turns > 0;
}

/* A face on its way into a region that a loop of side encloses: P4, its stone is removed; P5, nobody
 * may play there any more. */
static void enclose_face(struct position *p, node_t f, int side)
{
    struct palisade *b = &p->u.palisade;
    int other = 3 - side;
    if (b->node[f].state == STATE_OPEN) {
        open_remove(b, lists_of(p), f, other);
    } else if (b->node[f].state == STATE_STONE + other) {
        p->hash ^= key(f);
        near_flip(b, stride_of(p), f);
    }
    b->node[f].state = (uint8_t)(STATE_INSIDE + side);
}

/* Encloses the region of face f: all that lies between it and stones of side. */
static void enclose(struct position *p, node_t f, int side)
{
    struct palisade *b = &p->u.palisade;
    int stride = stride_of(p);
    node_t stack[PALISADE_NODES_MAX / 2];
    int n = 0;
    uint8_t inside = (uint8_t)(STATE_INSIDE + side);
    enclose_face(p, f, side);
    stack[n++] = f;
    while (n > 0) {
        f = stack[--n];
        int walls = b->node[f].near >> 4;
        for (int o = 0; o < 4; o++) {
            node_t u = (node_t)(f + orthogonal(stride, o));
            if (walls >> o & 1)
                continue;
            /* An empty point next to an inner face is not on the loop, so it is inside. */
            if (b->node[u].state == STATE_OPEN)
                open_remove(b, lists_of(p), u, side);
            b->node[u].state = inside;
        }
        for (int d = 0; d < 4; d++) {
            int both = 1 << d | 1 << ((d + 1) & 3);
            node_t g = (node_t)(f + diagonal(stride, d));
            if ((walls & both) != both && b->node[g].state != inside) {
                enclose_face(p, g, side);
                stack[n++] = g;
            }
        }
    }
}

/* P6: a side owns the stones on its loops and all that is inside them. A stone is on or inside a
 * loop of its side iff a face next to it is inside one. */
static int owner(const struct palisade *b, int stride, node_t v)
{
    int state = b->node[v].state;
    if (state == STATE_OPEN)
        return OWNER_NONE;
    if (state > STATE_INSIDE)
        return state - STATE_INSIDE;
    for (int o = 0; o < 4; o++)
        if (b->node[v + orthogonal(stride, o)].state == STATE_INSIDE + state)
            return state;
    return OWNER_NONE;
}

static void score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    int width = p->setup.width;
    for (point_t at = 0; at < width * width; at++) {
        int o = owner(&p->u.palisade, width + 2, node_of(p, at));
        if (o != OWNER_NONE)
            points[o - 1]++;
    }
}

static void finish_if_over(struct position *p)
{
    if (p->u.palisade.open_n[0] + p->u.palisade.open_n[1] > 0)
        return;
    int16_t points[PLAYERS_MAX] = {0};
    score(p, points);
    p->over = true; /* P6 */
    p->winner = points[0] > points[1] ? 1 : 2;
}

static void play(struct position *p, move_t m)
{
    struct palisade *b = &p->u.palisade;
    int stride = stride_of(p);
    int side = p->side;
    node_t v = node_of(p, move_point(m));
    open_remove(b, lists_of(p), v, side);
    b->node[v].state = (uint8_t)(STATE_STONE + side);
    near_flip(b, stride, v);
    p->hash ^= key(v) ^ key_side(1) ^ key_side(2);
    int links = b->node[v].near & 15;
    int seen = 0;
    if (links & (links - 1))
        for (int d = 0; d < 4; d++)
            if (links >> d & 1 && !(seen >> d & 1) && walk(b, stride, v, d, &seen))
                enclose(p, (node_t)(v + orthogonal(stride, (d + 1) & 3)), side);
    p->side = (uint8_t)(3 - side);
    p->last = m;
    p->ply++;
    finish_if_over(p);
}

static bool on_board_or_ring(int stride, int x, int y)
{
    return x >= 0 && x < stride && y >= 0 && y < stride;
}

static bool is_ring(int stride, node_t v)
{
    int x = v % stride;
    int y = v / stride;
    return x == 0 || y == 0 || x == stride - 1 || y == stride - 1;
}

static bool is_ring_corner(int stride, node_t v)
{
    int x = v % stride;
    int y = v / stride;
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
            int x = v % stride + dx[k];
            int y = v / stride + dy[k];
            if (on_board_or_ring(stride, x, y) && b->node[y * stride + x].state != STATE_OPEN)
                near |= (uint8_t)(1 << k);
        }
        b->node[v].near = near;
    }
}

/* Marks the faces of side's lattice from which a walk leads to the ring. */
static void flood_outside(const struct palisade *b, int stride, int side, uint8_t *outside)
{
    node_t stack[PALISADE_NODES_MAX];
    int n = 0;
    __builtin_memset(outside, 0, PALISADE_NODES_MAX);
    for (node_t v = 0; v < stride * stride; v++)
        if (is_ring(stride, v) && !is_ring_corner(stride, v) && side_of(stride, v) != side) {
            outside[v] = 1;
            stack[n++] = v;
        }
    while (n > 0) {
        node_t f = stack[--n];
        for (int d = 0; d < 4; d++) {
            int both = 16 << d | 16 << ((d + 1) & 3);
            int x = f % stride + (d == 0 || d == 3 ? 1 : -1);
            int y = f / stride + (d < 2 ? 1 : -1);
            node_t g = (node_t)(f + diagonal(stride, d));
            if (!on_board_or_ring(stride, x, y) || (b->node[f].near & both) == both || outside[g])
                continue;
            outside[g] = 1;
            stack[n++] = g;
        }
    }
}

/* Builds everything from the stones on the board. Returns 0, or ERR_ILLEGAL if a stone stands
 * inside a loop of the other side (P4). */
static int build(struct position *p)
{
    struct palisade *b = &p->u.palisade;
    int stride = stride_of(p);
    for (node_t v = 0; v < stride * stride; v++) {
        b->node[v].slot = 0;
        b->node[v].pick = 0;
        if (is_ring(stride, v)) /* P2 */
            b->node[v].state =
                (uint8_t)(is_ring_corner(stride, v) ? STATE_OPEN : side_of(stride, v));
    }
    build_near(b, stride);
    for (int side = 1; side <= 2; side++) {
        uint8_t outside[PALISADE_NODES_MAX];
        flood_outside(b, stride, side, outside);
        for (node_t f = 0; f < stride * stride; f++) {
            if (side_of(stride, f) == side || is_ring(stride, f) || outside[f])
                continue;
            if (b->node[f].state == STATE_STONE + 3 - side)
                return ERR_ILLEGAL;
            b->node[f].state = (uint8_t)(STATE_INSIDE + side);
            for (int o = 0; o < 4; o++) {
                node_t u = (node_t)(f + orthogonal(stride, o));
                if (b->node[u].state != STATE_STONE + side)
                    b->node[u].state = (uint8_t)(STATE_INSIDE + side);
            }
        }
    }
    b->open_n[0] = 0;
    b->open_n[1] = 0;
    p->hash = key(0) + (uint64_t)stride;
    p->hash ^= key_side(p->side);
    for (node_t v = 0; v < stride * stride; v++) {
        if (is_ring(stride, v))
            continue;
        int side = side_of(stride, v);
        if (b->node[v].state == STATE_STONE + side)
            p->hash ^= key(v);
        if (b->node[v].state != STATE_OPEN)
            continue;
        node_t slot = (node_t)(b->open_n[side - 1]++ + (side == 2 ? lists_of(p) : 0));
        b->node[slot].pick = v;
        b->node[v].slot = slot;
    }
    finish_if_over(p);
    return 0;
}

static void start(struct position *p)
{
    int stride = stride_of(p);
    for (node_t v = 0; v < stride * stride; v++)
        p->u.palisade.node[v].state = STATE_OPEN;
    int err = build(p);
    ASSERT(err == 0);
    (void)err;
}

static int set(struct position *p, const struct cell *cells)
{
    int width = p->setup.width;
    for (point_t at = 0; at < width * width; at++) {
        struct cell c = cells[at];
        node_t v = node_of(p, at);
        if (c.owner > 2 || c.flags != 0 || c.height != (c.owner != OWNER_NONE))
            return ERR_RANGE;
        if (c.owner != OWNER_NONE && c.owner != side_of(width + 2, v)) /* P1 */
            return ERR_ILLEGAL;
        p->u.palisade.node[v].state = (uint8_t)(STATE_STONE + c.owner);
    }
    return build(p);
}

static struct cell cell(const struct position *p, point_t at)
{
    int state = p->u.palisade.node[node_of(p, at)].state;
    if (state == STATE_OPEN || state > STATE_INSIDE)
        return (struct cell){0};
    return (struct cell){.owner = (uint8_t)state, .height = 1};
}

static int legal(const struct position *p, move_t *out)
{
    int width = p->setup.width;
    int n = 0;
    for (point_t at = (point_t)(p->side - 1); at < width * width; at = (point_t)(at + 2)) {
        out[n] = (move_t)at;
        n += p->u.palisade.node[node_of(p, at)].state == STATE_OPEN;
    }
    return n;
}

static enum verdict judge(const struct position *p, move_t m)
{
    if (m == MOVE_PASS)
        return VERDICT_P6;
    node_t v = node_of(p, move_point(m));
    int state = p->u.palisade.node[v].state;
    if (state == STATE_STONE + 1 || state == STATE_STONE + 2)
        return VERDICT_OCCUPIED;
    if (side_of(stride_of(p), v) != p->side)
        return VERDICT_P1;
    return state == STATE_OPEN ? VERDICT_OK : VERDICT_P5;
}

static move_t random_move(struct position *p, struct rng *r)
{
    const struct palisade *b = &p->u.palisade;
    uint32_t i = rng_below(r, b->open_n[p->side - 1]);
    return (move_t)point_of(p, b->node[i + (p->side == 2 ? (uint32_t)lists_of(p) : 0)].pick);
}

static void playout(struct position *p, struct rng *r, struct playlog *log)
{
    while (!p->over) {
        move_t m = random_move(p, r);
        play(p, m);
        if (log != NULL && log->n++ < log->cap)
            log->moves[log->n - 1] = m;
    }
}

static void result(const struct position *p, struct result *out)
{
    int width = p->setup.width;
    score(p, out->points);
    for (point_t at = 0; at < width * width; at++)
        out->owner[at] = (uint8_t)owner(&p->u.palisade, width + 2, node_of(p, at));
}

static const char *side_name(int side)
{
    return side == 1 ? "Black" : "White";
}

static void explain_parity(const struct position *p, point_t at, struct text *t)
{
    int width = p->setup.width;
    int column = at % width + 1;
    int row = at / width + 1;
    point_print(at, width, t);
    text_str(t, " is one of ");
    text_str(t, side_name(3 - p->side));
    text_str(t, "'s points: column ");
    text_int(t, column);
    text_str(t, " + row ");
    text_int(t, row);
    text_str(t, " = ");
    text_int(t, column + row);
    text_str(t, p->side == 1 ? " is odd." : " is even.");
}

static void explain_loop(const struct position *p, point_t at, struct explanation *out,
                         struct text *t)
{
    struct palisade_loop loop;
    palisade_loop_around(p, at, &loop);
    point_print(at, p->setup.width, t);
    text_str(t, " is inside a loop of ");
    text_int(t, loop.points_n + loop.ring_n);
    text_str(t, loop.side == 1 ? " black stones" : " white stones");
    if (loop.ring_n > 0) {
        text_str(t, ", ");
        text_int(t, loop.ring_n);
        text_str(t, " of them in the ring around the board");
    }
    text_str(t, ".");
    out->points_n = loop.points_n;
    __builtin_memcpy(out->points, loop.points, loop.points_n * sizeof loop.points[0]);
}

static void explain(const struct position *p, move_t m, struct explanation *out)
{
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (out->verdict == VERDICT_P6) {
        text_str(&t, "There is no passing in Palisade; ");
        text_str(&t, side_name(p->side));
        text_str(&t, " can place on ");
        text_int(&t, p->u.palisade.open_n[p->side - 1]);
        text_str(&t, p->u.palisade.open_n[p->side - 1] == 1 ? " point." : " points.");
        return;
    }
    point_t at = move_point(m);
    if (out->verdict == VERDICT_P5) {
        explain_loop(p, at, out, &t);
        return;
    }
    out->points[out->points_n++] = at;
    if (out->verdict == VERDICT_P1) {
        explain_parity(p, at, &t);
    } else {
        text_str(&t, "A stone of ");
        text_str(&t, side_name(cell(p, at).owner));
        text_str(&t, "'s stands on ");
        point_print(at, p->setup.width, &t);
        text_str(&t, ".");
    }
}

static uint64_t hash(const struct position *p, int symmetry)
{
    int width = p->setup.width;
    int stride = width + 2;
    uint64_t h = (key(0) + (uint64_t)stride) ^ key_side(p->side);
    for (point_t at = 0; at < width * width; at++) {
        int state = p->u.palisade.node[node_of(p, at)].state;
        if (state == STATE_STONE + 1 || state == STATE_STONE + 2)
            h ^= key(node_of(p, symmetry_point(symmetry, width, width, at)));
    }
    return h;
}

static size_t bytes(const struct position *p)
{
    int stride = stride_of(p);
    return offsetof(struct position, u.palisade.node) +
           (size_t)(stride * stride) * sizeof p->u.palisade.node[0];
}

const struct game game_palisade = {
    .id = GAME_PALISADE,
    .name = "palisade",
    .title = "Palisade",
    .designer = "Mark Steere",
    .year = "2007",
    .summary = "Close diagonal loops: all that lies within is yours.",
    .size_min = 3,
    .size_max = 25,
    .size_step = 2,
    .size_default = 19,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = true,
    .symmetries = 0xff,
    .symmetries_swap = 0,
    .start = start,
    .set = set,
    .cell = cell,
    .legal = legal,
    .judge = judge,
    .play = play,
    .random = random_move,
    .playout = playout,
    .score = score,
    .result = result,
    .explain = explain,
    .hash = hash,
    .bytes = bytes,
};
