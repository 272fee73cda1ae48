/* redstone_playout.c - random games of Redstone on a board of their own.
 *
 * Half of all placements are red, and few of them are legal. So this board knows more than a
 * position: which places may be the last liberty of a group. Only there can red be legal (R3), and
 * only there can an own stone bound a group (R2); anywhere else the four places around decide.
 *
 * Places, tags and circles are those of a position (redstone.h, redstone.c). Two things differ.
 *
 * At a group's head, libs is the sum of the words of its pseudo-liberties. The word of place v is
 *
 *     bits 63 ... 32   31 ... 12   11 ... 0
 *     |   v * v     |     v     |    1   |    so a sum holds their number n, and two more sums
 *
 * All n are one place iff n * sum(v * v) = sum(v)^2 (Cauchy and Schwarz), and it is sum(v) / n. The
 * board has at most 1200 pairs of neighbours and 702 places, so that n < 2^11, sum(v) < 2^20 and
 * sum(v * v) < 2^30. An empty place is its own head; its libs are the words of the empty places
 * next to it, and LIBS_NONE: a stone that is put there finds its liberties counted.
 *
 * The list of empty places has two parts; link[v] is v's index in it:
 *
 *     0 ... last_n - 1                   last_n ... list_n - 1
 *     | last liberty of a group, or was |  of none            |
 *
 * Invariants between plies, beside (1), (2), (4) and (6) of redstone.c:
 *  (7) The last liberty of each group that has only one is in the first part. A place stays there
 *      when its group gets more by a capture, until it is drawn. (A group comes down to one only by
 *      a stone next to it, and by joining: both are seen where the stone is placed.)
 *  (8) libs of a place in no group are LIBS_NONE and at most four words more or less. So n >= 2044
 *      and sum(v * v) > 2^29: the product is above any sum(v)^2, and n above any that is asked for.
 *
 * A draw is one of last_n red stones and list_n own ones, all equally likely, again and again until
 * it is legal: so each legal placement is equally likely. */
#include "rules/position.h"
#include "rules/redstone/redstone_int.h"

enum { COUNT_BITS = 12, SUM_BITS = 20, SQUARES_AT = COUNT_BITS + SUM_BITS };
#define COUNT_MASK (((uint64_t)1 << COUNT_BITS) - 1)
#define LIBS_NONE  ((uint64_t)1 << 62 | 1 << (COUNT_BITS - 1))

/* The words of all places. */
#define WORD(v) (1 | (uint64_t)(v) << COUNT_BITS | (uint64_t)(v) * (v) << SQUARES_AT)
#define W3(v)   WORD(v), WORD((v) + 1), WORD((v) + 2)
#define W9(v)   W3(v), W3((v) + 3), W3((v) + 6)
#define W27(v)  W9(v), W9((v) + 9), W9((v) + 18)
#define W81(v)  W27(v), W27((v) + 27), W27((v) + 54)
#define W234(v) W81(v), W81((v) + 81), W27((v) + 162), W27((v) + 189), W9((v) + 216), W9((v) + 225)
static const uint64_t words[] = {W234(0u), W234(234u), W234(468u)};
_Static_assert(ARRAY_LEN(words) == REDSTONE_PLACES_MAX, "a word for each place");

/* A place; signed and as wide as a pointer, so that v plus a constant step is an address. */
typedef ptrdiff_t place_t;

struct board {
    uint64_t libs[REDSTONE_PLACES_MAX]; /* [head] */
    uint16_t tag[REDSTONE_PLACES_MAX];
    uint16_t link[REDSTONE_PLACES_MAX]; /* stone: next of its group; empty: index in list */
    uint16_t list[POINTS_MAX];
    uint32_t list_n, last_n;
    uint32_t count[STONE_WHITE + 1]; /* [stone]: black, white and red ones on the board */
    struct playlog *log;
    place_t stride;
    uint32_t plies;
    uint32_t last, last_red; /* the last stone's place, and whether it was red */
};

ALWAYS_INLINE unsigned count_of(uint64_t libs)
{
    return (unsigned)(libs & COUNT_MASK);
}

ALWAYS_INLINE uint64_t sum_of(uint64_t libs)
{
    return (uint32_t)libs >> COUNT_BITS;
}

