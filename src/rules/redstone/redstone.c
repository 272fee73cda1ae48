/* redstone.c - the rules of Redstone (R1-R7).
 *
 * Every place has a tag (redstone.h draws the places):
 *
 *     tag = head * 8 + stone      stone: 0 red or wall, 1 empty, 2 black, 4 white
 *
 * where head is a place that all stones of a group agree on; a place that is in no group (empty,
 * red, wall) is its own head. At its head a group keeps its pseudo-liberties: for each of its
 * stones the number of empty neighbours, added up. They are cheaper to keep than liberties and tell
 * as much: a group is bounded (R1) iff it has none, and a placement on v bounds it iff it has
 * exactly as many as stones next to v. The stones of a group are linked in a circle, to be renamed
 * when two groups join and removed when captured.
 *
 *     3  . o o    the white group has three liberties and 2 + 0 + 2 pseudo-liberties, since b2 is
 *     2  . . o    next to two of its stones; the black stone has 2. With b3 as White's head the
 *     1  x . .    tags of row 2 are: wall 8 * 8, a2 9 * 8 + 1, b2 10 * 8 + 1, c2 14 * 8 + 4, and
 *        a b c    the wall to the right of c2, which is that to the left of a3, 12 * 8
 *
 * Invariants between plies:
 *  (1) tag % 8 is the stone; tags of one group are equal, of two groups they differ.
 *  (2) following link from a stone visits its group's stones once each.
 *  (3) at[head].libs counts the pairs (stone of the group, empty neighbour); it is > 0 (R4).
 *  (4) list[0..list_n) holds empty places, each once, and at[v].link is v's index in it. An empty
 *      place that is missing has only red and walls around it: nothing can be legal there again.
 *  (5) The libs of a place in no group stay far from any number that a group may have: they begin
 *      at LIBS_NONE and follow the stones that come and go next to it as if it were a group. So the
 *      loops over neighbours need no branches, and no two of them work on one number for all
 *      empty places, which the processor would have to do one after the other.
 *  (6) While the game lasts both colours are on the board, or the next placement cannot be red and
 *      brings the one that is missing, or the board is empty: see can_begin.
 *
 * R6, a placement is always available: if a group has v as its only liberty, red is legal on v. If
 * no group has, the mover's own stone is legal on v, a liberty of any of their stones: the joined
 * group keeps another liberty, and nothing is bounded. The mover has a stone by (6), or it is their
 * first and (6) says that it fits.
 *
 * The game ends: with N points, a running game has at least one empty point, since groups have
 * liberties, and from the first red stone on a stone of each colour, or it would be over (R5). So
 * at most N - 1 stones come before the first red one; with r > 0 red stones at most N - 3 - r come
 * before the next; and the red stones, which stay, are at most N - 2. With the swap that makes
 * (N - 1) + (N - 3)(N - 4) / 2 + (N - 2) + 1 plies at most. No draws: a capture that ends it has a
 * winner by R5. */
#include "rules/redstone/redstone.h"

#include "base/err.h"
#include "rules/position.h"
#include "rules/redstone/redstone_int.h"

enum ability { CAN_OWN = 1, CAN_RED = 2 }; /* placements that are legal on a point */

/* ---- hash ---- */

/* R7: only on ply 2. One stone in all, no red, White to move and not swapped yet is just that: an
 * own stone is there from ply 1 on, and only a red one could take it away. */
static bool swap_is_possible(const struct position *p)
{
    const struct redstone *s = &p->u.redstone;
    return (p->setup.options & OPTION_SWAP) != 0 && p->side == 2 && !p->swapped &&
           s->count[STONE_BLACK] == 1 && s->count[STONE_WHITE] == 0 && s->count[STONE_RED] == 0;
}

uint64_t redstone_hash_header(const struct position *p)
{
    uint64_t h = p->side == 2 ? redstone_key(KEY_SIDE) : 0;
    if (swap_is_possible(p))
        h ^= redstone_key(KEY_SWAP);
    return p->over ? h ^ redstone_key(KEY_OVER) : h;
}

