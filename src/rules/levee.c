/* levee.c - the rules of Levee (L1-L4), without a search for channels.
 *
 * When has a side no channel? A diagonal step is closed only between two diagonal stones, so it can
 * be replaced by two orthogonal ones through the empty point of its 2x2 block, or, where that is an
 * edge point, by a shorter channel of the same owner. So a side has a channel iff it has one of
 * orthogonal steps through inner points, and it has none iff the stones, with the *whole* edges of
 * the other side added as walls, hold a closed path of king's steps around the centre. A stone on a
 * corner changes nothing: its neighbours are neighbours of each other. If both sides have none, the
 * points around those that the centre reaches are all stones: a circuit. So
 *
 *      side 1 has no channel   iff   stones + left edge + right edge hold a ring around the centre,
 *      side 2 has no channel   iff   stones + bottom edge + top edge do,
 *      a circuit of stones (L3b) is there iff both do.
 *
 * Rings are told by parity. A ray runs down from the centre, just right of the centre's column c. A
 * step between neighbours crosses it iff it joins (c, y), y < c, and a point of column c + 1. A
 * closed path is a ring iff it crosses the ray an odd number of times. Stones are kept in a
 * union-find whose links carry the parity of crossings, so that each stone has a parity towards its
 * root; two neighbours of one component whose parities do not match their step close a ring.
 *
 * An edge (without its corners) is one long wall that each stone on the two outer lines touches. A
 * root's `touch` says which edges its component touches, with which parity towards the root:
 *
 *      bit   7 6 5 4   3 2 1 0        L left, R right, B bottom, T top;
 *            T B R L   T B R L        bottom's parity is that of its left half
 *            odd       even
 *
 *      5 . . . . .     One component {a3 b2 c1 c2}, root c2; the ray runs right of column c, so no
 *      4 . . . . .     step crosses it. It touches L (by a3, b2) and B (by b2, c1, c2) evenly:
 *      3 # . + . .     touch = 0x05. A stone on d2 would join it by a crossing step; it touches R
 *      2 . # # . .     evenly and, as it lies right of the ray, B oddly. Seen from c2 that is R
 *      1 . . # . .     oddly and B evenly: touch = 0x25.
 *        a b c d e
 *
 * If L and R touch one component, their parity towards each other is known. `relation` collects it:
 *
 *      bit 0  L and R are joined evenly      bit 1  oddly        both: side 1 has no channel
 *      bit 2  B and T are joined evenly      bit 3  oddly        both: side 2 has no channel
 *
 * and an edge that is joined oddly to itself sets both bits of its pair.
 *
 * Invariants:
 *  (1) row[] has the stones and nothing else; its margin is empty.
 *  (2) links lead to one root per component of king's neighbours; a root, and an empty point, links
 *      to itself evenly; ranks grow along the links between roots of merged components.
 *  (3) touch is right at roots, and at empty points as if a stone stood there alone; relation is
 *      the union over all components; 15 never occurs (L3b).
 *  (4) the game is over iff relation has 3 or 12; the winner is the side that it leaves.
 *  (5) while the game lasts, at[0 .. candidates_n).spot are distinct empty points, not the centre;
 *      every legal point is among them; a candidate's slot is its place there. A point that would
 *      close a circuit would do so for ever, as stones never leave, so it may be dropped. */
#include "rules/levee.h"

#include "base/err.h"
#include "rules/position.h"

enum { TOUCH_LEFT = 1, TOUCH_RIGHT = 2, TOUCH_BOTTOM = 4, TOUCH_TOP = 8, TOUCH_ODD = 4 };
enum { WITHOUT_1 = 3, WITHOUT_2 = 12, CIRCUIT = 15 };
enum { RELATIONS_OVER = 0xf888 }; /* bit r: relation r has WITHOUT_1 or WITHOUT_2 */

/* Directions are the bits of a 3x3 window of stones: 0 SW, 1 S, 2 SE, 3 W, 4 self, 5 E, … 8 NE. */
enum { DIRECTIONS = 9 };
static const int8_t direction_x[DIRECTIONS] = {-1, 0, 1, -1, 0, 1, -1, 0, 1};
static const int8_t direction_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 0, 1, 1, 1};

