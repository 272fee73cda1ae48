/* redstone_lanes_int.h - random games of Redstone in lanes (lanes_word.h): no groups, no liberties
 * that are counted, only sets of points; for redstone_lanes*.c, which choose the lanes.
 *
 * The rows of a board take turns: with w words, row y is in word y % w. There it has as many bits
 * as the board has columns, and one more, which is no point, so that what leaves a row by shifting
 * is there. 9 x 9 in two words:
 *
 *     word 0                           word 1
 *     row 8   40 41 42 ... 48  .
 *     row 6   30 31 32 ... 38  .       row 7   30 31 32 ... 38  .
 *     row 4   20 21 22 ... 28  .       row 5   20 21 22 ... 28  .
 *     row 2   10 11 12 ... 18  .       row 3   10 11 12 ... 18  .
 *     row 0    0  1  2 ...  8  .       row 1    0  1  2 ...  8  .
 *
 * So 1 up is E, 1 down is W, and nothing is shifted from word to word: N of word 0 is the same bit
 * of word 1, and N of word 1 is 10 up in word 0. (With the lower rows in word 0 and the upper ones
 * in word 1, both had to be shifted for N and S, and bits carried over: 10 % slower on 9 x 9.)
 *
 * The law. After each draw both colours are flooded at once: from the stones that have an empty
 * neighbour, through edges between stones of one colour. What stays dry is bounded (R1), and a draw
 * is legal iff "something is bounded" is the same as "the stone is red" (R2, R3). So one flood
 * judges both kinds of stones, and finds what a red one removes (R4). Here Black draws a red stone
 * for the point *:
 *
 *     x x o .       1 1 ~ .      1  next to an empty point: the flood begins here
 *     o * o x       # * 2 1      2  reached from there
 *     o o x .       # # 1 .      #  dry: bounded; the draw is legal, and these stones go
 *     x x . .       1 1 . .      ~  has an empty neighbour, and is joined with 2
 *
 * A draw is one of the own stones that may be legal, or of the red ones, all equally likely; a lane
 * whose draw is not legal idles until the next. So each legal placement is equally likely, and each
 * left out beforehand saves a step. Left out are own stones without an empty and without an own
 * neighbour, which are bounded; and red ones beside no stone with a single empty neighbour, where
 * no group has its last liberty. Of 100 draws 66 are legal.
 *
 * Tried, and no faster: to leave out red stones beside groups of which a second stone is seen to
 * have another liberty (more draws are legal, but each takes longer); to end the flood when it has
 * reached all stones around the point, which hardly ever happens in all lanes at once; to fill rows
 * by the carries of an addition; to look after more than one step of the flood whether it ended. */
#ifndef REDSTONE_LANES_INT_H
#define REDSTONE_LANES_INT_H
#include "rules/lanes_run.h"
#include "rules/lanes_word.h"
#include "rules/redstone/redstone_int.h"

struct geometry {
    int width, words;
};

/* Four games, or one, as the side to move has them. */
struct board {
    struct bits own, other, empty;
};

/* ---- bits and points ---- */

LANE struct geometry geometry_of(int width)
{
    int rows = WORD_BITS / (width + 1); /* of a word */
    return (struct geometry){.width = width, .words = (width + rows - 1) / rows};
}

LANE int bit_of(struct geometry g, int x, int y)
{
    return y % g.words * WORD_BITS + y / g.words * (g.width + 1) + x;
}

LANE point_t point_of_bit(struct geometry g, int bit)
{
    int row = bit % WORD_BITS / (g.width + 1), x = bit % WORD_BITS % (g.width + 1);
    int y = row * g.words + bit / WORD_BITS;
    return (point_t)(y * g.width + x);
}

/* The board of a position, in all lanes. */
LANE struct board board_of(struct geometry g, const struct position *p)
{
    uint64_t stones[3][WORDS_MAX] = {{0}}; /* empty points, Black, White */
    for (int y = 0; y < g.width; y++)
        for (int x = 0; x < g.width; x++) {
            unsigned stone = stone_at(&p->u.redstone, (y + 1) * (g.width + 1) + x + 1);
            if (stone != STONE_RED)
                bit_set(stones[stone / 2], bit_of(g, x, y));
        }
    return (struct board){.own = bits_of(stones[p->side]),
                          .other = bits_of(stones[3 - p->side]),
                          .empty = bits_of(stones[0])};
}

LANE struct board board_choose(word_t mask, struct board a, struct board b, int words)
{
    a.own = bits_choose(mask, a.own, b.own, words);
    a.other = bits_choose(mask, a.other, b.other, words);
    a.empty = bits_choose(mask, a.empty, b.empty, words);
    return a;
}

/* ---- steps ---- */

