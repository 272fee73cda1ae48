/* claims.c - Barrie Evans's claims game: every rule C1-C9 on the planes of claims.h.
 *
 * A placement changes the claims around it incrementally. Seen along one ray from a stack of
 * height 5, with a run of k = 2 occupied squares next to it (#) and a gap behind them:
 *
 *     distance      1  2  3  4  5  6
 *                   #  #  .  #  .  .
 *     claims it     y  n  n  y  y  n     1 always; 2 ... k + 1 blocked (C4); k + 2 ... 5 again
 *
 * Diagonals are never blocked and end two squares earlier. Which placements are legal is not kept:
 * it is computed for 16 squares at a time from the planes (legal_words), so a random choice is a
 * count of bits and the selection of one of them, exactly uniform and without rejections.
 *
 * The functions that take a `struct board` are inlined into each caller; where the caller knows the
 * board at compile time (8x8 and 19x19 for two players), so does its copy of them. */
#include "rules/claims.h"

#include "base/err.h"
#include "rules/position.h"

#define INLINE static inline __attribute__((always_inline))

enum { TOP_SIDE = 7, TOP_DOUBLED = 8, PAD = 255 };
enum { WORDS_MAX = (POINTS_MAX + 63) / 64 };

struct board {
    int width, height, players;
};

INLINE struct board board_of(const struct position *p)
{
    return (struct board){p->setup.width, p->setup.height, p->setup.players};
}

INLINE int board_squares(struct board b)
{
    return b.width * b.height;
}

INLINE int board_stride(struct board b)
{
    return (board_squares(b) + CLAIMS_LANES - 1) / CLAIMS_LANES * CLAIMS_LANES;
}

INLINE const uint8_t *tops(const struct claims *c)
{
    return c->planes;
}

INLINE const uint8_t *heights(const struct claims *c, struct board b)
{
    return c->planes + board_stride(b);
}

INLINE int claims_plane(struct board b, int side)
{
    return (1 + side) * board_stride(b);
}

INLINE const uint8_t *claims_of(const struct claims *c, struct board b, int side)
{
    return c->planes + claims_plane(b, side);
}

INLINE int least(int a, int b)
{
    return a < b ? a : b;
}

/* ---- Bits ---- */

#define BYTES_01 0x0101010101010101u
#define BYTES_80 0x8080808080808080u

/* The numbers of set bits in each byte of v. Not __builtin_popcountll: for the plain x86-64 that is
 * a call of a library function. */
INLINE uint64_t bits_per_byte(uint64_t v)
{
    v -= (v >> 1) & 0x5555555555555555u;
    v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u);
    return (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}

INLINE unsigned bits_count(uint64_t v)
{
    return (unsigned)(bits_per_byte(v) * BYTES_01 >> 56);
}

/* How many of the eight bytes of `sums`, each < 128, are <= k < 128. */
INLINE unsigned bytes_not_above(uint64_t sums, unsigned k)
{
    uint64_t not_above = ((k * BYTES_01 | BYTES_80) - sums) & BYTES_80;
    return (unsigned)((not_above >> 7) * BYTES_01 >> 56);
}

/* The place of the set bit of v that has k set bits below it; v has more than k. First the byte is
 * found by sums over whole bytes, then the bit by the same means with each bit in its own byte. */
INLINE int bits_select(uint64_t v, unsigned k)
{
    uint64_t sums = bits_per_byte(v) * BYTES_01;
    unsigned byte_at = 8 * bytes_not_above(sums, k);
    k -= (unsigned)((sums << 8) >> byte_at) & 0xff;
    uint64_t spread = (v >> byte_at & 0xff) * BYTES_01 & 0x8040201008040201u;
    uint64_t ones = ((spread + (BYTES_80 - BYTES_01)) | spread) >> 7 & BYTES_01;
    return (int)(byte_at + bytes_not_above(ones * BYTES_01, k));
}