/* A spot is where a candidate lies, ready for use: x, y << 5, crossing << 10. */
enum { SPOT_Y = 5, SPOT_CROSSING = 10, SPOT_MASK = 31 };

/* Directions whose step crosses the ray, by crossing: none, from (c, y), from (c + 1, y) with y < c
 * and with y = c (where only the south-western neighbour lies beyond the ray). */
enum { CROSSING_NONE, CROSSING_EAST, CROSSING_WEST, CROSSING_SOUTH_WEST };
static const uint16_t crossing_directions[] = {0, 0x124, 0x049, 0x001};

/* One direction for each set of stones in a window that hang together without the middle: an
 * orthogonal neighbour is a neighbour of the diagonal ones beside it and of the orthogonal ones but
 * the opposite one. An empty window gives the middle itself: a stone alone is its own root. */
#define WINDOW_BESIDE(w)   (((w)&0x82) << 1 | ((w)&0x82) >> 1 | ((w)&0x28) << 3 | ((w)&0x28) >> 3)
#define WINDOW_DIAGONAL(w) ((w)&0x145 & ~WINDOW_BESIDE(w))
#define WINDOW_ORTHOGONAL(w)                                                                       \
    (((w)&0xaa) == 0x82 || ((w)&0xaa) == 0x28 ? ((w)&0xaa) : ((w)&0xaa) & -((w)&0xaa))
#define PARTS_1(w)   (((w)&0x1ef) == 0 ? 0x10 : (WINDOW_DIAGONAL(w) | WINDOW_ORTHOGONAL(w)))
#define PARTS_4(w)   PARTS_1(w), PARTS_1((w) + 1), PARTS_1((w) + 2), PARTS_1((w) + 3)
#define PARTS_16(w)  PARTS_4(w), PARTS_4((w) + 4), PARTS_4((w) + 8), PARTS_4((w) + 12)
#define PARTS_64(w)  PARTS_16(w), PARTS_16((w) + 16), PARTS_16((w) + 32), PARTS_16((w) + 48)
#define PARTS_256(w) PARTS_64(w), PARTS_64((w) + 64), PARTS_64((w) + 128), PARTS_64((w) + 192)
static const uint16_t window_parts[512] = {PARTS_256(0), PARTS_256(256)};

/* What a component that touches so tells of the edges. */
#define RELATION_EVEN(t) ((t)&15)
#define RELATION_ODD(t)  ((t) >> TOUCH_ODD)
#define RELATION_SELF(t) (RELATION_EVEN(t) & RELATION_ODD(t)) /* an edge joined oddly to itself */
#define RELATION_SAME(t)                                                                           \
    ((RELATION_EVEN(t) & RELATION_EVEN(t) >> 1) | (RELATION_ODD(t) & RELATION_ODD(t) >> 1))
#define RELATION_DIFFER(t)                                                                         \
    ((RELATION_EVEN(t) & RELATION_ODD(t) >> 1) | (RELATION_ODD(t) & RELATION_EVEN(t) >> 1))
#define RELATION_BOTH(t) (RELATION_SELF(t) | RELATION_SELF(t) >> 1)
#define RELATION_1(t)                                                                              \
    (((RELATION_SAME(t) | RELATION_BOTH(t)) & 5) | ((RELATION_DIFFER(t) | RELATION_BOTH(t)) & 5)   \
                                                       << 1)
#define RELATION_4(t)  RELATION_1(t), RELATION_1((t) + 1), RELATION_1((t) + 2), RELATION_1((t) + 3)
#define RELATION_16(t) RELATION_4(t), RELATION_4((t) + 4), RELATION_4((t) + 8), RELATION_4((t) + 12)
#define RELATION_64(t)                                                                             \
    RELATION_16(t), RELATION_16((t) + 16), RELATION_16((t) + 32), RELATION_16((t) + 48)
