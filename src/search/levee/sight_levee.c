/* sight_levee.c - the sight of the proof search in Levee.
 *
 * No position repeats: stones never leave. Fewer than n x n plies.
 *
 * levee.c shows that a side has a channel iff it has one of orthogonal steps: from the centre over
 * empty inner points to an empty edge point of that side, its *exit*. So the game is one of cutting
 * a graph: the empty inner points and the exits, each exit joined to the one inner point before it.
 *
 * Lemma 1, dead points. A point is *live* iff it may lie on a path without repetition from the
 * centre to an exit. Here: it is reached from the centre, and what is left over once inner points
 * with fewer than two live neighbours are taken away, one after the other (such a point is not
 * passed through), and the exits of those. Points only leave the graph, so a dead point stays dead,
 * and a stone on it changes no channel now or later. It closes no circuit (L3b) either, because a
 * circuit exists iff no side has a channel. So it is legal for ever and only passes the turn.
 *
 * Lemma 2, parity. Of the dead empty points only it matters whether their number is odd: with two
 * more of them the winner keeps their plan and answers the first of the pair with the second. So
 * the key is the live points and that parity.
 *
 * Lemma 3, the last stone. A player who can take the last channel of the other, and keep one of
 * their own, wins at once. Such a point lies on each channel of the other, so only those of one
 * shortest channel are tried. A move that lets the opponent do so has lost: the search tries only
 * the moves that answer the opponent's threats. */
#include "search/levee/levee_search.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Sets of inner points: bit (y - 1) * stride + x - 1 for the point (x, y), where stride is one more
 * than an inner row has points, so that a step to the side never leads into another row. Boards up
 * to 9x9 need one word; functions that take `words` are compiled for that number once more. */
enum { WORDS_MAX = 9, WORD_BITS = 64, WAVES_MAX = 64 };
enum exit { EXIT_BOTTOM, EXIT_TOP, EXIT_LEFT, EXIT_RIGHT, EXIT_N };

struct set {
    uint64_t w[WORDS_MAX];
};

/* The graph. */
struct view {
    int side, stride;
    struct set free;         /* empty inner points, with the centre */
    struct set exit[EXIT_N]; /* inner points before an empty point of that edge */
    struct set centre;
};

ALWAYS_INLINE void set_clear(struct set *s, int words)
{
    for (int i = 0; i < words; i++)
        s->w[i] = 0;
}

/* Puts up to 24 bits into a set. */
ALWAYS_INLINE void set_put(struct set *s, int at, uint64_t bits, int words)
{
    s->w[at / WORD_BITS] |= bits << at % WORD_BITS;
    if (words > 1 && at % WORD_BITS > WORD_BITS / 2 && at / WORD_BITS + 1 < words)
        s->w[at / WORD_BITS + 1] |= bits >> (WORD_BITS - at % WORD_BITS);
}

ALWAYS_INLINE bool set_meets(const struct set *a, const struct set *b, int words)
{
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= a->w[i] & b->w[i];
    return any != 0;
}

/* The least of what is in both, alone in *out; false if there is nothing. */
ALWAYS_INLINE bool set_first(const struct set *a, const struct set *b, struct set *out, int words)
{
    bool found = false;
    for (int i = 0; i < words; i++) {
        uint64_t both = found ? 0 : a->w[i] & b->w[i];
        out->w[i] = both & -both;
        found = found || both != 0;
    }
    return found;
}

/* Word i of a set moved n < 64 places up or down. */
ALWAYS_INLINE uint64_t set_up(const struct set *s, int i, int n)
{
    return s->w[i] << n | (i > 0 ? s->w[i - 1] >> (WORD_BITS - n) : 0);
}

ALWAYS_INLINE uint64_t set_down(const struct set *s, int i, int n, int words)
{
    return s->w[i] >> n | (i + 1 < words ? s->w[i + 1] << (WORD_BITS - n) : 0);
}

/* All neighbours of a set that are in `in`. */
ALWAYS_INLINE void set_next(const struct set *s, const struct set *in, int stride, struct set *out,
                            int words)
{
    for (int i = 0; i < words; i++)
        out->w[i] = (set_up(s, i, 1) | set_down(s, i, 1, words) | set_up(s, i, stride) |
                     set_down(s, i, stride, words)) &
                    in->w[i];
}