/* Whether a group with these libs has one liberty only. */
ALWAYS_INLINE unsigned is_last(uint64_t libs)
{
    uint64_t sum = sum_of(libs);
    return count_of(libs) * (libs >> SQUARES_AT) == sum * sum;
}

ALWAYS_INLINE size_t head(unsigned tag)
{
    return tag >> STONE_BITS;
}

/* The tags around v: below, left, right, above. A set of these has a bit for each, 0 … 3. */
struct tags {
    unsigned t0, t1, t2, t3;
};

ALWAYS_INLINE struct tags around(const struct board *b, place_t v, place_t stride)
{
    const uint16_t *tag = b->tag + v - stride; /* one address, and distances from there */
    return (struct tags){tag[0], tag[stride - 1], tag[stride + 1], tag[2 * stride]};
}

/* The place next to v at the bit of a set of one; v itself if the set is empty. */
ALWAYS_INLINE place_t beside(place_t v, unsigned set, place_t stride)
{
    static const int8_t rows[] = {[1] = -1, [8] = 1};
    static const int8_t columns[] = {[2] = -1, [4] = 1, [8] = 0};
    return v + rows[set] * stride + columns[set];
}

/* ---- the list of empty places ---- */

/* a if all bits of mask are set, b if none is: a branch would be guessed badly. */
ALWAYS_INLINE size_t choose(size_t mask, size_t a, size_t b)
{
    return b ^ ((a ^ b) & mask);
}

ALWAYS_INLINE void list_swap(struct board *b, size_t i, size_t j)
{
    unsigned v = b->list[i], u = b->list[j];
    b->list[i] = (uint16_t)u;
    b->link[u] = (uint16_t)i;
    b->list[j] = (uint16_t)v;
    b->link[v] = (uint16_t)j;
}

/* Moves v to the first part, if it is not there. */
ALWAYS_INLINE void last_add(struct board *b, size_t v)
{
    size_t i = b->link[v];
    size_t is_new = i >= b->last_n;
    list_swap(b, i, choose(0 - is_new, b->last_n, i));
    b->last_n += (uint32_t)is_new;
}

/* Moves v from the first part to the second. */
ALWAYS_INLINE void last_drop(struct board *b, place_t v)
{
    list_swap(b, b->link[v], --b->last_n);
}

/* Drops v, which is in the second part. */
ALWAYS_INLINE void list_drop(struct board *b, place_t v)
{
    size_t i = b->link[v];
    unsigned moved = b->list[--b->list_n];
    b->list[i] = (uint16_t)moved;
    b->link[moved] = (uint16_t)i;
}

/* ---- liberties ---- */

ALWAYS_INLINE void libs_take(struct board *b, place_t v, struct tags t)
{
    uint64_t word = words[v];
    b->libs[head(t.t0)] -= word;
    b->libs[head(t.t1)] -= word;
    b->libs[head(t.t2)] -= word;
    b->libs[head(t.t3)] -= word;
}

ALWAYS_INLINE void libs_give(struct board *b, place_t v, struct tags t)
{
    uint64_t word = words[v];
    b->libs[head(t.t0)] += word;
    b->libs[head(t.t1)] += word;
    b->libs[head(t.t2)] += word;
    b->libs[head(t.t3)] += word;
}

/* The one liberty of a group whose libs are is_last(). */
ALWAYS_INLINE size_t last_of(uint64_t libs)
{
    static const uint32_t inverse[8] = {[1] = 65536, 32768, 21846, 16384}; /* 65536 / n */
    return (size_t)(sum_of(libs) * inverse[libs & 7] >> 16);
}

/* ---- placing ---- */

/* As in redstone.c: joins the group of a neighbour of v to v's, whose tag is given; returns the tag
 * of both. */