static const uint8_t relation_of[256] = {RELATION_64(0), RELATION_64(64), RELATION_64(128),
                                         RELATION_64(192)};

/* What a placement would do, found without changing anything. */
struct joint {
    point_t at;         /* the new stone */
    unsigned roots_n;   /* 1 … 4 */
    unsigned root[4];   /* distinct components that it joins; itself if it stands alone */
    unsigned parity[4]; /* of the new stone towards root[i] */
    unsigned touch;     /* of the joined component, seen from root[0] */
    unsigned relation;  /* afterwards; CIRCUIT: illegal */
};

static point_t centre_of(const struct levee *l)
{
    return (point_t)(l->n * l->n / 2);
}

static bool is_corner(const struct levee *l, int x, int y)
{
    return (x == 0 || x == l->n - 1) && (y == 0 || y == l->n - 1);
}

static bool is_stone(const struct levee *l, int x, int y)
{
    return l->row[y + 1] >> (x + 1) & 1;
}

static unsigned spot_of(int n, int x, int y)
{
    int c = n / 2;
    unsigned crossing = CROSSING_NONE;
    if (x == c && y < c)
        crossing = CROSSING_EAST;
    if (x == c + 1 && y <= c)
        crossing = y < c ? CROSSING_WEST : CROSSING_SOUTH_WEST;
    return (unsigned)x | (unsigned)y << SPOT_Y | crossing << SPOT_CROSSING;
}

static unsigned window_of(const struct levee *l, unsigned x, unsigned y)
{
    return (l->row[y] >> x & 7) | (l->row[y + 1] >> x & 7) << 3 | (l->row[y + 2] >> x & 7) << 6;
}

/* A touch seen from the other end of a path of that parity. */
static unsigned touch_turn(unsigned touch, unsigned parity)
{
    unsigned shift = parity * TOUCH_ODD;
    return (touch << shift | touch >> shift) & 0xff;
}

/* Edges that a stone on (x, y) touches by itself. */
static unsigned touch_of(int n, int x, int y)
{
    int c = n / 2;
    unsigned touch = 0;
    if (x <= 1)
        touch |= TOUCH_LEFT;
    if (x >= n - 2) /* on 3x3 the step from b1 to the right edge crosses the ray */
        touch |= x == c && y < c ? TOUCH_RIGHT << TOUCH_ODD : TOUCH_RIGHT;
    if (y <= 1)
        touch |= x > c ? TOUCH_BOTTOM << TOUCH_ODD : TOUCH_BOTTOM;
    if (y >= n - 2)
        touch |= TOUCH_TOP;
    return touch;
}

/* The root of stone p << 1; bit 0 is changed by the parity of p towards it. */
static inline unsigned find(const struct levee *l, unsigned p)
{
    /* Roots link to themselves evenly, so one step too many does no harm: two steps without a
     * question reach nearly all roots. */
    unsigned link = l->at[p >> 1].link ^ (p & 1);
    link = l->at[link >> 1].link ^ (link & 1);
    for (;;) {
        unsigned next = l->at[link >> 1].link ^ (link & 1);
        if (LIKELY(next == link))
            return link;
        link = next;
    }
}

/* Fills *j for a stone on a spot that is empty and not the centre; relation is l->relation. */
static inline __attribute__((always_inline)) void weigh(const struct levee *l, unsigned spot,
                                                        unsigned relation, struct joint *j)
{
    unsigned x = spot & SPOT_MASK;
    unsigned y = spot >> SPOT_Y & SPOT_MASK;
    unsigned crossing = crossing_directions[spot >> SPOT_CROSSING];
    unsigned parts = window_parts[window_of(l, x, y)];
    int at = (int)(y * l->n + x);
    int d = __builtin_ctz(parts);
    unsigned root = find(l, (unsigned)(at + l->step[d]) << 1 | (crossing >> d & 1));
    unsigned touch = l->at[at].touch;
    j->at = (point_t)at;
    j->root[0] = root >> 1;
    j->parity[0] = root & 1;
    j->roots_n = 1;
    touch = touch_turn(touch, root & 1) | l->at[root >> 1].touch;
    for (parts &= parts - 1; UNLIKELY(parts != 0); parts &= parts - 1) {
        d = __builtin_ctz(parts);
        root = find(l, (unsigned)(at + l->step[d]) << 1 | (crossing >> d & 1));
        unsigned i = 0;
        while (i < j->roots_n && j->root[i] != root >> 1)
            i++;
        if (i == j->roots_n) {
            j->root[i] = root >> 1;
            j->parity[i] = root & 1;
            j->roots_n++;
            touch |= touch_turn(l->at[root >> 1].touch, j->parity[0] ^ (root & 1));
        } else if (j->parity[i] != (root & 1)) {
            relation = CIRCUIT; /* L3b */
        }
    }
    j->touch = touch;
    j->relation = relation | relation_of[touch];
}