LANE struct bits north(struct bits a, struct geometry g)
{
    int row = g.width + 1;
    switch (g.words) {
    case 1:
        return (struct bits){.w0 = a.w0 << row};
    case 2:
        return (struct bits){.w0 = a.w1 << row, .w1 = a.w0};
    case 3:
        return (struct bits){.w0 = a.w2 << row, .w1 = a.w0, .w2 = a.w1};
    default:
        return (struct bits){.w0 = a.w3 << row, .w1 = a.w0, .w2 = a.w1, .w3 = a.w2};
    }
}

LANE struct bits south(struct bits a, struct geometry g)
{
    int row = g.width + 1;
    switch (g.words) {
    case 1:
        return (struct bits){.w0 = a.w0 >> row};
    case 2:
        return (struct bits){.w0 = a.w1, .w1 = a.w0 >> row};
    case 3:
        return (struct bits){.w0 = a.w1, .w1 = a.w2, .w2 = a.w0 >> row};
    default:
        return (struct bits){.w0 = a.w1, .w1 = a.w2, .w2 = a.w3, .w3 = a.w0 >> row};
    }
}

LANE struct bits east(struct bits a)
{
    return (struct bits){a.w0 << 1, a.w1 << 1, a.w2 << 1, a.w3 << 1};
}

LANE struct bits west(struct bits a)
{
    return (struct bits){a.w0 >> 1, a.w1 >> 1, a.w2 >> 1, a.w3 >> 1};
}

LANE struct bits around(struct bits a, struct geometry g)
{
    int w = g.words;
    return bits_or(bits_or(north(a, g), south(a, g), w), bits_or(east(a), west(a), w), w);
}

/* The edges between stones of one colour: bit: one leads there from the west, and so on. */
struct edges {
    struct bits from_w, from_e, from_s, from_n;
};

LANE struct edges edges_of(struct bits a, struct bits b, struct geometry g)
{
    int w = g.words;
    struct bits from_w = bits_or_and(bits_and(a, east(a), w), b, east(b), w);
    struct bits from_s = bits_or_and(bits_and(a, north(a, g), w), b, north(b, g), w);
    return (struct edges){from_w, west(from_w), from_s, south(from_s, g)};
}

/* Spreads a set of stones by one step along the rows, and then by one along the columns. */
LANE struct bits spread(struct bits a, const struct edges *e, struct geometry g)
{
    int w = g.words;
    struct bits row = bits_or_and(bits_or_and(a, east(a), e->from_w, w), west(a), e->from_e, w);
    struct bits column = bits_or_and(row, north(row, g), e->from_s, w);
    return bits_or_and(column, south(row, g), e->from_n, w);
}

/* ---- a draw ---- */

/* The candidates for a draw: the places where an own stone may be legal, and where a red one may
 * be. */
struct choice {
    struct bits own, red;
};

LANE struct choice choice_of(const struct board *b, struct geometry g)
{
    int w = g.words;
    struct bits n = north(b->empty, g), s = south(b->empty, g);
    struct bits e = east(b->empty), u = west(b->empty);
    struct bits odd = bits_xor(bits_xor(n, s, w), bits_xor(e, u, w), w);
    struct bits several = bits_or_and(bits_and(n, s, w), e, u, w); /* all three of them */
    struct bits last = bits_and(bits_less(odd, several, w), bits_or(b->own, b->other, w), w);
    struct bits any = bits_or(bits_or(n, s, w), bits_or(e, u, w), w);
    return (struct choice){
        .own = bits_and(bits_or(any, around(b->own, g), w), b->empty, w),
        .red = bits_and(around(last, g), b->empty, w),
    };
}

/* The stones of two colours that have no liberties (R1). */
LANE struct bits bounded(struct bits a, struct bits b, struct bits empty, struct geometry g)
{
    int w = g.words;
    struct bits stones = bits_or(a, b, w);
    struct edges edges = edges_of(a, b, g);
    struct bits reached = bits_and(around(empty, g), stones, w);
    struct bits before;
    do {
        before = reached;
        reached = spread(reached, &edges, g);
    } while (bits_any(bits_xor(reached, before, w), w));
    return bits_less(stones, reached, w);
}

/* A draw in all lanes. */
struct drawn {
    struct bits at;
    word_t red, legal; /* all ones where it is so */
};