static unsigned join(struct board *b, place_t v, place_t neighbour, unsigned tag)
{
    unsigned other = b->tag[neighbour];
    uint64_t libs = b->libs[head(tag)], other_libs = b->libs[head(other)];
    size_t keep = 0 - (size_t)(count_of(other_libs) <= count_of(libs));
    unsigned name = other ^ ((other ^ tag) & (unsigned)keep);
    size_t from = (size_t)v ^ (((size_t)v ^ (size_t)neighbour) & keep);
    size_t stone = from;
    unsigned more;
    do { /* four at a time, also past the end: nearly always once, so that it is guessed right */
        more = 1;
        for (int k = 0; k < 4; k++) {
            b->tag[stone] = (uint16_t)name;
            stone = b->link[stone];
            more &= stone != from;
        }
    } while (UNLIKELY(more));
    b->libs[head(name)] = libs + other_libs;
    uint16_t link = b->link[v];
    b->link[v] = b->link[neighbour];
    b->link[neighbour] = link;
    return name;
}

/* Notes the last liberties of the groups beside v in the set; bit 4 is v's own group. */
ALWAYS_INLINE void note_last(struct board *b, place_t v, unsigned set, place_t stride)
{
    for (; UNLIKELY(set != 0); set &= set - 1) {
        unsigned tag = b->tag[beside(v, set & (0 - set) & 15, stride)];
        last_add(b, last_of(b->libs[head(tag)]));
    }
}

/* The way to the highest friend of `friends` below, 0 if there is none; without branches and
 * tables, because the placement waits for it. */
ALWAYS_INLINE place_t mate_step(struct tags t, unsigned bit, place_t stride)
{
    size_t own0 = 0 - (size_t)(t.t0 >> bit & 1), own1 = 0 - (size_t)(t.t1 >> bit & 1);
    size_t own2 = 0 - (size_t)(t.t2 >> bit & 1), own3 = 0 - (size_t)(t.t3 >> bit & 1);
    size_t low = choose(own1, (size_t)-1, own0 & (size_t)-stride);
    size_t high = choose(own3, (size_t)stride, 1);
    return (place_t)choose(own2 | own3, high, low);
}

/* Puts an own stone on v, of the second part, between stones with the tags t. As in redstone.c,
 * what most stones need has no branches: a stone without friends joins v. */
ALWAYS_INLINE void place_own(struct board *b, place_t v, struct tags t, unsigned own,
                             place_t stride)
{
    unsigned bit = own / 2; /* where the own stones' bit is: 1 for Black, 2 for White */
    list_drop(b, v);
    libs_take(b, v, t);
    unsigned friends = (t.t0 >> bit & 1) | (t.t1 >> bit & 1) << 1 | (t.t2 >> bit & 1) << 2 |
                       (t.t3 >> bit & 1) << 3;
    place_t mate = v + mate_step(t, bit, stride);
    uint64_t libs = b->libs[v] - LIBS_NONE;
    b->tag[v] = (uint16_t)((unsigned)v << STONE_BITS | own);
    b->link[v] = (uint16_t)v;
    b->libs[v] = 0;
    unsigned tag = b->tag[mate];
    unsigned link = b->link[mate];
    b->link[mate] = (uint16_t)v;
    b->link[v] = (uint16_t)link;
    b->tag[v] = (uint16_t)tag;
    b->libs[head(tag)] += libs;
    /* The mate is the highest friend, so that t3 is none that is still to be joined. */
    unsigned strange = (unsigned)((t.t0 != tag) | (t.t1 != tag) << 1 | (t.t2 != tag) << 2);
    unsigned others = friends & strange;
    for (; UNLIKELY(others != 0); others &= others - 1) {
        place_t other = beside(v, others & (0 - others), stride);
        if (b->tag[other] != tag)
            tag = join(b, v, other, tag);
    }
    b->count[own]++;
    unsigned found = is_last(b->libs[head(t.t0)]) | is_last(b->libs[head(t.t1)]) << 1 |
                     is_last(b->libs[head(t.t2)]) << 2 | is_last(b->libs[head(t.t3)]) << 3 |
                     is_last(b->libs[head(tag)]) << 4;
    note_last(b, v, found & ~friends, stride);
}