/* Joins the new stone to the components that weigh() found. */
static inline __attribute__((always_inline)) void join(struct levee *l, const struct joint *j)
{
    unsigned root = j->root[0];
    unsigned turn = 0; /* parity of root[0] towards root */
    l->at[j->at].link = (uint16_t)(root << 1 | j->parity[0]);
    for (unsigned i = 1; UNLIKELY(i < j->roots_n); i++) {
        unsigned other = j->root[i];
        unsigned between = turn ^ j->parity[0] ^ j->parity[i]; /* of root towards other */
        if (l->at[root].rank > l->at[other].rank) {
            l->at[other].link = (uint16_t)(root << 1 | between);
        } else {
            if (l->at[root].rank == l->at[other].rank)
                l->at[other].rank++;
            l->at[root].link = (uint16_t)(other << 1 | between);
            root = other;
            turn ^= between;
        }
    }
    l->at[root].touch = (uint8_t)touch_turn(j->touch, turn);
}

/* weigh() and join() for any number of parts. */
static __attribute__((noinline)) unsigned settle_many(struct levee *l, unsigned spot,
                                                      unsigned relation)
{
    struct joint j;
    weigh(l, spot, relation, &j);
    if (j.relation != CIRCUIT)
        join(l, &j);
    return j.relation;
}

/* Settles a stone on a spot: weighs it and joins it, unless it closes a circuit. Returns the
 * relation afterwards; CIRCUIT: refused, and nothing has changed. The row is the caller's to set.
 * One or two parts, 97 stones of 100 in playouts, are joined in registers. */
static inline __attribute__((always_inline)) unsigned settle(struct levee *l, unsigned spot,
                                                             unsigned relation)
{
    unsigned x = spot & SPOT_MASK;
    unsigned y = spot >> SPOT_Y & SPOT_MASK;
    unsigned at = y * l->n + x;
    unsigned crossing = crossing_directions[spot >> SPOT_CROSSING];
    unsigned parts = window_parts[window_of(l, x, y)];
    unsigned rest = parts & (parts - 1);
    int d = __builtin_ctz(parts);
    unsigned a = find(l, (at + (unsigned)l->step[d]) << 1 | (crossing >> d & 1));
    if (rest == 0) {
        unsigned touch = touch_turn(l->at[at].touch, a & 1) | l->at[a >> 1].touch;
        relation |= relation_of[touch];
        if (LIKELY(relation != CIRCUIT)) {
            l->at[at].link = (uint16_t)a;
            l->at[a >> 1].touch = (uint8_t)touch;
        }
        return relation;
    }
    if (UNLIKELY((rest & (rest - 1)) != 0))
        return settle_many(l, spot, relation);
    d = __builtin_ctz(rest);
    unsigned b = find(l, (at + (unsigned)l->step[d]) << 1 | (crossing >> d & 1));
    if (UNLIKELY((a ^ b) == 1))
        return CIRCUIT; /* L3b: one component, met with both parities */
    unsigned rank_a = l->at[a >> 1].rank;
    unsigned rank_b = l->at[b >> 1].rank;
    unsigned swap = rank_a < rank_b ? a ^ b : 0;
    a ^= swap;
    b ^= swap;
    unsigned touch = touch_turn(l->at[at].touch, a & 1) | l->at[a >> 1].touch |
                     touch_turn(l->at[b >> 1].touch, (a ^ b) & 1);
    relation |= relation_of[touch];
    if (UNLIKELY(relation == CIRCUIT))
        return relation;
    /* If a and b are the same, they stay so, linked evenly to themselves. */
    l->at[at].link = (uint16_t)a;
    l->at[b >> 1].link = (uint16_t)(a ^ (b & 1));
    l->at[a >> 1].touch = (uint8_t)touch;
    l->at[a >> 1].rank = (uint8_t)(l->at[a >> 1].rank + (rank_a == rank_b && a != b));
    return relation;
}