ALWAYS_INLINE void view_init(struct view *b, const struct position *p, int words)
{
    int n = p->setup.width;
    const uint32_t *row = p->u.levee.row; /* [y + 1]: bit x + 1, all else clear */
    uint32_t inner = (1u << (n - 2)) - 1;
    b->side = n - 2;
    b->stride = n - 1;
    set_clear(&b->free, words);
    set_clear(&b->centre, words);
    for (int e = 0; e < EXIT_N; e++)
        set_clear(&b->exit[e], words);
    for (int y = 0; y < b->side; y++) {
        int at = y * b->stride;
        uint32_t stones = row[y + 2];
        set_put(&b->free, at, ~(stones >> 2) & inner, words);
        set_put(&b->exit[EXIT_LEFT], at, ~(stones >> 1) & 1, words);
        set_put(&b->exit[EXIT_RIGHT], at + b->side - 1, ~(stones >> n) & 1, words);
    }
    /* L1: the corners have no owner. */
    set_put(&b->exit[EXIT_BOTTOM], 0, ~(row[1] >> 2) & inner, words);
    set_put(&b->exit[EXIT_TOP], (b->side - 1) * b->stride, ~(row[n] >> 2) & inner, words);
    set_put(&b->centre, b->side / 2 * (b->stride + 1), 1, words);
}

/* The points that the centre reaches. */
ALWAYS_INLINE void flood(const struct view *b, struct set *reach, int words)
{
    struct set more;
    *reach = b->centre;
    for (bool grown = true; grown;) {
        grown = false;
        set_next(reach, &b->free, b->stride, &more, words);
        for (int i = 0; i < words; i++) {
            grown = grown || (more.w[i] & ~reach->w[i]) != 0;
            reach->w[i] |= more.w[i];
        }
    }
}

ALWAYS_INLINE bool has_channel(const struct view *b, const struct set *reach, int side, int words)
{
    int e = side == 1 ? EXIT_BOTTOM : EXIT_LEFT;
    return set_meets(reach, &b->exit[e], words) || set_meets(reach, &b->exit[e + 1], words);
}

/* Lemma 3: does a stone on that point of a set win for side? */
ALWAYS_INLINE bool wins_at(struct view *b, struct set *from, const struct set *point, int side,
                           int words)
{
    struct set reach;
    for (int i = 0; i < words; i++)
        from->w[i] ^= point->w[i];
    flood(b, &reach, words);
    bool wins = !has_channel(b, &reach, 3 - side, words) && has_channel(b, &reach, side, words);
    for (int i = 0; i < words; i++)
        from->w[i] ^= point->w[i];
    return wins;
}

/* Walks from the centre over points of `in` until a point before an exit of side is met: wave[i]
 * has the points i steps away. Returns the steps to that point, alone in *point, or -1. */
ALWAYS_INLINE int waves(const struct view *b, const struct set *in, int side, struct set *wave,
                        struct set *point, int words)
{
    struct set rest = *in; /* not reached yet */
    int e = side == 1 ? EXIT_BOTTOM : EXIT_LEFT;
    wave[0] = b->centre;
    for (int last = 0; last < WAVES_MAX; last++) {
        if (set_first(&wave[last], &b->exit[e], point, words) ||
            set_first(&wave[last], &b->exit[e + 1], point, words))
            return last;
        uint64_t any = 0;
        for (int i = 0; i < words; i++) {
            rest.w[i] &= ~wave[last].w[i];
            any |= wave[last].w[i];
        }
        if (any == 0 || last + 1 == WAVES_MAX)
            break;
        set_next(&wave[last], &rest, b->stride, &wave[last + 1], words);
    }
    return -1;
}

/* Whether side, to move, wins at once. The other has a channel. */
ALWAYS_INLINE bool wins_now(struct view *b, int side, int words)
{
    struct set wave[WAVES_MAX];
    struct set point;
    struct set next;
    int e = side == 1 ? EXIT_LEFT : EXIT_BOTTOM; /* of the other */
    int last = waves(b, &b->free, 3 - side, wave, &point, words);
    if (last < 0)
        return false; /* the channels are too long to be searched here */
    struct set *exits = set_meets(&point, &b->exit[e], words) ? &b->exit[e] : &b->exit[e + 1];
    if (wins_at(b, exits, &point, side, words))
        return true;
    while (last > 0) { /* back along the channel */
        if (wins_at(b, &b->free, &point, side, words))
            return true;
        last--;
        set_next(&point, &b->free, b->stride, &next, words);
        (void)set_first(&next, &wave[last], &point, words);
    }
    return false;
}

/* Channels of side without a common point but the centre, taken greedily, the shortest first: so
 * many stones at least must be placed to take the last one. */
