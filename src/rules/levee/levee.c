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
 *  (2) the nodes word[LEVEE_WORDS * p + parity] are a union-find over stones and parities: links
 *      lead to one root per component of king's neighbours, seen with the parity of p towards it;
 *      a root, and an empty point, links to itself. A stone's two nodes mirror each other.
 *  (3) touch is right at roots, and at empty points as if a stone stood there alone; relation is
 *      the union over all components; 15 never occurs (L3b).
 *  (4) the game is over iff relation has 3 or 12; the winner is the side that it leaves.
 *  (5) while the game lasts, the LEVEE_SPOT words of the first candidates_n points are the spots of
 *      distinct empty points, not the centre; every legal point is among them; a candidate's slot
 *      is its place there. A point that would close a circuit would do so for ever, as stones never
 *      leave, so it may be dropped. */
#include "rules/levee/levee.h"

#include "base/err.h"
#include "rules/levee/levee_int.h"
#include "rules/position.h"

enum { TOUCH_LEFT = 1, TOUCH_RIGHT = 2, TOUCH_BOTTOM = 4, TOUCH_TOP = 8, TOUCH_ODD = 4 };
enum { WITHOUT_1 = 3, WITHOUT_2 = 12, CIRCUIT = 15 };
enum { RELATIONS_OVER = 0xf888 }; /* bit r: relation r has WITHOUT_1 or WITHOUT_2 */

/* Directions whose step crosses the ray, by crossing. */
static const uint16_t crossing_directions[CROSSING_N] = {0, 0x124, 0x049, 0x001};

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

/* The relation of the edges that a component with this touch shows. */
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