/* Set bits from bit `from` upwards, and from bit `from` - 1 downwards, without a gap. */
INLINE int run_up(uint32_t line, int from)
{
    return __builtin_ctz(~(line >> from));
}

INLINE int run_down(uint32_t line, int from)
{
    return __builtin_clz(~(line << (31 - from) << 1));
}

/* ---- Hash ---- */

static uint64_t stack_key(point_t at, unsigned top, unsigned height)
{
    return top == 0 ? 0 : rng_mix((uint64_t)at | (uint64_t)top << 10 | (uint64_t)height << 18);
}

/* Whose turn it is and all that is not on the board but bears on the future (C7, C9). */
static uint64_t turn_key(const struct position *p)
{
    const struct claims *c = &p->u.claims;
    uint64_t key = (uint64_t)1 << 60 | p->side | (uint64_t)c->passes << 4 | (uint64_t)c->more << 8;
    for (int i = 0; i < PLAYERS_MAX; i++)
        key |= (uint64_t)c->attackers[i] << (12 + 4 * i);
    return rng_mix(key);
}

static uint64_t claims_hash(const struct position *p, int symmetry)
{
    struct board b = board_of(p);
    const uint8_t *top = tops(&p->u.claims);
    const uint8_t *height = heights(&p->u.claims, b);
    uint64_t hash = turn_key(p);
    for (point_t q = 0; q < board_squares(b); q++)
        if (top[q] != 0)
            hash ^= stack_key(symmetry_point(symmetry, b.width, b.height, q), top[q], height[q]);
    return hash;
}

/* ---- Which placements are legal ---- */

typedef uint8_t lanes_t __attribute__((vector_size(CLAIMS_LANES)));

INLINE lanes_t lanes_load(const uint8_t *from)
{
    lanes_t v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}

/* Bit i is set iff lane i is 255; each lane is 0 or 255. */
INLINE unsigned lanes_mask(lanes_t v)
{
#if defined(__SSE2__)
    typedef char chars_t __attribute__((vector_size(CLAIMS_LANES)));
    return (unsigned)__builtin_ia32_pmovmskb128((chars_t)v);
#else
    uint64_t half[2];
    __builtin_memcpy(half, &v, sizeof v);
    /* The product moves bit 8i + 7 to bit 56 + i; no two terms meet below. */
    return (unsigned)((half[0] & BYTES_80) * 0x0002040810204081u >> 56) |
           (unsigned)((half[1] & BYTES_80) * 0x0002040810204081u >> 56) << 8;
#endif
}

/* The legal placements of a side among the 16 squares from q, as bits. */
INLINE unsigned legal_lanes(const struct claims *c, struct board b, int side, int q)
{
    lanes_t top = lanes_load(tops(c) + q);
    lanes_t height = lanes_load(heights(c, b) + q);
    lanes_t mine = lanes_load(claims_of(c, b, side) + q);
    lanes_t need;
    if (b.players == 2) {
        /* C5, C6: the only other player is also the occupant of what may be attacked. */
        need = lanes_load(claims_of(c, b, 3 - side) + q);
    } else {
        /* C5: on an empty square the claims of every other count, C6: on a stack those of its
         * occupant. */
        lanes_t occupant = top & (uint8_t)TOP_SIDE;
        lanes_t is_empty = (lanes_t)(top == 0);
        need = (lanes_t){0};
        for (int other = 1; other <= b.players; other++) {
            if (other == side)
                continue;
            lanes_t counts = (lanes_t)(occupant == (uint8_t)other) | is_empty;
            lanes_t theirs = lanes_load(claims_of(c, b, other) + q) & counts;
            lanes_t more = (lanes_t)(theirs > need);
            need = (theirs & more) | (need & ~more);
        }
    }
    need += height; /* at most 94 + 92 on the board, 255 + 0 on pads */
    lanes_t enough = (lanes_t)(mine >= need);
    lanes_t single = (lanes_t)(top == (uint8_t)side); /* C2: own, and its second piece to come */
    lanes_t doubled = (lanes_t)(top == (uint8_t)(side | TOP_DOUBLED));
    return lanes_mask(single | (enough & ~doubled));
}