/* Empties the places of a group; they are at the end of the list then. */
ALWAYS_INLINE void remove_group(struct board *b, place_t from)
{
    unsigned stone = b->tag[from] & STONE_MASK;
    size_t n = b->list_n;
    size_t v = (size_t)from;
    do {
        size_t next = b->link[v];
        b->tag[v] = (uint16_t)((unsigned)v << STONE_BITS | STONE_EMPTY);
        b->libs[v] = LIBS_NONE;
        b->link[v] = (uint16_t)n;
        b->list[n++] = (uint16_t)v;
        v = next;
    } while (v != (size_t)from);
    b->count[stone] -= (uint32_t)(n - b->list_n);
    b->list_n = (uint32_t)n;
}

/* Puts a red stone on v and captures, if that is legal (R3, R4); returns whether it was. v leaves
 * the first part in either case (7). */
ALWAYS_INLINE bool place_red(struct board *b, place_t v, place_t stride)
{
    struct tags t = around(b, v, stride);
    libs_take(b, v, t);
    last_drop(b, v);
    unsigned new1 = t.t1 != t.t0, new2 = (t.t2 != t.t0) & (t.t2 != t.t1);
    unsigned new3 = (t.t3 != t.t0) & (t.t3 != t.t1) & (t.t3 != t.t2);
    unsigned bounded = (unsigned)(count_of(b->libs[head(t.t0)]) == 0) |
                       ((count_of(b->libs[head(t.t1)]) == 0) & new1) << 1 |
                       ((count_of(b->libs[head(t.t2)]) == 0) & new2) << 2 |
                       ((count_of(b->libs[head(t.t3)]) == 0) & new3) << 3;
    if (UNLIKELY(bounded == 0)) {
        libs_give(b, v, t);
        return false;
    }
    list_drop(b, v);
    b->tag[v] = (uint16_t)((unsigned)v << STONE_BITS | STONE_RED);
    b->libs[v] = LIBS_NONE;
    b->count[STONE_RED]++;
    size_t n = b->list_n;
    do {
        remove_group(b, beside(v, bounded & (0 - bounded), stride));
        bounded &= bounded - 1;
    } while (bounded != 0);
    for (; n < b->list_n; n++)
        libs_give(b, b->list[n], around(b, b->list[n], stride));
    t = around(b, v, stride);
    note_last(b, v,
              is_last(b->libs[head(t.t0)]) | is_last(b->libs[head(t.t1)]) << 1 |
                  is_last(b->libs[head(t.t2)]) << 2 | is_last(b->libs[head(t.t3)]) << 3,
              stride);
    return true;
}

/* R2 on a place of the first part: no enemy group is bounded, and something keeps a liberty. */
ALWAYS_INLINE bool own_is_legal(const struct board *b, struct tags t, unsigned own)
{
    unsigned enemy = STONE_BLACK + STONE_WHITE - own;
    unsigned t0 = t.t0, t1 = t.t1, t2 = t.t2, t3 = t.t3;
    unsigned e01 = t0 == t1, e02 = t0 == t2, e03 = t0 == t3;
    unsigned e12 = t1 == t2, e13 = t1 == t3, e23 = t2 == t3;
    unsigned b0 = count_of(b->libs[head(t0)]) == 1 + e01 + e02 + e03;
    unsigned b1 = count_of(b->libs[head(t1)]) == 1 + e01 + e12 + e13;
    unsigned b2 = count_of(b->libs[head(t2)]) == 1 + e02 + e12 + e23;
    unsigned b3 = count_of(b->libs[head(t3)]) == 1 + e03 + e13 + e23;
    unsigned bad = (t0 & (0 - b0)) | (t1 & (0 - b1)) | (t2 & (0 - b2)) | (t3 & (0 - b3));
    unsigned good = (t0 & (b0 - 1)) | (t1 & (b1 - 1)) | (t2 & (b2 - 1)) | (t3 & (b3 - 1));
    return ((bad & enemy) == 0) & ((good & (own | STONE_EMPTY)) != 0);
}

/* ---- to and from a position ---- */

