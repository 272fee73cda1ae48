/* levee.c - the rules of Levee (L1-L4), without a search for channels.
 *
 * What is a channel worth? A diagonal step is closed only between two diagonal stones, so it can be
 * replaced by two orthogonal ones through the empty point of its 2x2 block, or (next to the edge,
 * where that point may be an edge point of the same owner) by a shorter channel. So a side has a
 * channel iff it has one of orthogonal steps through inner points; and it has none iff the stones,
 * with the *whole* edges of the other side added as walls, hold a closed path of king's steps around
 * the centre. A stone on a corner changes nothing: its neighbours are neighbours of each other. If
 * both sides are without, the points around what the centre reaches are all stones: a circuit. So
 *
 *      side 1 has no channel   iff   stones + left edge + right edge close a ring around the centre,
 *      side 2 has no channel   iff   stones + bottom edge + top edge do,
 *      a circuit of stones (L3b) is there iff both do.
 *
 * Rings are told by parity. A ray runs from the centre down, just right of the centre's column c. A
 * step between neighbours crosses it iff it joins (c, y), y < c, and a point of column c + 1. A closed
 * path is a ring iff it crosses the ray an odd number of times. Stones are kept in a union-find whose
 * links carry the parity of crossings, so each stone has a parity towards its root; two neighbours
 * of one component whose parities do not match their step close a ring.
 *
 * An edge (without its corners) is one long wall that any stone on the two outer lines touches. A
 * root's `touch` says which edges its component touches with which parity towards the root:
 *
 *      bit   7 6 5 4   3 2 1 0        L left, R right, B bottom, T top;
 *            T B R L   T B R L        bottom's parity is that of its left half
 *            odd       even
 *
 *      5 . . . . .     One component {a3 b2 c1 c2}, root c2; the ray r runs right of column c, so
 *      4 . . . . .     no step crosses it. It touches L (a3, b2) evenly and B (b2, c1, c2) evenly:
 *      3 # . + . .     touch = 0x05. A stone on d2 joins it by a crossing step and touches R
 *      2 . # #r. .     and, right of the ray, B oddly: both seen from c2 (R: d2 even, the step odd;
 *      1 . . #r. .     B: d2 odd, the step odd) give touch = 0x25.
 *        a b c d e
 *
 * L and R in one component fix their parity towards each other. `relation` collects what is known:
 *
 *      bit 0  L and R are joined evenly      bit 1  oddly, both: side 1 has no channel
 *      bit 2  B and T are joined evenly      bit 3  oddly, both: side 2 has no channel
 *
 * and an edge joined oddly to itself sets both bits of its pair.
 *
 * Invariants:
 *  (1) row[] has the stones and nothing else; its margin is empty.
 *  (2) at[p].link is meaningful iff p is a stone; links lead to one root per component
 *      of king's neighbours; ranks grow along links.
 *  (3) touch is right at roots; relation is the union over all components; 15 never occurs (L3b).
 *  (4) the game is over iff relation has 3 or 12; the winner is the side that it leaves.
 *  (5) at[0 .. candidates_n).list are distinct empty points without the centre; every legal point is
 *      among them; at[at[i].list].slot == i. A point that would close a circuit would do so for ever,
 *      as stones never leave, so it may be dropped. */
#include "rules/levee.h"

#include "base/err.h"
#include "rules/position.h"

enum { TOUCH_LEFT = 1, TOUCH_RIGHT = 2, TOUCH_BOTTOM = 4, TOUCH_TOP = 8, TOUCH_ODD = 4 };
enum { WITHOUT_1 = 3, WITHOUT_2 = 12, CIRCUIT = 15 };

/* Directions are the bits of a 3x3 window of stones: 0 SW, 1 S, 2 SE, 3 W, 4 self, 5 E, 6 NW, … */
enum { DIRECTIONS = 9, WINDOW_ORTHOGONAL = 0xaa, WINDOW_WEST = 0x49, WINDOW_EAST = 0x124 };
static const int8_t direction_x[DIRECTIONS] = {-1, 0, 1, -1, 0, 1, -1, 0, 1};
static const int8_t direction_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 0, 1, 1, 1};

/* What a placement would do, found without changing anything. */
struct joint {
    int roots_n;
    point_t root[4];   /* distinct components that it joins */
    uint8_t parity[4]; /* of the new stone towards root[i] */
    uint8_t touch;     /* of the joined component, seen from the new stone */
    uint8_t relation;  /* afterwards; CIRCUIT: illegal */
};