/* All legal placements of a side, bit q % 64 of words[q / 64]; returns their number. */
INLINE unsigned legal_words(const struct claims *c, struct board b, int side, uint64_t *words)
{
    unsigned n = 0;
    for (int q = 0; q < board_stride(b); q += 64) {
        uint64_t word = 0;
        for (int i = q; i < least(q + 64, board_stride(b)); i += CLAIMS_LANES)
            word |= (uint64_t)legal_lanes(c, b, side, i) << (i - q);
        words[q / 64] = word;
        n += bits_count(word);
    }
    return n;
}

INLINE bool side_can_place(const struct claims *c, struct board b, int side)
{
    for (int q = 0; q < board_stride(b); q += CLAIMS_LANES)
        if (legal_lanes(c, b, side, q) != 0)
            return true;
    return false;
}

/* C7; the side to move is asked first, since it nearly always can. */
INLINE bool anybody_can_place(const struct claims *c, struct board b, int first)
{
    int side = first;
    do {
        if (side_can_place(c, b, side))
            return true;
        side = side % b.players + 1;
    } while (side != first);
    return false;
}

/* The placement with k legal ones before it. */
INLINE point_t words_select(const uint64_t *words, struct board b, unsigned k)
{
    int last = (board_stride(b) - 1) / 64;
    for (int i = 0; i < last; i++) {
        unsigned n = bits_count(words[i]);
        if (k < n)
            return (point_t)(64 * i + bits_select(words[i], k));
        k -= n;
    }
    return (point_t)(64 * last + bits_select(words[last], k));
}

static enum verdict judge_square(const struct claims *c, struct board b, int side, point_t at)
{
    unsigned top = tops(c)[at];
    int occupant = (int)(top & TOP_SIDE);
    int mine = claims_of(c, b, side)[at];
    if (occupant == side) /* C2: a second piece, once for each new occupation */
        return top & TOP_DOUBLED ? VERDICT_C2 : VERDICT_OK;
    if (occupant != 0) /* C6 */
        return mine >= heights(c, b)[at] + claims_of(c, b, occupant)[at] ? VERDICT_OK : VERDICT_C6;
    for (int other = 1; other <= b.players; other++) /* C5 */
        if (claims_of(c, b, other)[at] > mine)
            return VERDICT_C5;
    return VERDICT_OK;
}

static enum verdict claims_judge(const struct position *p, move_t m)
{
    if (m == MOVE_PASS) /* C2: always allowed */
        return VERDICT_OK;
    return judge_square(&p->u.claims, board_of(p), p->side, move_point(m));
}

static int claims_legal(const struct position *p, move_t *out)
{
    struct board b = board_of(p);
    uint64_t words[WORDS_MAX];
    legal_words(&p->u.claims, b, p->side, words);
    int n = 0;
    for (int i = 0; i <= (board_stride(b) - 1) / 64; i++)
        for (uint64_t left = words[i]; left != 0; left &= left - 1)
            out[n++] = (move_t)(64 * i + __builtin_ctzll(left));
    out[n++] = MOVE_PASS;
    return n;
}

static move_t claims_random(struct position *p, struct rng *r)
{
    struct board b = board_of(p);
    uint64_t words[WORDS_MAX];
    unsigned n = legal_words(&p->u.claims, b, p->side, words);
    return n == 0 ? MOVE_PASS : (move_t)words_select(words, b, rng_below(r, n));
}

/* ---- Laying claims ---- */

/* Adds `sign` to the claims (in plane `claims`) of a stack on q, along one orthogonal ray (C3, C4):
 * `room` squares up to the edge, `run` occupied ones next to the stack. */