static uint64_t redstone_hash(const struct position *p, int symmetry)
{
    const struct redstone *s = &p->u.redstone;
    int width = p->setup.width;
    uint64_t h = redstone_hash_header(p);
    int stride = width + 1;
    for (point_t at = 0; at < width * width; at++) {
        unsigned stone = stone_at(s, place_of(at, stride));
        if (stone != STONE_EMPTY)
            h ^= redstone_key_stone(place_of(symmetry_point(symmetry, width, width, at), stride),
                                    stone);
    }
    return h;
}

/* ---- the list of empty places ---- */

ALWAYS_INLINE void list_add(struct redstone *s, int v)
{
    s->at[v].link = s->list_n;
    s->at[s->list_n++].list = (uint16_t)v;
}

ALWAYS_INLINE void list_drop(struct redstone *s, int v)
{
    unsigned i = s->at[v].link;
    unsigned last = s->at[--s->list_n].list;
    s->at[i].list = (uint16_t)last;
    s->at[last].link = (uint16_t)i;
}

/* ---- judging a point ---- */

/* The surroundings of the empty place v, in six bits: bits 0-2 the stones (empty too) of neighbours
 * that are not bounded when v is taken, bits 3-5 those of neighbours that are. A group next to v is
 * bounded then iff it has as many pseudo-liberties as stones next to v. */
ALWAYS_INLINE unsigned around(const struct redstone *s, int v, int stride)
{
    unsigned t0 = s->at[v - stride].tag, t1 = s->at[v - 1].tag;
    unsigned t2 = s->at[v + 1].tag, t3 = s->at[v + stride].tag;
    unsigned e01 = t0 == t1, e02 = t0 == t2, e03 = t0 == t3;
    unsigned e12 = t1 == t2, e13 = t1 == t3, e23 = t2 == t3;
    bool bounded0 = s->at[head_of(t0)].libs == 1 + e01 + e02 + e03;
    bool bounded1 = s->at[head_of(t1)].libs == 1 + e01 + e12 + e13;
    bool bounded2 = s->at[head_of(t2)].libs == 1 + e02 + e12 + e23;
    bool bounded3 = s->at[head_of(t3)].libs == 1 + e03 + e13 + e23;
    t0 &= STONE_MASK;
    t1 &= STONE_MASK;
    t2 &= STONE_MASK;
    t3 &= STONE_MASK;
    return (bounded0 ? t0 << 3 : t0) | (bounded1 ? t1 << 3 : t1) | (bounded2 ? t2 << 3 : t2) |
           (bounded3 ? t3 << 3 : t3);
}

/* Which of the 64 values of around() allow a placement: bit i of a set stands for value i. The six
 * sets of the values that have a certain bit make the others. */
#define HAS_EMPTY  0xaaaaaaaaaaaaaaaau
#define HAS_BLACK  0xccccccccccccccccu
#define HAS_WHITE  0xf0f0f0f0f0f0f0f0u
#define LOSE_BLACK 0xffff0000ffff0000u
#define LOSE_WHITE 0xffffffff00000000u

/* R2: the own stone needs a liberty, its own or by a group that it joins, and no enemy group may be
 * bounded. */
static const uint64_t allow_own[] = {
    [STONE_BLACK] = (HAS_EMPTY | HAS_BLACK) & ~LOSE_WHITE,
    [STONE_WHITE] = (HAS_EMPTY | HAS_WHITE) & ~LOSE_BLACK,
};
/* R3: red needs a group that is bounded. */
static const uint64_t allow_red = LOSE_BLACK | LOSE_WHITE;

/* Which placements are legal on the empty place v. */
ALWAYS_INLINE unsigned abilities(const struct redstone *s, int v, unsigned own, int stride)
{
    unsigned a = around(s, v, stride);
    return (unsigned)(allow_own[own] >> a & 1) * CAN_OWN + (unsigned)(allow_red >> a & 1) * CAN_RED;
}