static int row_of(const struct levee *l, point_t p)
{
    return (int)(((uint32_t)p * l->reciprocal) >> 16);
}

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

static unsigned window_of(const struct levee *l, int x, int y)
{
    return (l->row[y] >> x & 7) | (l->row[y + 1] >> x & 7) << 3 | (l->row[y + 2] >> x & 7) << 6;
}

/* One direction for each set of stones in a window that hang together without the middle: an
 * orthogonal neighbour is a neighbour of the diagonal ones beside it and of the orthogonal ones but
 * the opposite one. */
static unsigned window_parts(unsigned w)
{
    unsigned o = w & WINDOW_ORTHOGONAL;
    unsigned ns = o & 0x82;
    unsigned ew = o & 0x28;
    unsigned beside = ns << 1 | ns >> 1 | ew << 3 | ew >> 3;
    unsigned opposite = o == 0x82 || o == 0x28;
    return (w & 0x145 & ~beside) | (opposite ? o : o & (0u - o));
}

/* Directions from (x, y) whose step crosses the ray. */
static unsigned window_crossing(const struct levee *l, int x, int y)
{
    int c = l->n / 2;
    if (x == c && y < c)
        return WINDOW_EAST;
    if (x == c + 1 && y <= c)
        return y < c ? WINDOW_WEST : 1;
    return 0;
}

static unsigned touch_swap(unsigned touch, unsigned parity)
{
    return parity ? (touch << TOUCH_ODD | touch >> TOUCH_ODD) & 0xff : touch;
}