/* Zobrist keys: rng_mix() of numbers that no other game uses, worked out by the compiler. */
#define MIX_1(z)  ((z) + 0x9e3779b97f4a7c15u)
#define MIX_2(z)  (((z) ^ (z) >> 30) * 0xbf58476d1ce4e5b9u)
#define MIX_3(z)  (((z) ^ (z) >> 27) * 0x94d049bb133111ebu)
#define MIX_4(z)  ((z) ^ (z) >> 31)
#define KEY(i)    MIX_4(MIX_3(MIX_2(MIX_1(0x6c65766565000000u + (i)))))
#define KEY_5(i)  KEY(i), KEY((i) + 1), KEY((i) + 2), KEY((i) + 3), KEY((i) + 4)
#define KEY_25(i) KEY_5(i), KEY_5((i) + 5), KEY_5((i) + 10), KEY_5((i) + 15), KEY_5((i) + 20)
#define KEY_125(i)                                                                                 \
    KEY_25(i), KEY_25((i) + 25), KEY_25((i) + 50), KEY_25((i) + 75), KEY_25((i) + 100)
static const uint64_t key_stone[POINTS_MAX] = {KEY_125(0), KEY_125(125), KEY_125(250), KEY_125(375),
                                               KEY_125(500)};

static uint64_t key_side(int side)
{
    return side == 2 ? rng_mix(0x6c65766565800002u) : 0;
}

static uint64_t key_board(int n)
{
    return rng_mix(0x6c65766565400000u + (uint64_t)n);
}

/* A slot's spot moves to the place of a candidate that leaves the list. */
static void candidate_drop(struct levee *l, unsigned slot)
{
    unsigned last = l->at[--l->candidates_n].spot;
    l->at[slot].spot = (uint16_t)last;
    l->at[(last >> SPOT_Y & SPOT_MASK) * l->n + (last & SPOT_MASK)].slot = (uint16_t)slot;
}

/* L4: whoever has no channel has lost, whoever moved. */
static void judge_end(struct position *p)
{
    unsigned relation = p->u.levee.relation;
    if ((relation & WITHOUT_1) == WITHOUT_1)
        p->winner = 2;
    else if ((relation & WITHOUT_2) == WITHOUT_2)
        p->winner = 1;
    p->over = p->winner != 0;
}

static void levee_start(struct position *p)
{
    struct levee *l = &p->u.levee;
    int n = p->setup.width;
    l->n = (uint8_t)n;
    l->relation = 0;
    l->candidates_n = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        l->step[d] = (int16_t)(direction_y[d] * n + direction_x[d]);
    __builtin_memset(l->row, 0, sizeof l->row);
    for (point_t i = 0; i < n * n; i++) {
        struct levee_point *at = &l->at[i];
        at->link = (uint16_t)(i << 1);
        at->touch = (uint8_t)touch_of(n, i % n, i / n);
        at->rank = 0;
        at->slot = 0;
        at->spot = 0;
        if (i == centre_of(l)) /* L3a */
            continue;
        at->slot = l->candidates_n;
        l->at[l->candidates_n++].spot = (uint16_t)spot_of(n, i % n, i / n);
    }
    p->hash = key_board(n) ^ key_side(p->side);
}