/* Takes the board from a position that is not over. */
static void board_begin(struct board *b, const struct position *p, place_t stride)
{
    const struct redstone *s = &p->u.redstone;
    place_t places = (stride + 1) * stride;
    for (place_t v = 0; v < places; v++) {
        unsigned tag = s->at[v].tag;
        b->tag[v] = (uint16_t)tag;
        b->link[v] = s->at[v].link;
        b->libs[v] = tag & (STONE_BLACK | STONE_WHITE) ? 0 : LIBS_NONE;
    }
    b->stride = stride;
    b->plies = 0;
    b->list_n = s->list_n;
    b->last_n = 0;
    for (uint32_t i = 0; i < b->list_n; i++)
        b->list[i] = s->at[i].list;
    for (int i = 0; i <= STONE_WHITE; i++)
        b->count[i] = s->count[i];
    for (uint32_t i = 0; i < b->list_n; i++)
        libs_give(b, b->list[i], around(b, b->list[i], stride));
    if (b->count[STONE_BLACK] + b->count[STONE_WHITE] == 0)
        return;
    for (place_t v = stride + 1; v < places - stride; v++) {
        unsigned tag = b->tag[v];
        if (head(tag) == (size_t)v && (tag & (STONE_BLACK | STONE_WHITE)) != 0 &&
            is_last(b->libs[v]))
            last_add(b, last_of(b->libs[v]));
    }
}

static move_t move_of(uint32_t v, uint32_t red, place_t stride)
{
    return (move_t)(point_of((int)v, (int)stride) | (red ? MOVE_RED : 0));
}

/* Copies what a board of that size uses. */
ALWAYS_INLINE void board_copy(struct board *to, const struct board *from, place_t stride)
{
    size_t places = (size_t)((stride + 1) * stride);
    __builtin_memcpy(to->libs, from->libs, places * sizeof to->libs[0]);
    __builtin_memcpy(to->tag, from->tag, places * sizeof to->tag[0]);
    __builtin_memcpy(to->link, from->link, places * sizeof to->link[0]);
    __builtin_memcpy(to->list, from->list, from->list_n * sizeof to->list[0]);
    to->list_n = from->list_n;
    to->last_n = from->last_n;
    for (int i = 0; i <= STONE_WHITE; i++)
        to->count[i] = from->count[i];
    to->plies = from->plies;
}

/* The side that played the last ply of a game from p. */
static unsigned mover_of(const struct board *b, const struct position *p)
{
    return b->plies & 1 ? p->side : 3u - p->side;
}

static struct ending ending_of(const struct board *b, const struct position *p)
{
    unsigned winner =
        redstone_winner_after(b->count[STONE_BLACK], b->count[STONE_WHITE], mover_of(b, p));
    return (struct ending){
        .plies = b->plies, .winner = (uint8_t)winner, .points = {winner == 1, winner == 2}};
}

/* Puts the board, on which the game is over, into p. */
static void board_end(const struct board *b, struct position *p, place_t stride)
{
    struct redstone *s = &p->u.redstone;
    uint64_t hash = 0;
    unsigned mover = mover_of(b, p);
    for (place_t v = stride + 1; v < stride * stride; v++) {
        unsigned tag = b->tag[v];
        s->at[v].tag = (uint16_t)tag;
        s->at[v].link = b->link[v];
        s->at[v].libs =
            tag & (STONE_BLACK | STONE_WHITE) ? (uint16_t)count_of(b->libs[v]) : REDSTONE_LIBS_NONE;
    }
    for (place_t row = stride; row < stride * stride; row += stride)
        for (place_t v = row + 1; v < row + stride; v++) {
            unsigned stone = b->tag[v] & STONE_MASK;
            uint64_t is_empty = stone & STONE_EMPTY;
            hash ^= redstone_key_stone((int)v, stone) & (is_empty - 1);
        }
    s->list_n = (uint16_t)b->list_n;
    for (uint32_t i = 0; i < b->list_n; i++)
        s->at[i].list = b->list[i];
    for (int i = 0; i <= STONE_WHITE; i++)
        s->count[i] = (uint16_t)b->count[i];
    p->winner = (uint8_t)redstone_winner_after(s->count[STONE_BLACK], s->count[STONE_WHITE], mover);
    p->side = (uint8_t)(3 - mover);
    p->over = true;
    p->ply = (uint16_t)(p->ply + b->plies < UINT16_MAX ? p->ply + b->plies : UINT16_MAX);
    p->last = move_of(b->last, b->last_red, stride);
    p->hash = hash ^ redstone_hash_header(p);
}

/* ---- games ---- */

/* Draws and plays a legal placement of the side with stones own; returns whether the game goes
 * on. */