INLINE void claim_orthogonal(uint8_t *claims, int q, int step, int room, int run, int height,
                             int sign)
{
    int reach = least(height, room);
    if (reach > 0)
        claims[q + step] = (uint8_t)(claims[q + step] + sign);
    for (int d = run + 2; d <= reach; d++)
        claims[q + d * step] = (uint8_t)(claims[q + d * step] + sign);
}

INLINE void claim_diagonal(uint8_t *claims, int q, int step, int room, int height, int sign)
{
    int reach = least(height - 2, room);
    for (int d = 1; d <= reach; d++)
        claims[q + d * step] = (uint8_t)(claims[q + d * step] + sign);
}

/* The eight rays of a square. */
struct rays {
    int room[8], step[8]; /* 0 … 3 orthogonal: right, left, up, down; 4 … 7 diagonal */
    int run[4];           /* occupied squares next to it */
};

INLINE void rays_find(const struct claims *c, struct board b, int q, struct rays *out)
{
    int x = q % b.width;
    int y = q / b.width;
    int right = b.width - 1 - x;
    int up = b.height - 1 - y;
    *out = (struct rays){
        .room = {right, x, up, y, least(right, up), least(x, up), least(right, y), least(x, y)},
        .step = {1, -1, b.width, -b.width, b.width + 1, b.width - 1, 1 - b.width, -1 - b.width},
        .run = {run_up(c->rows[y], x + 1), run_down(c->rows[y], x), run_up(c->cols[x], y + 1),
                run_down(c->cols[x], y)},
    };
}

/* All claims of a stack on q. */
static void claim_all(struct claims *c, struct board b, int q)
{
    uint8_t *claims = c->planes + claims_plane(b, tops(c)[q] & TOP_SIDE);
    int height = heights(c, b)[q];
    struct rays r;
    rays_find(c, b, q, &r);
    for (int i = 0; i < 4; i++)
        claim_orthogonal(claims, q, r.step[i], r.room[i], r.run[i], height, 1);
    for (int i = 4; i < 8; i++)
        claim_diagonal(claims, q, r.step[i], r.room[i], height, 1);
}

/* C4: q, hitherto empty, is being occupied. The stacks of the run behind it (seen along step) lose
 * their claims on the run ahead and on the square after that: q was their only gap. */
INLINE void close_gap(struct claims *c, struct board b, int q, int step, int behind, int ahead,
                      int room_ahead)
{
    const uint8_t *top = tops(c);
    const uint8_t *height = heights(c, b);
    int lost_max = least(ahead + 1, room_ahead);
    for (int i = 1; i <= behind; i++) {
        int from = q - i * step;
        uint8_t *claims = c->planes + claims_plane(b, top[from] & TOP_SIDE);
        int lost = least(height[from] - i, lost_max);
        for (int j = 1; j <= lost; j++)
            claims[q + j * step]--;
    }
}

/* C2 (a): a piece of a side on the empty square q. */
INLINE void put_first(struct claims *c, struct board b, int q, int side)
{
    struct rays r;
    rays_find(c, b, q, &r);
    uint8_t *mine = c->planes + claims_plane(b, side);
    for (int i = 0; i < 4; i++) {
        int towards = r.room[i] > 0; /* at the edge 0 is added to q itself, without a branch */
        int to = towards ? q + r.step[i] : q;
        mine[to] = (uint8_t)(mine[to] + towards);
        if (r.run[i ^ 1] > 0)
            close_gap(c, b, q, r.step[i], r.run[i ^ 1], r.run[i], r.room[i]);
    }
    c->planes[q] = (uint8_t)side;
    c->planes[board_stride(b) + q] = 1;
    c->rows[q / b.width] |= 1u << (q % b.width);
    c->cols[q % b.width] |= 1u << (q / b.width);
}

/* C2 (b), (c): a piece on the stack on q. It claims one square more along each ray, and if it
 * changes hands, so do its claims. Nothing is blocked or freed. */
