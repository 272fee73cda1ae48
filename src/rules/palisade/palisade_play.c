/* palisade_play.c - placements: loops, captures, and random games at the speed of the machine.
 *
 * A stone cuts off a region iff two of the stones around it were connected before (palisade_int.h,
 * 4). Of the plies of random games on 19x19, 28 in 100 do; of the regions, 93 in 100 are a single
 * face between four stones, which is seen at once. Only for the others does anything walk.
 *
 * The paths that every ply takes have no branches that depend on the stones, because those are as
 * good as random: a wrong guess costs the processor as much as 50 instructions. */
#include "rules/palisade/palisade_int.h"

#define HOT   static inline __attribute__((always_inline))
#define APART static __attribute__((noinline))

/* Zobrist keys of the stones: rng_mix(KEY_SEED + node), at compile time. */
#define KEY_SEED    0x50a115adeu
#define MIX_A(z)    ((z) ^ (z) >> 30)
#define MIX_B(z)    ((z) ^ (z) >> 27)
#define MIX_C(z)    ((z) ^ (z) >> 31)
#define MIX(z)      MIX_C(MIX_B(MIX_A(z) * 0xbf58476d1ce4e5b9u) * 0x94d049bb133111ebu)
#define KEYS_1(v)   MIX(KEY_SEED + 0x9e3779b97f4a7c15u + (v))
#define KEYS_3(v)   KEYS_1(v), KEYS_1((v) + 1), KEYS_1((v) + 2)
#define KEYS_9(v)   KEYS_3(v), KEYS_3((v) + 3), KEYS_3((v) + 6)
#define KEYS_27(v)  KEYS_9(v), KEYS_9((v) + 9), KEYS_9((v) + 18)
#define KEYS_81(v)  KEYS_27(v), KEYS_27((v) + 27), KEYS_27((v) + 54)
#define KEYS_243(v) KEYS_81(v), KEYS_81((v) + 81), KEYS_81((v) + 162)
static const uint64_t keys[PALISADE_NODES_MAX] = {KEYS_243(0u), KEYS_243(243u), KEYS_243(486u)};

uint64_t palisade_play_key(node_t v)
{
    return keys[v];
}

uint64_t palisade_play_key_side(int side)
{
    return side == 2 ? 0x6a09e667f3bcc909u : 0;
}

/* Takes an open point of side off its list; the last of the list takes its place (3). */
HOT void open_remove(struct palisade *b, struct shape g, node_t v, int side)
{
    node_t hole = b->node[v].link;
    node_t last = --b->open_n[side - 1] + (side == 2 ? (node_t)g.black_n : 0);
    node_t moved = b->node[last].pick;
    b->node[hole].pick = (uint16_t)moved;
    b->node[moved].link = (uint16_t)hole;
}

/* Tells the neighbours of v that it holds a stone now, or no longer. A row of three neighbours is
 * changed as one word; the fourth byte stays as it is. */
HOT void near_flip(struct palisade *b, int stride, node_t v)
{
    static const uint8_t flips[3][4] = {
        {1 << 0, 16 << 1, 1 << 1, 0}, /* row below: v is NE, N, NW of them */
        {16 << 0, 0, 16 << 2, 0},     /* own row: E, W */
        {1 << 3, 16 << 3, 1 << 2, 0}, /* row above: SE, S, SW */
    };
    for (int row = 0; row < 3; row++) {
        uint8_t *near = &b->near[v + (row - 1) * stride - 1];
        uint32_t word;
        uint32_t flip;
        __builtin_memcpy(&word, near, sizeof word);
        __builtin_memcpy(&flip, flips[row], sizeof flip);
        word ^= flip;
        __builtin_memcpy(near, &word, sizeof word);
    }
}

/* The root of a stone's component; shortens the way there. */
static node_t root(struct palisade *b, node_t v)
{
    for (;;) {
        node_t up = b->node[v].link;
        node_t top = b->node[up].link;
        if (up == top)
            return up;
        b->node[v].link = (uint16_t)top;
        v = top;
    }
}