/* True iff all neighbours are red or walls: nothing can ever be legal there again. */
ALWAYS_INLINE bool is_dead(unsigned around_it)
{
    return around_it == 0;
}

/* ---- placing ---- */

/* Makes v a place in no group: empty or red. */
ALWAYS_INLINE void put(struct redstone *s, int v, unsigned stone)
{
    s->at[v].tag = (uint16_t)((unsigned)v << STONE_BITS | stone);
    s->at[v].libs = REDSTONE_LIBS_NONE;
}

/* Takes v from the pseudo-liberties of all groups next to it. */
ALWAYS_INLINE void libs_take(struct redstone *s, int v, int stride)
{
    s->at[head_of(s->at[v - stride].tag)].libs--;
    s->at[head_of(s->at[v - 1].tag)].libs--;
    s->at[head_of(s->at[v + 1].tag)].libs--;
    s->at[head_of(s->at[v + stride].tag)].libs--;
}

/* Joins the group of a neighbour of v to v's group, whose tag is given; returns the tag of both.
 * The one with more pseudo-liberties, likely the larger, keeps its name. */
static unsigned join(struct redstone *s, int v, int neighbour, unsigned tag)
{
    unsigned other = s->at[neighbour].tag;
    unsigned libs = s->at[head_of(tag)].libs, other_libs = s->at[head_of(other)].libs;
    unsigned name = other_libs > libs ? other : tag;
    int from = other_libs > libs ? v : neighbour;
    int stone = from;
    do {
        s->at[stone].tag = (uint16_t)name;
        stone = s->at[stone].link;
    } while (stone != from);
    s->at[head_of(name)].libs = (uint16_t)(libs + other_libs);
    uint16_t link = s->at[v].link; /* exchanging two links makes one circle of two */
    s->at[v].link = s->at[neighbour].link;
    s->at[neighbour].link = link;
    return name;
}

/* Puts a stone of colour own on the empty place v, which is not in the list any more. Most stones
 * join no group or one: that is done without branches, by joining v to "its neighbour" v if there
 * is no other. */
ALWAYS_INLINE void place_own(struct redstone *s, int v, unsigned own, int stride)
{
    libs_take(s, v, stride);
    int at[4];
    neighbours(v, stride, at);
    unsigned t0 = s->at[at[0]].tag, t1 = s->at[at[1]].tag;
    unsigned t2 = s->at[at[2]].tag, t3 = s->at[at[3]].tag;
    unsigned own0 = (t0 & own) != 0, own1 = (t1 & own) != 0;
    unsigned own2 = (t2 & own) != 0, own3 = (t3 & own) != 0;
    int friend = v;
    friend = own0 ? at[0] : friend;
    friend = own1 ? at[1] : friend;
    friend = own2 ? at[2] : friend;
    friend = own3 ? at[3] : friend;
    s->at[v].tag = (uint16_t)((unsigned)v << STONE_BITS | own);
    s->at[v].link = (uint16_t)v;
    s->at[v].libs = 0;
    unsigned tag = s->at[friend].tag;
    uint16_t link = s->at[friend].link;
    s->at[friend].link = (uint16_t)v;
    s->at[v].link = link;
    s->at[v].tag = (uint16_t)tag;
    unsigned empty =
        (t0 & STONE_EMPTY) + (t1 & STONE_EMPTY) + (t2 & STONE_EMPTY) + (t3 & STONE_EMPTY);
    s->at[head_of(tag)].libs = (uint16_t)(s->at[head_of(tag)].libs + empty);
    unsigned others = (own0 & (t0 != tag)) | (own1 & (t1 != tag)) << 1 | (own2 & (t2 != tag)) << 2;
    for (; UNLIKELY(others != 0); others &= others - 1) {
        int other = at[__builtin_ctz(others)];
        if (s->at[other].tag != tag)
            tag = join(s, v, other, tag);
    }
    s->count[own]++;
}