/* Edges that a stone on (x, y) touches by itself. */
static unsigned touch_of(const struct levee *l, int x, int y)
{
    int n = l->n;
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

/* What a component that touches so tells of the edges. */
static unsigned relation_of(unsigned touch)
{
    unsigned even = touch & 15;
    unsigned odd = touch >> TOUCH_ODD;
    unsigned self = even & odd;                            /* an edge joined oddly to itself */
    unsigned same = (even & even >> 1) | (odd & odd >> 1); /* bit 0: L and R, bit 2: B and T */
    unsigned differ = (even & odd >> 1) | (odd & even >> 1);
    self |= self >> 1;
    return ((same | self) & 5) | ((differ | self) & 5) << 1;
}

static point_t find(const struct levee *l, point_t p, unsigned *parity)
{
    unsigned odd = 0;
    for (;;) {
        unsigned link = l->at[p].link;
        odd ^= link & 1;
        if ((point_t)(link >> 1) == p)
            break;
        p = (point_t)(link >> 1);
    }
    *parity ^= odd;
    return p;
}

/* Fills *j for a stone on the empty point p, which is not the centre. */
static inline void weigh(const struct levee *l, point_t p, struct joint *j)
{
    int y = row_of(l, p);
    int x = p - y * l->n;
    unsigned crossing = window_crossing(l, x, y);
    unsigned touch = touch_of(l, x, y);
    unsigned relation = l->relation;
    int roots_n = 0;
    for (unsigned parts = window_parts(window_of(l, x, y)); parts != 0; parts &= parts - 1) {
        int d = __builtin_ctz(parts);
        unsigned parity = crossing >> d & 1;
        point_t root = find(l, (point_t)(p + l->step[d]), &parity);
        int i = 0;
        while (i < roots_n && j->root[i] != root)
            i++;
        if (i == roots_n) {
            j->root[i] = root;
            j->parity[i] = (uint8_t)parity;
            roots_n++;
            touch |= touch_swap(l->at[root].touch, parity);
        } else if (j->parity[i] != parity) {
            relation = CIRCUIT; /* L3b */
        }
    }
    j->roots_n = roots_n;
    j->touch = (uint8_t)touch;
    j->relation = (uint8_t)(relation | relation_of(touch));
}

/* Joins the new stone p to the components that weigh() found. */
static inline void join(struct levee *l, point_t p, const struct joint *j)
{
    point_t root = p;
    unsigned parity = 0; /* of p towards root */
    l->at[p].link = (uint16_t)(p << 1);
    l->at[p].rank = 0;
    for (int i = 0; i < j->roots_n; i++) {
        point_t other = j->root[i];
        unsigned between = parity ^ j->parity[i];
        if (l->at[root].rank > l->at[other].rank) {
            l->at[other].link = (uint16_t)((unsigned)root << 1 | between);
        } else {
            if (l->at[root].rank == l->at[other].rank)
                l->at[other].rank++;
            l->at[root].link = (uint16_t)((unsigned)other << 1 | between);
            root = other;
            parity = j->parity[i];
        }
    }
    l->at[root].touch = (uint8_t)touch_swap(j->touch, parity);
}

static uint64_t key_stone(point_t p)
{
    return rng_mix(0x6c65766565000000u + (uint64_t)p);
}

static uint64_t key_side(int side)
{
    return side == 2 ? rng_mix(0x6c65766565800002u) : 0;
}

static uint64_t key_board(int n)
{
    return rng_mix(0x6c65766565400000u + (uint64_t)n);
}

static void candidate_drop(struct levee *l, unsigned slot)
{
    point_t last = l->at[--l->candidates_n].list;
    l->at[slot].list = last;
    l->at[last].slot = (uint16_t)slot;
}

/* Puts a stone on the board, in every array but the candidates. */
static inline void stone_put(struct position *p, point_t at, const struct joint *j)
{
    struct levee *l = &p->u.levee;
    int y = row_of(l, at);
    int x = at - y * l->n;
    l->row[y + 1] |= 1u << (x + 1);
    p->hash ^= key_stone(at);
    join(l, at, j);
    l->relation = j->relation;
}

static void judge_end(struct position *p)
{
    unsigned relation = p->u.levee.relation;
    /* L4: whoever has no channel has lost, whoever moved. */
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
    l->reciprocal = (65536u + (uint32_t)n - 1) / (uint32_t)n;
    for (int d = 0; d < DIRECTIONS; d++)
        l->step[d] = (int16_t)(direction_y[d] * n + direction_x[d]);
    __builtin_memset(l->row, 0, sizeof l->row);
    __builtin_memset(l->at, 0, (size_t)(n * n) * sizeof l->at[0]);
    for (point_t i = 0; i < n * n; i++) {
        if (i == centre_of(l)) /* L3a */
            continue;
        l->at[i].slot = l->candidates_n;
        l->at[l->candidates_n++].list = i;
    }
    p->hash = key_board(n) ^ key_side(p->side);
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
        candidate_drop(l, l->at[i].slot);
        struct joint j;
        weigh(l, i, &j);
        if (j.relation == CIRCUIT)
            return ERR_ILLEGAL; /* L3b */
        stone_put(p, i, &j);
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
    int y = row_of(l, at);
    int x = at - y * l->n;
    if (at == centre_of(l))
        return VERDICT_L3A;
    if (is_stone(l, x, y))
        return VERDICT_L3;
    struct joint j;
    weigh(l, at, &j);
    return j.relation == CIRCUIT ? VERDICT_L3B : VERDICT_OK;
}

static int levee_legal(const struct position *p, move_t *out)
{
    const struct levee *l = &p->u.levee;
    int n = 0;
    for (move_t m = 0; m < l->n * l->n; m++)
        if (levee_judge(p, m) == VERDICT_OK)
            out[n++] = m;
    return n;
}

/* Plays on candidate number slot, or drops it for ever if it would close a circuit. */
static inline bool try_candidate(struct position *p, unsigned slot)
{
    struct levee *l = &p->u.levee;
    point_t at = l->at[slot].list;
    struct joint j;
    weigh(l, at, &j);
    candidate_drop(l, slot);
    if (j.relation == CIRCUIT)
        return false;
    stone_put(p, at, &j);
    judge_end(p);
    p->hash ^= key_side(2);
    p->side = (uint8_t)(3 - p->side);
    p->ply++;
    p->last = (move_t)at;
    return true;
}

static void levee_play(struct position *p, move_t m)
{
    bool played = try_candidate(p, p->u.levee.at[move_point(m)].slot);
    ASSERT(played);
}

static move_t levee_random(struct position *p, struct rng *r)
{
    struct levee *l = &p->u.levee;
    for (;;) {
        ASSERT(l->candidates_n > 0); /* L4: a placement is always available */
        unsigned slot = rng_below(r, l->candidates_n);
        point_t at = l->at[slot].list;
        if (levee_judge(p, (move_t)at) == VERDICT_OK)
            return (move_t)at;
        candidate_drop(l, slot);
    }
}

static void levee_playout(struct position *p, struct rng *r, struct playlog *log)
{
    struct levee *l = &p->u.levee;
    while (!p->over) {
        ASSERT(l->candidates_n > 0);
        if (try_candidate(p, rng_below(r, l->candidates_n)) && log != NULL) {
            if (log->n < log->cap)
                log->moves[log->n] = p->last;
            log->n++;
        }
    }
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
        unsigned stones = window_of(l, at % n, at / n);
        unsigned crossing = window_crossing(l, at % n, at / n);
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
            hash ^= key_stone(symmetry_point(symmetry, n, n, i));
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