/* Puts a stone on a spot; false if it would close a circuit. */
static bool stone_put(struct position *p, unsigned spot)
{
    struct levee *l = &p->u.levee;
    unsigned x = spot & SPOT_MASK;
    unsigned y = spot >> SPOT_Y & SPOT_MASK;
    unsigned relation = settle(l, spot, l->relation);
    if (relation == CIRCUIT)
        return false;
    l->relation = (uint8_t)relation;
    l->row[y + 1] |= 2u << x;
    p->hash ^= key_stone[y * l->n + x];
    return true;
}

static int levee_set(struct position *p, const struct cell *cells)
{
    levee_start(p);
    struct levee *l = &p->u.levee;
    int n = l->n;
    for (point_t i = 0; i < n * n; i++) {
        struct cell c = cells[i];
        bool stone = c.owner == OWNER_NEUTRAL;
        if ((c.owner != OWNER_NONE && !stone) || c.height != stone || c.flags != 0)
            return ERR_RANGE;
        if (!stone)
            continue;
        if (i == centre_of(l))
            return ERR_ILLEGAL; /* L3a */
        if (!stone_put(p, spot_of(n, i % n, i / n)))
            return ERR_ILLEGAL; /* L3b */
        candidate_drop(l, l->at[i].slot);
    }
    judge_end(p);
    return 0;
}

static struct cell levee_cell(const struct position *p, point_t at)
{
    const struct levee *l = &p->u.levee;
    bool stone = is_stone(l, at % l->n, at / l->n);
    return (struct cell){.owner = stone ? OWNER_NEUTRAL : OWNER_NONE, .height = stone};
}

static enum verdict levee_judge(const struct position *p, move_t m)
{
    if (m == MOVE_PASS)
        return VERDICT_L4;
    const struct levee *l = &p->u.levee;
    point_t at = move_point(m);
    int x = at % l->n;
    int y = at / l->n;
    if (at == centre_of(l))
        return VERDICT_L3A;
    if (is_stone(l, x, y))
        return VERDICT_L3;
    struct joint j;
    weigh(l, spot_of(l->n, x, y), l->relation, &j);
    return j.relation == CIRCUIT ? VERDICT_L3B : VERDICT_OK;
}

static int levee_legal(const struct position *p, move_t *out)
{
    const struct levee *l = &p->u.levee;
    int n = l->n;
    int legal_n = 0;
    for (int y = 0; y < n; y++) {
        uint32_t empty = ~l->row[y + 1] >> 1 & ((1u << n) - 1);
        if (y == n / 2)
            empty &= ~(1u << n / 2); /* L3a */
        for (; empty != 0; empty &= empty - 1) {
            int x = __builtin_ctz(empty);
            struct joint j;
            weigh(l, spot_of(n, x, y), l->relation, &j);
            out[legal_n] = (move_t)(y * n + x);
            legal_n += j.relation != CIRCUIT;
        }
    }
    return legal_n;
}

static void levee_play(struct position *p, move_t m)
{
    struct levee *l = &p->u.levee;
    unsigned slot = l->at[move_point(m)].slot;
    bool played = stone_put(p, l->at[slot].spot);
    ASSERT(played);
    candidate_drop(l, slot);
    judge_end(p);
    p->hash ^= key_side(2);
    p->side = (uint8_t)(3 - p->side);
    p->ply++;
    p->last = m;
}

static move_t levee_random(struct position *p, struct rng *r)
{
    struct levee *l = &p->u.levee;
    for (;;) {
        ASSERT(l->candidates_n > 0); /* L4: a placement is always available */
        unsigned slot = rng_below(r, l->candidates_n);
        unsigned spot = l->at[slot].spot;
        struct joint j;
        weigh(l, spot, l->relation, &j);
        if (j.relation != CIRCUIT)
            return (move_t)j.at;
        candidate_drop(l, slot);
    }
}

/* What levee_play does to the end of the game, with everything that changes in registers. Slots are
 * not kept: nothing asks for them when the game is over. */