/* Removes the group of the stone at from: its places are empty again. Returns the hash keys of the
 * stones. */
ALWAYS_INLINE uint64_t remove_group(struct redstone *s, int from, int stride)
{
    unsigned stone = stone_at(s, from);
    uint64_t keys = 0;
    int v = from;
    do {
        int next = s->at[v].link;
        put(s, v, STONE_EMPTY);
        s->at[head_of(s->at[v - stride].tag)].libs++;
        s->at[head_of(s->at[v - 1].tag)].libs++;
        s->at[head_of(s->at[v + 1].tag)].libs++;
        s->at[head_of(s->at[v + stride].tag)].libs++;
        list_add(s, v);
        s->count[stone]--;
        keys ^= redstone_key_stone(v, stone);
        v = next;
    } while (v != from);
    return keys;
}

/* Puts a red stone on the empty place v, which is not in the list any more, and captures. Returns
 * the hash keys of all that changed. */
ALWAYS_INLINE uint64_t place_red(struct redstone *s, int v, int stride)
{
    libs_take(s, v, stride);
    put(s, v, STONE_RED);
    s->count[STONE_RED]++;
    /* R4: first all that are bounded now, of both colours, then the removal of them together: what
     * one removal frees saves no other group. A group with two stones here is named once. */
    int at[4];
    neighbours(v, stride, at);
    unsigned t0 = s->at[at[0]].tag, t1 = s->at[at[1]].tag;
    unsigned t2 = s->at[at[2]].tag, t3 = s->at[at[3]].tag;
    unsigned new1 = t1 != t0, new2 = (t2 != t0) & (t2 != t1);
    unsigned new3 = (t3 != t0) & (t3 != t1) & (t3 != t2);
    unsigned bounded =
        (unsigned)(s->at[head_of(t0)].libs == 0) | ((s->at[head_of(t1)].libs == 0) & new1) << 1 |
        ((s->at[head_of(t2)].libs == 0) & new2) << 2 | ((s->at[head_of(t3)].libs == 0) & new3) << 3;
    uint64_t keys = redstone_key_stone(v, STONE_RED);
    do { /* R3: there is one at least */
        keys ^= remove_group(s, at[__builtin_ctz(bounded)], stride);
        bounded &= bounded - 1;
    } while (bounded != 0);
    return keys;
}

/* ---- the interface of game.h ---- */

static void redstone_start(struct position *p)
{
    struct redstone *s = &p->u.redstone;
    int width = p->setup.width;
    int stride = width + 1;
    s->list_n = 0;
    for (int i = 0; i <= STONE_WHITE; i++)
        s->count[i] = 0;
    for (int v = 0; v < (width + 2) * stride; v++)
        put(s, v, STONE_RED);
    for (point_t at = 0; at < width * width; at++) {
        int v = place_of(at, stride);
        put(s, v, STONE_EMPTY);
        list_add(s, v);
    }
    p->hash = redstone_hash_header(p);
}

/* Whether a position may begin: no bounded group, and invariant (6). */
static bool can_begin(const struct position *p)
{
    const struct redstone *s = &p->u.redstone;
    int width = p->setup.width;
    bool own = false, red = false;
    for (point_t at = 0; at < width * width; at++) {
        int v = place_of(at, width + 1);
        if (stone_at(s, v) == STONE_EMPTY) {
            unsigned can = abilities(s, v, stone_of(p->side), width + 1);
            own |= (can & CAN_OWN) != 0;
            red |= (can & CAN_RED) != 0;
        } else if (s->at[head_of(s->at[v].tag)].libs == 0) {
            return false; /* R4 */
        }
    }
    if (s->count[STONE_BLACK] > 0 && s->count[STONE_WHITE] > 0)
        return true;
    if (s->count[STONE_BLACK] == 0 && s->count[STONE_WHITE] == 0)
        return s->count[STONE_RED] == 0;
    return s->count[stone_of(p->side)] == 0 && own && !red;
}