LANE struct drawn draw(struct board *b, word_t random, struct geometry g)
{
    int w = g.words;
    struct choice choice = choice_of(b, g);
    word_t own_n = bits_count(choice.own, w);
    word_t k = word_below(random, own_n + bits_count(choice.red, w));
    word_t red = ~word_is_less(k, own_n);
    struct bits at = bits_pick(bits_choose(red, choice.own, choice.red, w), k - (own_n & red), w);
    const uint64_t none[WORDS_MAX] = {0};
    struct bits placed = bits_choose(red, at, bits_of(none), w);
    struct bits own = bits_or(b->own, placed, w);
    struct bits empty = bits_less(b->empty, at, w);
    struct bits dead = bounded(own, b->other, empty, g);
    word_t legal = ~(word_is_zero(bits_fold(dead, w)) ^ ~red);
    struct board next = {.own = bits_less(b->other, dead, w), /* R4: of both colours */
                         .other = bits_less(own, dead, w),
                         .empty = bits_or(empty, dead, w)};
    *b = board_choose(legal, *b, next, w);
    return (struct drawn){at, red, legal};
}

/* ---- games ---- */

LANE void log_draw(const struct lanes_run *run, const struct drawn *d, struct geometry g)
{
    for (int i = 0; i < LANES; i++) {
        int red = word_get(d->red, i) != 0 ? MOVE_RED : 0;
        if (word_get(d->legal, i) != 0)
            run_log(run, i, point_of_bit(g, bits_index(d->at, i, g.words)) | red);
    }
}

/* The games of the lanes in `over` have ended by a capture. Where `bare`, the side to move has no
 * stones left (R5). first: the side that played the first ply. */
LANE void end_games(struct lanes_run *run, word_t over, word_t bare, word_t plies, unsigned first)
{
    for (int i = 0; i < LANES; i++) {
        if (word_get(over, i) == 0)
            continue;
        unsigned played = (unsigned)word_get(plies, i);
        unsigned mover = played & 1 ? first : 3 - first;
        unsigned winner = word_get(bare, i) != 0 ? mover : 3 - mover;
        run_end(run, i,
                (struct ending){.plies = played,
                                .winner = (uint8_t)winner,
                                .points = {winner == 1, winner == 2}});
    }
}

/* Plays n games from p, which is not over. A lane without a game has an empty board without a
 * point to draw. */
LANE void play_on(const struct position *p, struct rng *r, int n, const struct mast *mast,
                  struct playlog *logs, struct ending *out, struct geometry g)
{
    const uint64_t none[WORDS_MAX] = {0};
    const struct board start = board_of(g, p);
    struct lanes_run run = run_of(r, n, logs, out);
    struct board b = {bits_of(none), bits_of(none), bits_of(none)};
    struct word_rng random = {{word_of(0), word_of(0), word_of(0), word_of(0)}};
    word_t plies = word_of(0);
    word_t over = ~word_of(0);
    for (;;) {
        if (UNLIKELY(word_any(over))) {
            end_games(&run, over, word_is_zero(bits_fold(b.own, g.words)), plies, p->side);
            if (run.ended == n)
                return;
            word_t begun = run_begin(&run, over, &random);
            struct board idle = {bits_of(none), bits_of(none), bits_of(none)};
            b = board_choose(over, b, idle, g.words);
            b = board_choose(begun, b, start, g.words);
            plies &= ~begun;
        }
        struct drawn d = draw(&b, word_random(&random) >> 32, g);
        plies -= d.legal;
        over =
            d.legal & d.red &
            (word_is_zero(bits_fold(b.own, g.words)) | word_is_zero(bits_fold(b.other, g.words)));
        if (UNLIKELY(logs != NULL))
            log_draw(&run, &d, g);
    }
}

#if LANES > 1

/* Each size has its own code, with distances and words that the compiler knows. */
LANE void play_size(const struct position *p, struct rng *r, int n, const struct mast *mast,
                    struct playlog *logs, struct ending *out)
{
    switch (p->setup.width) {
    case 2:
        play_on(p, r, n, mast, logs, out, geometry_of(2));
        break;
    case 3:
        play_on(p, r, n, mast, logs, out, geometry_of(3));
        break;
    case 4:
        play_on(p, r, n, mast, logs, out, geometry_of(4));
        break;
    case 5:
        play_on(p, r, n, mast, logs, out, geometry_of(5));
        break;
    case 6:
        play_on(p, r, n, mast, logs, out, geometry_of(6));
        break;
    case 7:
        play_on(p, r, n, mast, logs, out, geometry_of(7));
        break;
    case 8:
        play_on(p, r, n, mast, logs, out, geometry_of(8));
        break;
    case 9:
        play_on(p, r, n, mast, logs, out, geometry_of(9));
        break;
    case 10:
        play_on(p, r, n, mast, logs, out, geometry_of(10));
        break;
    case 11:
        play_on(p, r, n, mast, logs, out, geometry_of(11));
        break;
    case 12:
        play_on(p, r, n, mast, logs, out, geometry_of(12));
        break;
    default:
        play_on(p, r, n, mast, logs, out, geometry_of(13));
    }
}

#endif

#endif