static void levee_playout(struct position *p, struct rng *r, struct playlog *log)
{
    struct levee *l = &p->u.levee;
    struct rng rng = *r;
    uint64_t hash = p->hash;
    unsigned candidates_n = l->candidates_n;
    unsigned relation = l->relation;
    unsigned plies = 0;
    uint64_t bits = 0; /* half a word of the generator is left in odd rounds */
    unsigned at = 0;
    for (unsigned round = 0;; round++) {
        ASSERT(candidates_n > 0); /* L4 */
        bits = round & 1 ? bits << 32 : rng_next(&rng);
        unsigned slot = (unsigned)((bits >> 32) * candidates_n >> 32);
        unsigned spot = l->at[slot].spot;
        l->at[slot].spot = l->at[--candidates_n].spot;
        unsigned after = settle(l, spot, relation);
        if (UNLIKELY(after == CIRCUIT))
            continue;
        unsigned x = spot & SPOT_MASK;
        unsigned y = spot >> SPOT_Y & SPOT_MASK;
        at = y * l->n + x;
        relation = after;
        l->row[y + 1] |= 2u << x;
        hash ^= key_stone[at];
        if (log != NULL) {
            if (log->n < log->cap)
                log->moves[log->n] = (move_t)at;
            log->n++;
        }
        plies++;
        if (RELATIONS_OVER >> relation & 1)
            break;
    }
    *r = rng;
    l->candidates_n = (uint16_t)candidates_n;
    l->relation = (uint8_t)relation;
    judge_end(p);
    if (plies & 1) {
        hash ^= key_side(2);
        p->side = (uint8_t)(3 - p->side);
    }
    p->hash = hash;
    p->ply = (uint16_t)(p->ply + plies);
    p->last = (move_t)at;
}

static void levee_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    if (p->winner != 0)
        points[p->winner - 1] = 1;
}

/* A breadth-first search from the centre finds a shortest channel of each side (L2). */
static void levee_result(const struct position *p, struct result *out)
{
    const struct levee *l = &p->u.levee;
    int n = l->n;
    point_t queue[POINTS_MAX];
    point_t from[POINTS_MAX];
    point_t centre = centre_of(l);
    int head = 0;
    int tail = 0;
    levee_score(p, out->points);
    for (int i = 0; i < n * n; i++)
        from[i] = POINT_NONE;
    from[centre] = centre;
    queue[tail++] = centre;
    while (head < tail) {
        point_t at = queue[head++];
        int x = at % n;
        int y = at / n;
        bool on_x = x == 0 || x == n - 1; /* left and right belong to side 2 (L1) */
        if (on_x || y == 0 || y == n - 1) {
            int side = on_x ? 2 : 1;
            uint16_t *channel_n = &out->channel_n[side - 1];
            if (*channel_n != 0)
                continue;
            uint16_t length = 1;
            for (point_t q = at; q != centre; q = from[q])
                length++;
            *channel_n = length;
            for (point_t q = at; length > 0; q = from[q])
                out->channel[side - 1][--length] = q;
            continue; /* an edge point is the last of its channel */
        }
        for (int d = 0; d < DIRECTIONS; d++) {
            int dx = direction_x[d];
            int dy = direction_y[d];
            point_t to = (point_t)(at + l->step[d]);
            if (from[to] != POINT_NONE || is_stone(l, x + dx, y + dy) ||
                is_corner(l, x + dx, y + dy))
                continue;
            if (dx != 0 && dy != 0 && is_stone(l, x + dx, y) && is_stone(l, x, y + dy))
                continue; /* the step is closed */
            from[to] = at;
            queue[tail++] = to;
        }
    }
}

/* The shortest circuit that a stone on at would close, from at on: a breadth-first search over
 * stones and parities, from (at, even) to (at, odd). It visits no stone twice, since otherwise a
 * circuit, or a shorter one through at, would be there. */