static int redstone_set(struct position *p, const struct cell *cells)
{
    struct redstone *s = &p->u.redstone;
    int stride = stride_of(p);
    int points = p->setup.width * p->setup.width;
    redstone_start(p);
    for (point_t at = 0; at < points; at++) {
        struct cell c = cells[at];
        bool stone = c.owner == 1 || c.owner == 2 || c.owner == OWNER_NEUTRAL;
        if (c.flags != 0 || (stone ? c.height != 1 : c.owner != OWNER_NONE || c.height != 0))
            return ERR_RANGE;
    }
    for (point_t at = 0; at < points; at++) {
        int v = place_of(at, stride);
        if (cells[at].owner == OWNER_NONE)
            continue;
        list_drop(s, v);
        if (cells[at].owner == OWNER_NEUTRAL) {
            libs_take(s, v, stride);
            put(s, v, STONE_RED);
            s->count[STONE_RED]++;
        } else {
            place_own(s, v, stone_of(cells[at].owner), stride);
        }
    }
    p->hash = redstone_hash(p, 0);
    return can_begin(p) ? 0 : ERR_ILLEGAL;
}

static struct cell redstone_cell(const struct position *p, point_t at)
{
    static const uint8_t owners[] = {OWNER_NEUTRAL, OWNER_NONE, 1, 0, 2};
    unsigned stone = stone_at(&p->u.redstone, place_of(at, stride_of(p)));
    return (struct cell){.owner = owners[stone], .height = stone != STONE_EMPTY};
}

static int redstone_legal(const struct position *p, move_t *out)
{
    const struct redstone *s = &p->u.redstone;
    int width = p->setup.width;
    int stride = width + 1;
    move_t red[POINTS_MAX];
    int n = 0, red_n = 0;
    move_t at = 0;
    for (int y = 1; y <= width; y++) {
        for (int v = y * stride + 1; v < (y + 1) * stride; v++, at++) {
            if (stone_at(s, v) != STONE_EMPTY)
                continue;
            unsigned can = abilities(s, v, stone_of(p->side), stride);
            out[n] = at;
            n += (can & CAN_OWN) != 0;
            red[red_n] = at | MOVE_RED;
            red_n += (can & CAN_RED) != 0;
        }
    }
    if (swap_is_possible(p))
        out[n++] = MOVE_SWAP;
    for (int i = 0; i < red_n; i++)
        out[n++] = red[i];
    return n;
}

static enum verdict redstone_judge(const struct position *p, move_t m)
{
    const struct redstone *s = &p->u.redstone;
    if (m == MOVE_PASS)
        return VERDICT_R6;
    if (m == MOVE_SWAP)
        return swap_is_possible(p) ? VERDICT_OK : VERDICT_R7;
    int v = place_of(move_point(m), stride_of(p));
    if (stone_at(s, v) != STONE_EMPTY)
        return VERDICT_OCCUPIED;
    unsigned can = abilities(s, v, stone_of(p->side), stride_of(p));
    if (move_is_red(m))
        return can & CAN_RED ? VERDICT_OK : VERDICT_R3;
    return can & CAN_OWN ? VERDICT_OK : VERDICT_R2;
}

/* Ends p's ply: the hash of the header follows what changed in it. */
static void ply_done(struct position *p, move_t m, uint64_t header_before)
{
    p->hash ^= header_before ^ redstone_hash_header(p);
    p->last = m;
    if (p->ply < UINT16_MAX)
        p->ply++;
}