INLINE void put_higher(struct claims *c, struct board b, int q, int side)
{
    struct rays r;
    rays_find(c, b, q, &r);
    int occupant = tops(c)[q] & TOP_SIDE;
    int height = heights(c, b)[q];
    uint8_t *mine = c->planes + claims_plane(b, side);
    if (occupant == side) {
        int d = height + 1;
        for (int i = 0; i < 4; i++)
            if (d <= r.room[i] && r.run[i] + 2 <= d)
                mine[q + d * r.step[i]]++;
        if (d >= 3)
            for (int i = 4; i < 8; i++)
                if (d - 2 <= r.room[i])
                    mine[q + (d - 2) * r.step[i]]++;
    } else {
        uint8_t *theirs = c->planes + claims_plane(b, occupant);
        for (int i = 0; i < 4; i++) {
            claim_orthogonal(theirs, q, r.step[i], r.room[i], r.run[i], height, -1);
            claim_orthogonal(mine, q, r.step[i], r.room[i], r.run[i], height + 1, 1);
        }
        for (int i = 4; i < 8; i++) {
            claim_diagonal(theirs, q, r.step[i], r.room[i], height, -1);
            claim_diagonal(mine, q, r.step[i], r.room[i], height + 1, 1);
        }
    }
    c->planes[q] = (uint8_t)(side | (occupant == side ? TOP_DOUBLED : 0));
    c->planes[board_stride(b) + q] = (uint8_t)(height + 1);
}

INLINE void put(struct claims *c, struct board b, int q, int side)
{
    if (tops(c)[q] == 0)
        put_first(c, b, q, side);
    else
        put_higher(c, b, q, side);
}

/* ---- Turns and the end ---- */

INLINE void turn_ends(struct position *p, struct board b)
{
    struct claims *c = &p->u.claims;
    p->side = (uint8_t)(p->side % b.players + 1);
    c->more = 0;
    if (b.players > 2) {
        /* C9: k different attackers since his last turn give k - 1 additional plays. */
        unsigned k = bits_count(c->attackers[p->side - 1]);
        c->more = (uint8_t)(k >= 2 ? k - 1 : 0);
        c->attackers[p->side - 1] = 0;
    }
}

/* A pass ends the turn, additional plays or not (C9). Returns whether all have passed (C7). */
INLINE bool pass_turn(struct position *p, struct board b)
{
    p->u.claims.passes++;
    turn_ends(p, b);
    return p->u.claims.passes == b.players;
}

/* A legal placement, without hash, ply, last and the question whether the game is over. */
INLINE void place(struct position *p, struct board b, int q)
{
    struct claims *c = &p->u.claims;
    if (b.players > 2) {
        int occupant = tops(c)[q] & TOP_SIDE;
        if (occupant != 0 && occupant != p->side) {
            uint8_t *seen = &c->attackers[occupant - 1];
            *seen = (uint8_t)(*seen | 1u << (p->side - 1));
        }
    }
    put(c, b, q, p->side);
    c->passes = 0;
    if (b.players > 2 && c->more > 0)
        c->more--;
    else
        turn_ends(p, b);
}

static bool stack_jacked(unsigned top, int height)
{
    return height >= (top & TOP_DOUBLED ? 3 : 2); /* invariant 3 */
}

/* C8: the side that scores a square, or 0. */
static int square_scorer(const struct claims *c, struct board b, point_t at, bool jacked_scores)
{
    unsigned top = tops(c)[at];
    if (top != 0)
        return jacked_scores && stack_jacked(top, heights(c, b)[at]) ? (int)(top & TOP_SIDE) : 0;
    int best = 0;
    int most = 0;
    for (int side = 1; side <= b.players; side++) {
        int n = claims_of(c, b, side)[at];
        if (n > most) {
            most = n;
            best = side;
        } else if (n == most) {
            best = 0;
        }
    }
    return best;
}