static bool is_corner(const struct levee *l, int x, int y)
{
    return (x == 0 || x == l->n - 1) && (y == 0 || y == l->n - 1);
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

/* The root of a node: the stone's root with the parity towards it. */
static inline unsigned find(const struct levee *l, unsigned node)
{
    for (;;) {
        unsigned next = l->word[node];
        if (next == node)
            return node;
        node = next;
    }
}

/* The root of the first of some parts around at, with the parity of at towards it. */
static inline unsigned find_part(const struct levee *l, unsigned at, unsigned crossing,
                                 unsigned parts)
{
    return find(l, LEVEE_WORDS * at + (unsigned)l->step[crossing][__builtin_ctz(parts)]);
}

/* L3b: would a stone on at meet one component with both parities? Parts hang together round at, so
 * one part alone never closes a circuit that was not closed without at. */
static bool closes_circuit(const struct levee *l, unsigned at, unsigned crossing, unsigned parts)
{
    unsigned root[4];
    int n = 0;
    for (; parts != 0; parts &= parts - 1) {
        root[n] = find_part(l, at, crossing, parts);
        for (int i = 0; i < n; i++)
            if ((root[i] ^ root[n]) == 1)
                return true;
        n++;
    }
    return false;
}

/* closes_circuit() for an empty spot, not the centre. */
static inline bool spot_closes_circuit(const struct levee *l, unsigned spot)
{
    unsigned x = spot & SPOT_MASK;
    unsigned y = spot >> SPOT_Y & SPOT_MASK;
    unsigned parts = window_parts[window_of(l, x, y)];
    return (parts & (parts - 1)) != 0 &&
           closes_circuit(l, y * l->n + x, spot >> SPOT_CROSSING, parts);
}

/* Links both nodes of a stone to a root, given as seen from one of them. */
static inline void link_to(struct levee *l, unsigned node, unsigned root)
{
    unsigned even = node & ~1u;
    l->word[even] = (uint16_t)(root ^ (node & 1));
    l->word[even + 1] = (uint16_t)(root ^ (node & 1) ^ 1);
}

/* Joins the components of two roots that are the same stone seen from a new one, and returns the
 * root of both. The same root twice changes nothing, so that needs no question. The later point is
 * linked to the earlier one: ranks would keep paths shorter, but have to be looked up; shortening
 * the few long paths makes up for it. */
static inline unsigned unite(struct levee *l, unsigned a, unsigned b)
{
    unsigned swap = (a ^ b) & -(unsigned)(a > b); /* a branch here would be a coin toss */
    a ^= swap;
    b ^= swap;
    l->touch[a / LEVEE_WORDS] |= (uint8_t)touch_turn(l->touch[b / LEVEE_WORDS], (a ^ b) & 1);
    link_to(l, b, a);
    return a;
}

/* find_part() for playing. Roots link to themselves, so that two links may be followed without a
 * question, and five paths of six end there; longer ones are shortened. */
static inline unsigned find_part_shorten(struct levee *l, unsigned at, unsigned crossing,
                                         unsigned parts)
{
    unsigned part = LEVEE_WORDS * at + (unsigned)l->step[crossing][__builtin_ctz(parts)];
    unsigned root = l->word[l->word[part]];
    if (UNLIKELY(l->word[root] != root)) {
        root = find(l, root);
        link_to(l, part, root);
    }
    return root;
}

/* Joins a stone on an empty spot to its neighbours and returns the relation afterwards, or CIRCUIT,
 * and nothing has changed but the length of paths. The row is the caller's to set. In playouts 75
 * stones of 100 meet one part or none, and 97 two at most. */
static inline __attribute__((always_inline)) unsigned settle(struct levee *l, unsigned spot,
                                                             unsigned relation)
{
    unsigned x = spot & SPOT_MASK;
    unsigned y = spot >> SPOT_Y & SPOT_MASK;
    unsigned at = y * l->n + x;
    unsigned crossing = spot >> SPOT_CROSSING;
    unsigned parts = window_parts[window_of(l, x, y)];
    unsigned rest = parts & (parts - 1);
    unsigned root = find_part_shorten(l, at, crossing, parts);
    if (rest != 0) {
        unsigned second = find_part_shorten(l, at, crossing, rest);
        if (UNLIKELY((root ^ second) == 1)) /* L3b */
            return CIRCUIT;
        rest &= rest - 1;
        if (UNLIKELY(rest != 0) && closes_circuit(l, at, crossing, parts))
            return CIRCUIT;
        root = unite(l, root, second);
        for (; UNLIKELY(rest != 0); rest &= rest - 1)
            root = unite(l, root, find_part_shorten(l, at, crossing, rest));
    }
    unsigned touch = touch_turn(l->touch[at], root & 1) | l->touch[root / LEVEE_WORDS];
    link_to(l, LEVEE_WORDS * at, root);
    l->touch[root / LEVEE_WORDS] = (uint8_t)touch;
    return relation | relation_of[touch];
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
    unsigned last = l->word[LEVEE_WORDS * --l->candidates_n + LEVEE_SPOT];
    l->word[LEVEE_WORDS * slot + LEVEE_SPOT] = (uint16_t)last;
    l->word[LEVEE_WORDS * ((last >> SPOT_Y & SPOT_MASK) * l->n + (last & SPOT_MASK)) + LEVEE_SLOT] =
        (uint16_t)slot;
}

/* L4: a side without a channel has lost, whichever side moved. */
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
    for (int crossing = 0; crossing < CROSSING_N; crossing++)
        for (int d = 0; d < DIRECTIONS; d++)
            l->step[crossing][d] = (int16_t)(LEVEE_WORDS * (direction_y[d] * n + direction_x[d]) +
                                             (crossing_directions[crossing] >> d & 1));
    __builtin_memset(l->row, 0, sizeof l->row);
    for (point_t i = 0; i < n * n; i++) {
        uint16_t *word = &l->word[LEVEE_WORDS * i];
        word[LEVEE_EVEN] = (uint16_t)(LEVEE_WORDS * i);
        word[LEVEE_ODD] = (uint16_t)(LEVEE_WORDS * i + 1);
        word[LEVEE_SLOT] = 0;
        word[LEVEE_SPOT] = 0;
        l->touch[i] = (uint8_t)touch_of(n, i % n, i / n);
        if (i == centre_of(l)) /* L3a */
            continue;
        word[LEVEE_SLOT] = l->candidates_n;
        l->word[LEVEE_WORDS * l->candidates_n++ + LEVEE_SPOT] = (uint16_t)spot_of(n, i % n, i / n);
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
        candidate_drop(l, l->word[LEVEE_WORDS * i + LEVEE_SLOT]);
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
    return spot_closes_circuit(l, spot_of(l->n, x, y)) ? VERDICT_L3B : VERDICT_OK;
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
            out[legal_n] = (move_t)(y * n + x);
            legal_n += !spot_closes_circuit(l, spot_of(n, x, y));
        }
    }
    return legal_n;
}

static void levee_play(struct position *p, move_t m)
{
    struct levee *l = &p->u.levee;
    unsigned slot = l->word[LEVEE_WORDS * move_point(m) + LEVEE_SLOT];
    bool played = stone_put(p, l->word[LEVEE_WORDS * slot + LEVEE_SPOT]);
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
        unsigned spot = l->word[LEVEE_WORDS * slot + LEVEE_SPOT];
        if (!spot_closes_circuit(l, spot))
            return (move_t)((spot >> SPOT_Y & SPOT_MASK) * l->n + (spot & SPOT_MASK));
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
        unsigned spot = l->word[LEVEE_WORDS * slot + LEVEE_SPOT];
        l->word[LEVEE_WORDS * slot + LEVEE_SPOT] =
            l->word[LEVEE_WORDS * --candidates_n + LEVEE_SPOT];
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
            point_t to = (point_t)(at + dy * n + dx);
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
    return offsetof(struct position, u.levee.word) +
           (size_t)(n * n) * LEVEE_WORDS * sizeof(uint16_t);
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
    .size_first = 7,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = false,
    .has_draws = false,
    .has_heights = false,
    .has_captures = false,
    .has_centre = true,
    .has_common = true,
    .rated_part = 20,
    .sides = SIDES_EDGES,
    .border = BORDER_EDGES,
    .aim = AIM_CHANNELS,
    .draws_rule = "L4",
    .letters = {'.', [OWNER_NEUTRAL] = '#'},
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