static uint16_t circuit_through(const struct levee *l, point_t start, point_t *out)
{
    int n = l->n;
    uint16_t queue[2 * POINTS_MAX]; /* point << 1 | parity */
    uint16_t from[2 * POINTS_MAX];
    int head = 0;
    int tail = 0;
    uint16_t goal = (uint16_t)(start << 1 | 1);
    for (int i = 0; i < 2 * n * n; i++)
        from[i] = UINT16_MAX;
    queue[tail++] = (uint16_t)(start << 1);
    while (head < tail && from[goal] == UINT16_MAX) {
        uint16_t node = queue[head++];
        point_t at = (point_t)(node >> 1);
        unsigned spot = spot_of(n, at % n, at / n);
        unsigned stones = window_of(l, spot & SPOT_MASK, spot >> SPOT_Y & SPOT_MASK);
        unsigned crossing = crossing_directions[spot >> SPOT_CROSSING];
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (d == 4)
                continue;
            point_t to = (point_t)(at + l->step[d]);
            if (!(stones >> d & 1)) {
                int x = at % n + direction_x[d];
                int y = at / n + direction_y[d];
                if (to != start || x != start % n || y != start / n)
                    continue;
            }
            uint16_t next = (uint16_t)((unsigned)to << 1 | ((node ^ crossing >> d) & 1));
            if (from[next] != UINT16_MAX || next == (uint16_t)(start << 1))
                continue;
            from[next] = node;
            queue[tail++] = next;
        }
    }
    ASSERT(from[goal] != UINT16_MAX);
    uint16_t length = 0;
    uint16_t node = goal;
    do {
        out[length++] = (point_t)(node >> 1);
        node = from[node];
    } while (node != (uint16_t)(start << 1));
    return length;
}

static void levee_explain(const struct position *p, move_t m, struct explanation *out)
{
    const struct levee *l = &p->u.levee;
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (m == MOVE_PASS) {
        text_str(&t, "There is no passing in Levee: a placement is always available.");
        return;
    }
    point_t at = move_point(m);
    switch (out->verdict) {
    case VERDICT_L3A:
        text_str(&t, "The centre, ");
        point_print(at, l->n, &t);
        text_str(&t, ", stays empty: all channels begin there.");
        out->points[out->points_n++] = at;
        break;
    case VERDICT_L3B:
        out->points_n = circuit_through(l, at, out->points);
        text_str(&t, "A stone on ");
        point_print(at, l->n, &t);
        text_str(&t, " would close a circuit around the centre (");
        text_int(&t, out->points_n);
        text_str(&t, " stones).");
        break;
    default:
        text_str(&t, "A stone stands on ");
        point_print(at, l->n, &t);
        text_str(&t, " already.");
        out->points[out->points_n++] = at;
        break;
    }
}

static uint64_t levee_hash(const struct position *p, int symmetry)
{
    const struct levee *l = &p->u.levee;
    int n = l->n;
    /* A quarter turn exchanges the sides, so the other one is to move. */
    int side = symmetry & SYMMETRY_TRANSPOSE ? 3 - p->side : p->side;
    uint64_t hash = key_board(n) ^ key_side(side);
    for (point_t i = 0; i < n * n; i++)
        if (is_stone(l, i % n, i / n))
            hash ^= key_stone[symmetry_point(symmetry, n, n, i)];
    return hash;
}

static size_t levee_bytes(const struct position *p)
{
    int n = p->setup.width;
    return offsetof(struct position, u.levee.at) + (size_t)(n * n) * sizeof(struct levee_point);
}

const struct game game_levee = {
    .id = GAME_LEVEE,
    .name = "levee",
    .title = "Levee",
    .designer = "Mark Steere",
    .year = "2007",
    .summary = "Dam every channel that leads from the spring to your opponent's shores.",
    .size_min = 3,
    .size_max = 25,
    .size_step = 2,
    .size_default = 13,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = false,
    .symmetries = 0xff,
    .symmetries_swap = 0xf0,
    .start = levee_start,
    .set = levee_set,
    .cell = levee_cell,
    .legal = levee_legal,
    .judge = levee_judge,
    .play = levee_play,
    .random = levee_random,
    .playout = levee_playout,
    .score = levee_score,
    .result = levee_result,
    .explain = levee_explain,
    .hash = levee_hash,
    .bytes = levee_bytes,
};