static void score(const struct position *p, int16_t *points, uint8_t *owner)
{
    struct board b = board_of(p);
    bool jacked_scores = (p->setup.options & OPTION_JACKED) != 0;
    for (point_t at = 0; at < board_squares(b); at++) {
        int side = square_scorer(&p->u.claims, b, at, jacked_scores);
        if (side != 0)
            points[side - 1]++;
        if (owner != NULL)
            owner[at] = (uint8_t)side;
    }
}

static void claims_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    score(p, points, NULL);
}

static void claims_result(const struct position *p, struct result *out)
{
    score(p, out->points, out->owner);
}

static void game_ends(struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    score(p, points, NULL);
    p->over = true;
    p->winner = 1;
    bool shared = false;
    for (int side = 2; side <= p->setup.players; side++) {
        if (points[side - 1] > points[p->winner - 1]) {
            p->winner = (uint8_t)side;
            shared = false;
        } else if (points[side - 1] == points[p->winner - 1]) {
            shared = true;
        }
    }
    if (shared) /* C8: equal highest scores draw */
        p->winner = 0;
}

INLINE void play(struct position *p, struct board b, move_t m)
{
    struct claims *c = &p->u.claims;
    p->ply++;
    p->last = m;
    uint64_t hash = p->hash ^ turn_key(p);
    bool over;
    if (m == MOVE_PASS) {
        over = pass_turn(p, b);
    } else {
        point_t q = move_point(m);
        hash ^= stack_key(q, tops(c)[q], heights(c, b)[q]);
        place(p, b, q);
        hash ^= stack_key(q, tops(c)[q], heights(c, b)[q]);
        over = !anybody_can_place(c, b, p->side);
    }
    p->hash = hash ^ turn_key(p);
    if (over)
        game_ends(p);
}

INLINE void playout(struct position *p, struct board b, struct rng *r, struct playlog *log)
{
    const struct claims *c = &p->u.claims;
    for (bool over = false; !over;) {
        uint64_t words[WORDS_MAX];
        unsigned n = legal_words(c, b, p->side, words);
        move_t m = MOVE_PASS;
        if (n > 0) {
            m = (move_t)words_select(words, b, rng_below(r, n));
            place(p, b, m);
        } else if (anybody_can_place(c, b, p->side)) {
            over = pass_turn(p, b);
        } else {
            break; /* C7: the last placement has ended it */
        }
        p->ply++;
        p->last = m;
        if (log != NULL) {
            if (log->n < log->cap)
                log->moves[log->n] = m;
            log->n++;
        }
    }
    p->hash = claims_hash(p, 0);
    game_ends(p);
}

static const struct board board_8 = {8, 8, 2};
static const struct board board_19 = {19, 19, 2};

static bool board_is(struct board a, struct board b)
{
    return a.width == b.width && a.height == b.height && a.players == b.players;
}

static void claims_play(struct position *p, move_t m)
{
    struct board b = board_of(p);
    if (board_is(b, board_8))
        play(p, board_8, m);
    else
        play(p, b, m);
}

static void claims_playout(struct position *p, struct rng *r, struct playlog *log)
{
    struct board b = board_of(p);
    if (board_is(b, board_8))
        playout(p, board_8, r, log);
    else if (board_is(b, board_19))
        playout(p, board_19, r, log);
    else if (b.players == 2)
        playout(p, (struct board){b.width, b.height, 2}, r, log);
    else
        playout(p, b, r, log);
}

/* ---- Setting up and reading ---- */

static size_t claims_bytes(const struct position *p)
{
    struct board b = board_of(p);
    return offsetof(struct position, u) + offsetof(struct claims, planes) +
           (size_t)((2 + b.players) * board_stride(b));
}