static void redstone_play(struct position *p, move_t m)
{
    struct redstone *s = &p->u.redstone;
    uint64_t header = redstone_hash_header(p);
    if (m == MOVE_SWAP) {
        /* R7: the colours change hands; White is still to move, the stone stays black. */
        p->swapped = true;
        ply_done(p, m, header);
        return;
    }
    int stride = stride_of(p);
    int v = place_of(move_point(m), stride);
    ASSERT(stone_at(s, v) == STONE_EMPTY);
    list_drop(s, v);
    if (move_is_red(m)) {
        p->hash ^= place_red(s, v, stride);
        p->winner =
            (uint8_t)redstone_winner_after(s->count[STONE_BLACK], s->count[STONE_WHITE], p->side);
        p->over = p->winner != 0;
    } else {
        place_own(s, v, stone_of(p->side), stride);
        p->hash ^= redstone_key_stone(v, stone_of(p->side));
    }
    p->side = (uint8_t)(3 - p->side);
    ply_done(p, m, header);
}

/* A uniformly random legal placement: draws among own and red on every listed place until one is
 * legal. It drops dead places, which leaves the legal ones equally likely. Whole games are drawn in
 * redstone_playout.c. */
static move_t redstone_random(struct position *p, struct rng *r)
{
    struct redstone *s = &p->u.redstone;
    int stride = stride_of(p);
    for (;;) {
        uint32_t k = rng_below(r, 2u * s->list_n);
        bool red = (k & 1) != 0;
        int v = s->at[k >> 1].list;
        unsigned around_it = around(s, v, stride);
        if ((red ? allow_red : allow_own[stone_of(p->side)]) >> around_it & 1)
            return (move_t)(point_of(v, stride) | (red ? MOVE_RED : 0));
        if (is_dead(around_it))
            list_drop(s, v);
    }
}

static void redstone_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    if (p->winner != 0)
        points[p->winner - 1] = 1;
}

static void redstone_result(const struct position *p, struct result *out)
{
    redstone_score(p, out->points);
}

static size_t redstone_bytes(const struct position *p)
{
    size_t places = (size_t)(p->setup.width + 2) * (size_t)stride_of(p);
    return offsetof(struct position, u.redstone.at) + places * sizeof(struct redstone_place);
}

const struct game game_redstone = {
    .id = GAME_REDSTONE,
    .name = "redstone",
    .title = "Redstone",
    .designer = "Mark Steere",
    .year = "2012",
    .summary = "Go in which only red stones capture, and red stones stay for ever.",
    .size_min = 2,
    .size_max = 25,
    .size_step = 1,
    .size_default = 13,
    .size_first = 7,
    .players_min = 2,
    .players_max = 2,
    .options = OPTION_SWAP,
    .options_default = OPTION_SWAP,
    .rectangular = false,
    .has_red = true,
    .has_pass = false,
    .has_swap = true,
    .has_score = false,
    .has_draws = false,
    .has_heights = false,
    .has_captures = true,
    .has_centre = false,
    .has_common = false,
    .rated_part = 20,
    .sides = SIDES_COLOURS,
    .border = BORDER_NONE,
    .aim = AIM_STONES,
    .draws_rule = "R6",
    .letters = {'.', 'b', 'w', [OWNER_NEUTRAL] = 'r'},
    .symmetries = 0xff,
    .symmetries_swap = 0,
    .start = redstone_start,
    .set = redstone_set,
    .cell = redstone_cell,
    .legal = redstone_legal,
    .judge = redstone_judge,
    .play = redstone_play,
    .random = redstone_random,
    .playout = redstone_playout,
    .endings = redstone_endings,
#if !defined(__wasm__) /* nothing in the page would use them */
    .lanes_width_max = 13,
    .lanes_play =
        {
            [LANES_PLAIN] = redstone_lanes_plain,
#if defined(__x86_64__)
            [LANES_AVX2] = redstone_lanes_avx2,
            [LANES_AVX512] = redstone_lanes_avx512,
#endif
        },
#endif
    .score = redstone_score,
    .result = redstone_result,
    .explain = redstone_explain,
    .hash = redstone_hash,
    .bytes = redstone_bytes,
};