ALWAYS_INLINE bool ply(struct board *b, struct rng *r, unsigned own, place_t stride)
{
    place_t v;
    struct tags t;
    bool red = false;
    for (;;) {
        size_t k = (size_t)((rng_next(r) >> 32) * (b->list_n + b->last_n) >> 32);
        if (LIKELY(k >= 2 * (size_t)b->last_n)) {
            v = b->list[k - b->last_n];
            t = around(b, v, stride);
            unsigned stones = t.t0 | t.t1 | t.t2 | t.t3;
            if (LIKELY((stones & (STONE_EMPTY | own)) != 0)) /* R2, by (7) */
                break;
            if ((stones & STONE_MASK) == 0) /* nothing will be legal here again */
                list_drop(b, v);
        } else if (k < b->last_n) {
            v = b->list[k];
            red = place_red(b, v, stride);
            if (LIKELY(red))
                break;
        } else {
            v = b->list[k - b->last_n];
            t = around(b, v, stride);
            if (own_is_legal(b, t, own)) {
                last_drop(b, v);
                break;
            }
        }
    }
    if (!red)
        place_own(b, v, t, own, stride);
    b->last = (uint32_t)v;
    b->last_red = red;
    if (b->log != NULL && b->log->n++ < b->log->cap)
        b->log->moves[b->log->n - 1] = move_of(b->last, red, stride);
    b->plies++;
    return !red || LIKELY(b->count[STONE_BLACK] != 0 && b->count[STONE_WHITE] != 0); /* R5 */
}

/* Plays to the end of the game. The sides have their own code, with stones that the compiler
 * knows. */
ALWAYS_INLINE void finish(struct board *b, struct rng *rng, int side, place_t stride)
{
    struct rng r = *rng; /* in registers */
    bool goes_on = side == 1 || ply(b, &r, STONE_WHITE, stride);
    while (goes_on)
        goes_on = ply(b, &r, STONE_BLACK, stride) && ply(b, &r, STONE_WHITE, stride);
    *rng = r;
}

/* The usual sizes have their own code, with distances that the compiler knows; each is a function
 * of its own, because the compilers of browsers do not optimise one as large as all of them. */
#define FINISH(name, stride)                                                                       \
    static __attribute__((noinline)) void finish_##name(struct board *b, struct rng *r, int side)  \
    {                                                                                              \
        finish(b, r, side, stride);                                                                \
    }
FINISH(9, 10)
FINISH(13, 14)
FINISH(19, 20)
FINISH(any, b->stride)

/* Plays n games from p. last is NULL, or gets the last position of the last game; it may be p. */
ALWAYS_INLINE void play_on(const struct position *p, struct rng *r, int n, struct playlog *logs,
                           struct ending *out, struct position *last, place_t stride,
                           void (*finish_game)(struct board *b, struct rng *r, int side))
{
    struct board b, start;
    board_begin(&b, p, stride);
    if (n > 1)
        board_copy(&start, &b, stride);
    for (;;) {
        b.log = logs;
        finish_game(&b, r, p->side);
        *out++ = ending_of(&b, p);
        if (LIKELY(--n == 0))
            break;
        board_copy(&b, &start, stride);
        if (logs != NULL)
            logs++;
    }
    if (last != NULL)
        board_end(&b, last, stride);
}

static void play(const struct position *p, struct rng *r, int n, struct playlog *logs,
                 struct ending *out, struct position *last)
{
    switch (p->setup.width) {
    case 9:
        play_on(p, r, n, logs, out, last, 10, finish_9);
        break;
    case 13:
        play_on(p, r, n, logs, out, last, 14, finish_13);
        break;
    case 19:
        play_on(p, r, n, logs, out, last, 20, finish_19);
        break;
    default:
        play_on(p, r, n, logs, out, last, p->setup.width + 1, finish_any);
    }
}

void redstone_playout(struct position *p, struct rng *r, struct playlog *log)
{
    struct ending ending;
    play(p, r, 1, log, &ending, p);
}

void redstone_endings(const struct position *p, struct rng *r, int n, struct playlog *logs,
                      struct ending *out)
{
    play(p, r, n, logs, out, NULL);
}