static void claims_start(struct position *p)
{
    struct board b = board_of(p);
    struct claims *c = &p->u.claims;
    int stride = board_stride(b);
    __builtin_memset(c, 0, offsetof(struct claims, planes));
    __builtin_memset(c->planes, 0, (size_t)((2 + b.players) * stride));
    for (int plane = 0; plane < 2; plane++)
        for (int q = board_squares(b); q < stride; q++)
            c->planes[plane * stride + q] = PAD;
    p->hash = claims_hash(p, 0);
}

static struct cell claims_cell(const struct position *p, point_t at)
{
    unsigned top = tops(&p->u.claims)[at];
    int height = heights(&p->u.claims, board_of(p))[at];
    unsigned flags = top & TOP_DOUBLED ? CELL_DOUBLED : 0;
    if (stack_jacked(top, height))
        flags |= CELL_JACKED;
    return (struct cell){
        .owner = (uint8_t)(top & TOP_SIDE), .height = (uint8_t)height, .flags = (uint8_t)flags};
}

/* 0, or why the cell cannot be on that square. A missing jacked flag is no error: what it says
 * follows from the rest (invariant 3), and diagrams do not carry it. */
static int cell_check(struct cell cell, struct board b, point_t at)
{
    if (cell.owner > b.players || (cell.owner == OWNER_NONE) != (cell.height == 0) ||
        (cell.flags & ~(CELL_JACKED | CELL_DOUBLED)) != 0)
        return ERR_RANGE;
    int least_height = 1 + ((cell.flags & CELL_JACKED) != 0) + ((cell.flags & CELL_DOUBLED) != 0);
    if (cell.flags != 0 && cell.height < least_height)
        return ERR_ILLEGAL;
    /* The last piece of a highest stack is the second of C2; before it, the stack is one lower. */
    int one_may_follow = (cell.flags & CELL_DOUBLED) == 0;
    return cell.height + one_may_follow > claims_height_bound(b.width, b.height, at) ? ERR_ILLEGAL
                                                                                     : 0;
}

static int claims_set(struct position *p, const struct cell *cells)
{
    struct board b = board_of(p);
    struct claims *c = &p->u.claims;
    claims_start(p);
    for (point_t at = 0; at < board_squares(b); at++) {
        struct cell cell = cells[at];
        int err = cell_check(cell, b, at);
        if (err < 0)
            return err;
        if (cell.owner == OWNER_NONE)
            continue;
        c->planes[at] = (uint8_t)(cell.owner | (cell.flags & CELL_DOUBLED ? TOP_DOUBLED : 0));
        c->planes[board_stride(b) + at] = cell.height;
        c->rows[at / b.width] |= 1u << (at % b.width);
        c->cols[at % b.width] |= 1u << (at / b.width);
    }
    for (point_t at = 0; at < board_squares(b); at++)
        if (tops(c)[at] != 0)
            claim_all(c, b, at);
    p->hash = claims_hash(p, 0);
    if (!anybody_can_place(c, b, p->side)) /* C7 */
        game_ends(p);
    return 0;
}

/* ---- Faces ---- */

int claims_count(const struct position *p, point_t at, int side)
{
    struct board b = board_of(p);
    ASSERT(p->setup.game == GAME_CLAIMS && side >= 1 && side <= b.players);
    ASSERT(at >= 0 && at < board_squares(b));
    return claims_of(&p->u.claims, b, side)[at];
}

int claims_sources(const struct position *p, point_t at, int side,
                   point_t out[CLAIMS_ON_SQUARE_MAX])
{
    struct board b = board_of(p);
    const struct claims *c = &p->u.claims;
    ASSERT(p->setup.game == GAME_CLAIMS && side >= 1 && side <= b.players);
    ASSERT(at >= 0 && at < board_squares(b));
    struct rays r;
    rays_find(c, b, at, &r);
    int n = 0;
    for (int i = 0; i < 8; i++) {
        bool diagonal = i >= 4;
        for (int d = 1; d <= r.room[i]; d++) {
            int from = at + d * r.step[i];
            if ((tops(c)[from] & TOP_SIDE) != side || heights(c, b)[from] < d + (diagonal ? 2 : 0))
                continue;
            if (diagonal || d == 1 || r.run[i] < d - 1) /* C4 */
                out[n++] = (point_t)from;
        }
    }
    return n;
}