/* Joins the stone v, which is its own root, with those on the diagonals in links. Returns how many
 * of these were joined with another one of them before (4): at most so many regions are cut off.
 * Without branches: a diagonal without a stone counts as v itself. */
HOT int join(struct palisade *b, int stride, node_t v, unsigned links)
{
    static const uint8_t first[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    static const int8_t present[16][4] = {
        {0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},
        {0, 0, -1, 0},  {-1, 0, -1, 0},  {0, -1, -1, 0},  {-1, -1, -1, 0},
        {0, 0, 0, -1},  {-1, 0, 0, -1},  {0, -1, 0, -1},  {-1, -1, 0, -1},
        {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
    /* Equal roots that only say that several diagonals have no stone. */
    static const uint8_t absent[16] = {3, 2, 2, 1, 2, 1, 1, 0, 2, 1, 1, 0, 1, 0, 0, 0};
    node_t near[4];
    node_t top[4];
    node_t deep = 0;
    for (int d = 0; d < 4; d++) {
        near[d] = v + (palisade_diagonal(stride, d) & present[links][d]);
        top[d] = b->node[b->node[near[d]].link].link;
        deep |= top[d] ^ b->node[top[d]].link;
    }
    if (UNLIKELY(deep != 0))
        for (int d = 0; d < 4; d++)
            top[d] = root(b, top[d]);
    node_t mine = top[first[links]];
    for (int d = 0; d < 4; d++) {
        b->node[top[d]].link = (uint16_t)mine;
        b->node[near[d]].link = (uint16_t)mine;
    }
    b->node[v].link = (uint16_t)mine;
    return (top[1] == top[0]) + ((top[2] == top[0]) | (top[2] == top[1])) +
           ((top[3] == top[0]) | (top[3] == top[1]) | (top[3] == top[2])) - absent[links];
}

/* A face comes to be inside a loop of side; it had that state before. P4: the stone on it is
 * removed; P5: it is closed. */
HOT void enclose_face(struct position *p, struct shape g, node_t f, int state, int side)
{
    struct palisade *b = &p->u.palisade;
    if (state == STATE_OPEN) {
        open_remove(b, g, f, 3 - side);
    } else if (state == STATE_STONE + 3 - side) {
        p->hash ^= keys[f];
        near_flip(b, g.stride, f);
    }
    b->state[f] = (uint8_t)(STATE_INSIDE + side);
}

/* Encloses the region of face f: all that lies between it and stones of side. */
static void enclose(struct position *p, struct shape g, node_t f, int side)
{
    /* [stones next to a face]: the diagonals on which there is no connection in the way. */
    static const uint8_t ways[16] = {15, 15, 15, 14, 15, 15, 13, 12, 15, 7, 15, 6, 11, 3, 9, 0};
    struct palisade *b = &p->u.palisade;
    const node_t steps[4] = {palisade_diagonal(g.stride, 0), palisade_diagonal(g.stride, 1),
                             palisade_diagonal(g.stride, 2), palisade_diagonal(g.stride, 3)};
    uint8_t inside = (uint8_t)(STATE_INSIDE + side);
    struct {
        uint16_t face;
        uint8_t state; /* before it was marked as inside */
    } stack[PALISADE_NODES_MAX / 2 + 4];
    int n = 1;
    stack[0].face = (uint16_t)f;
    stack[0].state = b->state[f];
    b->state[f] = inside;
    while (n > 0) {
        f = stack[--n].face;
        enclose_face(p, g, f, stack[n].state, side);
        unsigned walls = b->near[f] >> 4;
        for (unsigned free = ~walls & 15; free != 0; free &= free - 1) {
            /* An empty point next to an inner face is not on the loop, so it is inside. */
            node_t u = (node_t)(f + palisade_orthogonal(g.stride, __builtin_ctz(free)));
            if (b->state[u] == STATE_OPEN)
                open_remove(b, g, u, side);
            b->state[u] = inside;
        }
        for (unsigned d = 0; d < 4; d++) { /* without branches: they would be guessed badly */
            node_t next = (node_t)(f + steps[d]);
            uint8_t state = b->state[next];
            int take = ways[walls] >> d & (state != inside);
            stack[n].face = (uint16_t)next;
            stack[n].state = state;
            n += take;
            b->state[next] = take ? inside : state;
        }
    }
}

/* A face next to v in the sector d, which lies between diagonals d and d + 1. */
static inline node_t sector_face(struct shape g, node_t v, int d)
{
    return (node_t)(v + palisade_orthogonal(g.stride, (d + 1) & 3));
}

enum { WALK_STEPS = 8 }; /* of a walk before the next has its turn; 4 and 16 were no faster */

/* A walk along stones that keeps a region at its left hand. */
struct walker {
    node_t at;
    int dir;   /* of the next step */
    int turns; /* quarter turns to the left so far */
    int out;   /* the sector of v where it began */
};

/* [stones on the diagonals][direction of arrival]: 4 x quarter turns to the left + the next
 * direction. That is the leftmost direction with a stone, and back (-2) if there is no other. */
#define TURN(links, dir)                                                                           \
    (((links) >> (((dir) + 1) & 3) & 1)   ? 4 + (((dir) + 1) & 3)                                  \
     : ((links) >> (dir)&1)               ? (dir)                                                  \
     : ((links) >> (((dir) + 3) & 3) & 1) ? -4 + (((dir) + 3) & 3)                                 \
                                          : -8 + (((dir) + 2) & 3))
#define TURNS(links)                                                                               \
    {                                                                                              \
        TURN(links, 0), TURN(links, 1), TURN(links, 2), TURN(links, 3)                             \
    }
static const int8_t turn_of[16][4] = {
    TURNS(0), TURNS(1), TURNS(2),  TURNS(3),  TURNS(4),  TURNS(5),  TURNS(6),  TURNS(7),
    TURNS(8), TURNS(9), TURNS(10), TURNS(11), TURNS(12), TURNS(13), TURNS(14), TURNS(15),
};

/* Encloses the regions that the stone on v has cut off, for the sectors of v given as bits. Each
 * sector's walk leads back to v and into the next sector of the same region. Round an inner region
 * the turns add up to +4, round the outside to -4; exactly one region is outside. The walks go some
 * steps in turn and the last one is never finished: the long way around is mostly the outside. */
static void close_loops(struct position *p, struct shape g, node_t v, int sectors, int side)
{
    struct palisade *b = &p->u.palisade;
    const node_t steps[4] = {palisade_diagonal(g.stride, 0), palisade_diagonal(g.stride, 1),
                             palisade_diagonal(g.stride, 2), palisade_diagonal(g.stride, 3)};
    struct walker walkers[4];
    int next[4];
    int turns[4] = {0};
    int n = 0;
    for (int d = 0; d < 4; d++)
        if (sectors >> d & 1)
            walkers[n++] = (struct walker){.at = v, .dir = d, .out = d};
    for (int i = 0; n > 1; i = i + 1 < n ? i + 1 : 0) {
        struct walker w = walkers[i];
        int left = WALK_STEPS;
        do {
            w.at += steps[w.dir];
            int turn = turn_of[b->near[w.at] & 15][w.dir];
            w.dir = turn & 3;
            w.turns += (turn - w.dir) / 4;
        } while (w.at != v && --left > 0);
        walkers[i] = w;
        if (w.at != v)
            continue;
        next[w.out] = w.dir;
        turns[w.out] = w.turns;
        walkers[i] = walkers[--n];
        i--;
    }
    /* Wherever the unfinished walk would lead: all sectors that lead into its own are of its
     * region. */
    int last = walkers[0].out;
    next[last] = last;
    bool outside_found = false;
    for (int todo = sectors; todo != 0;) {
        int region = 0;
        int sum = 0;
        for (int d = __builtin_ctz((unsigned)todo); !(region >> d & 1); d = next[d]) {
            region |= 1 << d;
            sum += turns[d];
        }
        todo &= ~region;
        if (region >> last & 1)
            continue;
        if (sum > 0)
            enclose(p, g, sector_face(g, v, __builtin_ctz((unsigned)region)), side);
        else
            outside_found = true;
    }
    if (outside_found)
        enclose(p, g, sector_face(g, v, last), side);
}

/* Encloses what the stone on v has cut off, if anything: `again` of the stones around it, on the
 * diagonals in links, had the root of another one. Nearly all loops are the smallest, four stones
 * around a face; nothing else is inside these, and they need no walk. */
static void close_around(struct position *p, struct shape g, node_t v, unsigned links, int again,
                         int side)
{
    struct palisade *b = &p->u.palisade;
    unsigned full = 0;
    for (int d = 0; d < 4; d++)
        full |= (unsigned)(b->near[sector_face(g, v, d)] >> 4 == 15) << d;
    for (unsigned todo = full; todo != 0; todo &= todo - 1, again--) {
        node_t f = sector_face(g, v, __builtin_ctz(todo));
        enclose_face(p, g, f, b->state[f], side);
    }
    if (again > 0)
        close_loops(p, g, v, (int)(links & ~full), side);
}

/* Puts a stone of side on the open point v, with all that follows (P4, P5). */
HOT void place(struct position *p, struct shape g, node_t v, int side)
{
    struct palisade *b = &p->u.palisade;
    unsigned links = b->near[v] & 15u;
    open_remove(b, g, v, side);
    b->state[v] = (uint8_t)(STATE_STONE + side);
    p->hash ^= keys[v];
    near_flip(b, g.stride, v);
    b->node[v].link = (uint16_t)v;
    int again = join(b, g.stride, v, links);
    if (again > 0)
        close_around(p, g, v, links, again, side);
}

void palisade_play_join(struct palisade *b, int stride, node_t v, unsigned links)
{
    (void)join(b, stride, v, links);
}

int palisade_play_black_points(const struct position *p)
{
    /* P6: all points are owned (5), so that each stone and each inner point counts for its side.
     * Eight states at a time: Black's are odd, and no byte of the sum comes near 256. */
    const uint64_t odd = 0x0101010101010101u;
    const uint8_t *state = p->u.palisade.state;
    int width = p->setup.width;
    int nodes_n = (width + 2) * (width + 2);
    uint64_t sum = 0;
    int v = 0;
    for (; v + 8 <= nodes_n; v += 8) {
        uint64_t eight;
        __builtin_memcpy(&eight, state + v, sizeof eight);
        sum += eight & odd;
    }
    int n = -2 * (width - 1); /* the ring's black stones have no owner (P2) */
    for (; v < nodes_n; v++)
        n += state[v] & 1;
    for (; sum != 0; sum >>= 8)
        n += (int)(sum & 0xff);
    return n;
}

void palisade_play_finish(struct position *p)
{
    const struct palisade *b = &p->u.palisade;
    if (b->open_n[0] > 0 || b->open_n[1] > 0)
        return;
    p->over = true;
    p->winner = 2 * palisade_play_black_points(p) > p->setup.width * p->setup.width ? 1 : 2;
}

void palisade_play(struct position *p, move_t m)
{
    int side = p->side;
    node_t v = palisade_node(p, move_point(m));
    place(p, palisade_shape(p), v, side);
    p->hash ^= palisade_play_key_side(1) ^ palisade_play_key_side(2);
    p->side = (uint8_t)(3 - side);
    p->last = m;
    p->ply++;
    palisade_play_finish(p);
}

/* A random open point of side. */
HOT node_t draw(const struct palisade *b, struct shape g, struct rng *r, int side)
{
    uint32_t i = rng_below(r, b->open_n[side - 1]) + (side == 2 ? (uint32_t)g.black_n : 0);
    return b->node[i].pick;
}

move_t palisade_play_random(struct position *p, struct rng *r)
{
    struct shape g = palisade_shape(p);
    return (move_t)palisade_point(g.stride, draw(&p->u.palisade, g, r, p->side));
}

/* One ply of a playout; returns the node that was played. */
HOT node_t playout_ply(struct position *p, struct shape g, struct rng *r, struct playlog *log,
                       const struct mast *mast, int side)
{
    node_t v = draw(&p->u.palisade, g, r, side);
    if (mast != NULL) {
        node_t other = draw(&p->u.palisade, g, r, side);
        v = mast->worth[other] > mast->worth[v] ? other : v;
    }
    place(p, g, v, side);
    if (log != NULL && log->n++ < log->cap)
        log->moves[log->n - 1] = (move_t)palisade_point(g.stride, v);
    return v;
}

/* Black and White in turn until no point is open, for both at once (5). */
HOT void playout_on(struct position *p, struct shape g, struct rng *rng, struct playlog *log,
                    const struct mast *mast)
{
    const struct palisade *b = &p->u.palisade;
    struct rng r = *rng; /* in registers */
    uint64_t keys_side = palisade_play_key_side(p->side);
    node_t v = 0;
    int plies = 0;
    if (p->side == 2) {
        v = playout_ply(p, g, &r, log, mast, 2);
        plies++;
        p->side = 1;
    }
    while (b->open_n[0] > 0) {
        v = playout_ply(p, g, &r, log, mast, 1);
        plies++;
        p->side = 2;
        if (b->open_n[1] == 0)
            break;
        v = playout_ply(p, g, &r, log, mast, 2);
        plies++;
        p->side = 1;
    }
    p->hash ^= keys_side ^ palisade_play_key_side(p->side);
    p->ply = (uint16_t)(p->ply + plies);
    p->last = (move_t)palisade_point(g.stride, v);
    *rng = r;
    palisade_play_finish(p);
}

/* The usual sizes have their own code, with distances that the compiler knows; each is a function
 * of its own, because the compilers of browsers do not optimise one as large as all of them. */
#define SHAPE(width) ((struct shape){.stride = (width) + 2, .black_n = ((width) * (width) + 1) / 2})
#define PLAYOUTS(name, shape)                                                                      \
    APART void plain_##name(struct position *p, struct rng *r, struct playlog *log)                \
    {                                                                                              \
        playout_on(p, shape, r, log, NULL);                                                        \
    }                                                                                              \
    APART void mast_##name(struct position *p, struct rng *r, struct playlog *log,                 \
                           const struct mast *mast)                                                \
    {                                                                                              \
        playout_on(p, shape, r, log, mast);                                                        \
    }
PLAYOUTS(9, SHAPE(9))
PLAYOUTS(13, SHAPE(13))
PLAYOUTS(19, SHAPE(19))
PLAYOUTS(any, palisade_shape(p))

void palisade_playout(struct position *p, struct rng *r, struct playlog *log)
{
    switch (p->setup.width) {
    case 9:
        plain_9(p, r, log);
        break;
    case 13:
        plain_13(p, r, log);
        break;
    case 19:
        plain_19(p, r, log);
        break;
    default:
        plain_any(p, r, log);
    }
}

void palisade_playout_mast(struct position *p, struct rng *r, struct playlog *log,
                           const struct mast *mast)
{
    ASSERT(mast != NULL);
    switch (p->setup.width) {
    case 9:
        mast_9(p, r, log, mast);
        break;
    case 13:
        mast_13(p, r, log, mast);
        break;
    case 19:
        mast_19(p, r, log, mast);
        break;
    default:
        mast_any(p, r, log, mast);
    }
}