ALWAYS_INLINE int channels_apart(const struct view *b, const struct set *live, int side, int words)
{
    struct set wave[WAVES_MAX];
    struct set left = *live;
    struct set point;
    struct set next;
    for (int n = 0;; n++) {
        int last = waves(b, &left, side, wave, &point, words);
        if (last <= 0)
            return last == 0 ? n + 1 : n; /* 3x3: the centre's own exits count as one */
        while (last > 0) {
            last--;
            for (int i = 0; i < words; i++)
                left.w[i] &= ~point.w[i];
            set_next(&point, &left, b->stride, &next, words);
            (void)set_first(&next, &wave[last], &point, words);
        }
    }
}

/* Lemma 1: leaves the live points of a set that the centre reaches. */
ALWAYS_INLINE void drop_dead_ends(const struct view *b, struct set *reach, int words)
{
    for (bool dropped = true; dropped;) {
        dropped = false;
        for (int i = 0; i < words; i++) {
            const uint64_t next[] = {set_up(reach, i, 1), set_down(reach, i, 1, words),
                                     set_up(reach, i, b->stride),
                                     set_down(reach, i, b->stride, words)};
            uint64_t exits = 0;
            uint64_t one = 0;
            uint64_t two = 0;
            for (int d = 0; d < 4; d++) {
                two |= one & next[d];
                one |= next[d];
            }
            for (int e = 0; e < EXIT_N; e++)
                exits |= b->exit[e].w[i];
            uint64_t live = reach->w[i] & (two | (one & exits) | b->centre.w[i]);
            dropped = dropped || live != reach->w[i];
            reach->w[i] = live;
        }
    }
}

/* Adds the board's points of a set of inner points, moved by that many points; returns how many. */
ALWAYS_INLINE int add_points(struct pns_hash *x, const struct pns_keys *k, const struct view *b,
                             const struct set *s, const struct set *in, int move, int words)
{
    int n = b->stride + 1;
    int added = 0;
    for (int i = 0; i < words; i++)
        for (uint64_t left = s->w[i] & in->w[i]; left != 0; left &= left - 1, added++) {
            int bit = i * WORD_BITS + __builtin_ctzll(left);
            int at = (bit / b->stride + 1) * n + bit % b->stride + 1;
            pns_hash_add(x, k, at + move, 0);
        }
    return added;
}

ALWAYS_INLINE void sight(const struct pns_keys *k, const struct position *p, int words,
                         struct pns_sight *out)
{
    struct view b;
    struct set live;
    struct pns_hash x = {.h = {0}};
    view_init(&b, p, words);
    int n = p->setup.width;
    out->high = 1;
    out->low = wins_now(&b, p->side, words) ? 1 : -1;
    out->proof = out->disproof = 1;
    out->key = p->hash | 1u; /* good enough, because no caller asks further */
    if (out->low == 1)
        return;
    flood(&b, &live, words);
    drop_dead_ends(&b, &live, words);
    const int moves[EXIT_N] = {-n, n, -1, 1};
    int live_n = add_points(&x, k, &b, &live, &live, 0, words);
    for (int e = 0; e < EXIT_N; e++)
        live_n += add_points(&x, k, &b, &live, &b.exit[e], moves[e], words);
    int empty_n = n * n;
    for (int y = 1; y <= n; y++)
        empty_n -= __builtin_popcount(p->u.levee.row[y]);
    unsigned odd = (unsigned)(empty_n - live_n) & 1; /* 2 */
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        x.h[s] ^= rng_mix((unsigned)(p->side - 1) ^ (games[GAME_LEVEE]->symmetries_swap >> s & 1u));
    out->key = rng_mix(pns_hash_least(&x, k) + odd) | 1u;
    /* A number grows with the stones that must be placed. On ten 7x7 positions, 21 November 2026:
     * 585,500 positions were expanded; 885,117 with 1 and live_n. */
    out->proof = (uint32_t)(1 << 2 * channels_apart(&b, &live, 3 - p->side, words));
    out->disproof = (uint32_t)(live_n << channels_apart(&b, &live, p->side, words));
}

/* Apart, since one function with both would be too large for the browser's compiler to keep its
 * values in registers. */
#define APART static __attribute__((noinline))

APART void sight_small(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    sight(k, p, 1, out);
}

APART void sight_large(const struct pns_keys *k, const struct position *p, int words,
                       struct pns_sight *out)
{
    sight(k, p, words, out);
}

void sight_levee(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    int bits = (p->setup.width - 2) * (p->setup.width - 1);
    if (bits <= WORD_BITS)
        sight_small(k, p, out);
    else
        sight_large(k, p, (bits + WORD_BITS - 1) / WORD_BITS, out);
}