int claims_height_bound(int width, int height, point_t at)
{
    ASSERT(width > 0 && height > 0 && at >= 0 && at < width * height);
    int x = at % width;
    int y = at / width;
    int right = width - 1 - x;
    int up = height - 1 - y;
    int room[4] = {right, x, up, y};
    int bound = 2 + least(right, up) + least(x, up) + least(right, y) + least(x, y);
    for (int i = 0; i < 4; i++)
        bound += room[i] >= 2 ? room[i] - 1 : room[i];
    return bound;
}

static void text_claims(struct text *t, int n)
{
    text_int(t, n);
    text_str(t, n == 1 ? " claim" : " claims");
}

static void claims_explain(const struct position *p, move_t m, struct explanation *out)
{
    struct board b = board_of(p);
    const struct claims *c = &p->u.claims;
    point_t at = move_point(m);
    int mine = claims_of(c, b, p->side)[at];
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (out->verdict == VERDICT_C2) {
        text_str(&t, "The two topmost pieces on ");
        point_print(at, b.width, &t);
        text_str(&t, " are your own already; a third needs an attack in between.");
        out->points[out->points_n++] = at;
        return;
    }
    int prevails = tops(c)[at] & TOP_SIDE;
    if (out->verdict == VERDICT_C5) {
        prevails = 1;
        for (int side = 2; side <= b.players; side++)
            if (claims_of(c, b, side)[at] > claims_of(c, b, prevails)[at])
                prevails = side;
        text_str(&t, "Player ");
        text_int(&t, prevails);
        text_str(&t, " has ");
        text_claims(&t, claims_of(c, b, prevails)[at]);
        text_str(&t, " on ");
        point_print(at, b.width, &t);
    } else {
        int height = heights(c, b)[at];
        int defending = claims_of(c, b, prevails)[at];
        text_str(&t, "An attack on ");
        point_print(at, b.width, &t);
        text_str(&t, " needs ");
        text_claims(&t, height + defending);
        text_str(&t, " (height ");
        text_int(&t, height);
        text_str(&t, " and ");
        text_int(&t, defending);
        text_str(&t, " of player ");
        text_int(&t, prevails);
        text_str(&t, ")");
        out->points[out->points_n++] = at;
    }
    text_str(&t, "; you have ");
    if (mine == 0)
        text_str(&t, "none");
    else
        text_int(&t, mine);
    text_char(&t, '.');
    out->points_n =
        (uint16_t)(out->points_n + claims_sources(p, at, prevails, out->points + out->points_n));
}

const struct game game_claims = {
    .id = GAME_CLAIMS,
    .name = "claims",
    .title = "Claims",
    .designer = "Barrie Evans",
    .year = "2002, 2005",
    .summary = "Stack pieces to lay claims, and hold the squares that nobody else may enter.",
    .size_min = 2,
    .size_max = 25,
    .size_step = 1,
    .size_default = 8,
    .players_min = 2,
    .players_max = 4,
    .options = OPTION_JACKED,
    .options_default = 0,
    .rectangular = true,
    .has_red = false,
    .has_pass = true,
    .has_swap = false,
    .has_score = true,
    .symmetries = 0xff,
    .symmetries_swap = 0,
    .start = claims_start,
    .set = claims_set,
    .cell = claims_cell,
    .legal = claims_legal,
    .judge = claims_judge,
    .play = claims_play,
    .random = claims_random,
    .playout = claims_playout,
    .score = claims_score,
    .result = claims_result,
    .explain = claims_explain,
    .hash = claims_hash,
    .bytes = claims_bytes,
};
