/* palisade_lanes_int.h - random games of Palisade in lanes (lanes_word.h): no lists, no components,
 * only sets of points; for palisade_lanes*.c, which choose the lanes.
 *
 * The points of a side are a set of their own, its *lattice* (palisade_int.h): with the column x
 * and the row y, both from 0, bit y * h + (x + y) / 2 of it, where h = (width + 1) / 2. So a board
 * of 9 x 9 is 49 bits for each side. The bits of Black's and of White's points on 5 x 5:
 *
 *     14  .  15  .  16          .  14  .  15  .
 *      .  11  .  12  .         10  .  11  .  12      Bits that are no point (3, 8, 13 for Black, 2,
 *      7  .   8* .   9          .   7  .   8  .      6, 9 and 13 for White) part the rows: what
 *      .  4   .  5   .          3  .   4  .   5      leaves a row by shifting is there.
 *      0  .   1  .   2          .  0   .  1   .
 *
 * A diagonal neighbour is of the same side: NE is h + 1 bits up, NW h, SW h + 1 down and SE h,
 * everywhere. An orthogonal one is of the other: E of a black point it is the same bit, W one down,
 * N is h up and S h + 1 down; of a white point E is one up, W the same, N h + 1 up and S h down.
 *
 * The law. The mover's stones wall in the *faces* of their lattice, which are the other side's
 * points. Between a face and the one NE of it a wall is closed iff stones are N and E of the face;
 * so for the other diagonals. Flooded from outside through all that is open, a face that stays dry
 * is inside a loop (P3), the ring being stones too (P2):
 *
 *       . x . x .       The faces around a stone are flooded or not by what it closes. Before, none
 *                       x # x ~ x of them was inside, because no side places inside (P5). So when a
 *                       flood has
 *       . x ~ ~ .       reached all four, the stone has closed nothing (~), and the flood ends. A
 *       ~ ~ x ~ ~       face between four stones (#) needs no flood. With these two nearly no flood
 *       . ~ . ~ .       goes on to its end.
 *
 * What was flooded in vain is enclosed: its stones are captured (P4), its empty points and those
 * of the mover beside them are closed to both (P5). Who owns a point follows (P6): one of Black's
 * is Black's unless it is a face inside one of White's loops, and the other way round.
 *
 * All lanes play Black's and White's plies in turn. If a game ends after the first of two plies, it
 * idles for the second: without open points nothing is drawn, nothing placed and nothing
 * flooded. */
#ifndef PALISADE_LANES_INT_H
#define PALISADE_LANES_INT_H
#include "rules/lanes_run.h"
#include "rules/lanes_word.h"
#include "rules/palisade/palisade_int.h"

/* The constants of a side's lattice on the empty board: which bits are points, and which of these
 * are in the first or last column, or row, so that a stone of the ring is beside them. */
struct lattice {
    struct bits all, column_end, row_end;
};

struct geometry {
    int width, h, words;
};

/* Four games, or one. Index: [side - 1]. */
struct board {
    struct bits stones[2], open[2];
    struct bits inside[2]; /* the faces inside the side's loops: bits of the other's lattice */
};

/* ---- bits and points ---- */

LANE int bit_of(int h, int x, int y)
{
    return y * h + (x + y) / 2;
}

LANE point_t point_of_bit(struct geometry g, int side, int bit)
{
    int y = (2 * bit + side - 1) / (2 * g.h + 1);
    int x = 2 * (bit - y * g.h) - y + side - 1;
    return (point_t)(y * g.width + x);
}

LANE struct lattice lattice_of(struct geometry g, int side)
{
    uint64_t all[WORDS_MAX] = {0}, column_end[WORDS_MAX] = {0}, row_end[WORDS_MAX] = {0};
    for (int y = 0; y < g.width; y++)
        for (int x = (y + side - 1) & 1; x < g.width; x += 2) {
            bit_set(all, bit_of(g.h, x, y));
            if (x == 0 || x == g.width - 1)
                bit_set(column_end, bit_of(g.h, x, y));
            if (y == 0 || y == g.width - 1)
                bit_set(row_end, bit_of(g.h, x, y));
        }
    return (struct lattice){bits_of(all), bits_of(column_end), bits_of(row_end)};
}

/* The board of a position, in all lanes. */
LANE struct board board_of(struct geometry g, const struct position *p)
{
    uint64_t stones[2][WORDS_MAX] = {{0}}, open[2][WORDS_MAX] = {{0}}, inside[2][WORDS_MAX] = {{0}};
    for (int y = 0; y < g.width; y++)
        for (int x = 0; x < g.width; x++) {
            int own = (x + y) & 1, bit = bit_of(g.h, x, y);
            int state = p->u.palisade.state[(y + 1) * (g.width + 2) + x + 1];
            if (state == STATE_OPEN)
                bit_set(open[own], bit);
            else if (palisade_is_stone(state))
                bit_set(stones[own], bit);
            else if (state == STATE_INSIDE + 2 - own)
                bit_set(inside[1 - own], bit);
        }
    return (struct board){.stones = {bits_of(stones[0]), bits_of(stones[1])},
                          .open = {bits_of(open[0]), bits_of(open[1])},
                          .inside = {bits_of(inside[0]), bits_of(inside[1])}};
}

LANE struct board board_choose(word_t mask, struct board a, struct board b, int words)
{
    a.stones[0] = bits_choose(mask, a.stones[0], b.stones[0], words);
    a.stones[1] = bits_choose(mask, a.stones[1], b.stones[1], words);
    a.open[0] = bits_choose(mask, a.open[0], b.open[0], words);
    a.open[1] = bits_choose(mask, a.open[1], b.open[1], words);
    a.inside[0] = bits_choose(mask, a.inside[0], b.inside[0], words);
    a.inside[1] = bits_choose(mask, a.inside[1], b.inside[1], words);
    return a;
}

/* ---- a ply ---- */

/* The faces around a side's points, as bits of the other's lattice. */
LANE struct bits faces_around(struct bits a, int side, struct geometry g)
{
    int s = side == 1, w = g.words;
    struct bits across = bits_or(bits_up(a, 1 - s, w), bits_down(a, s, w), w);
    struct bits along = bits_or(bits_up(a, g.h + 1 - s, w), bits_down(a, g.h + s, w), w);
    return bits_or(across, along, w);
}

/* The side's points around faces. */
LANE struct bits points_around(struct bits a, int side, struct geometry g)
{
    return faces_around(a, 3 - side, g);
}

/* Spreads a set of faces by one step along each diagonal, through what is open there. Two
 * opposite diagonals at once, and then the two others: so a step may go around a corner. */
struct ways {
    struct bits ne, nw, sw, se; /* bit: the face can be entered from there */
};

LANE struct bits spread(struct bits a, const struct ways *from, struct geometry g)
{
    int w = g.words;
    struct bits one = bits_or_and(a, bits_up(a, g.h + 1, w), from->sw, w);
    one = bits_or_and(one, bits_down(a, g.h + 1, w), from->ne, w);
    struct bits two = bits_or_and(one, bits_up(one, g.h, w), from->se, w);
    return bits_or_and(two, bits_down(one, g.h, w), from->nw, w);
}

/* The faces inside loops of stones among which the one at `placed` is new: all of them, or at
 * least those that it has enclosed. l is the lattice of the faces. */
LANE struct bits enclosed(struct bits stones, struct bits placed, const struct lattice *l, int side,
                          struct geometry g)
{
    int s = side == 1, w = g.words;
    struct bits east = bits_down(stones, s, w), west = bits_up(stones, 1 - s, w);
    struct bits north = bits_down(stones, g.h + s, w), south = bits_up(stones, g.h + 1 - s, w);
    struct ways from = {.ne = bits_less(l->all, bits_and(north, east, w), w),
                        .nw = bits_less(l->all, bits_and(north, west, w), w),
                        .sw = bits_less(l->all, bits_and(south, west, w), w),
                        .se = bits_less(l->all, bits_and(south, east, w), w)};
    /* Whether both stones of a direction are there, those of the ring (P2) counted. */
    struct bits vertical =
        bits_or_and(bits_and(north, south, w), bits_or(north, south, w), l->row_end, w);
    struct bits horizontal =
        bits_or_and(bits_and(east, west, w), bits_or(east, west, w), l->column_end, w);
    struct bits in = bits_and(l->all, bits_and(vertical, horizontal, w), w); /* between four */
    struct bits out =
        bits_or(bits_less(l->column_end, vertical, w), bits_less(l->row_end, horizontal, w), w);
    struct bits asked = bits_and(l->all, faces_around(placed, side, g), w);
    asked = bits_less(asked, in, w);
    while (bits_any(bits_less(asked, out, w), w)) {
        struct bits before = out;
        out = spread(spread(out, &from, g), &from, g);
        if (!bits_any(bits_xor(out, before, w), w))
            return bits_or(in, bits_less(l->all, out, w), w);
    }
    return in;
}

/* In MAST, a point of a side has the place of its bit, and White's come this far behind. */
enum { MAST_SIDE = WORDS_MAX * WORD_BITS };
_Static_assert(2 * MAST_SIDE < MAST_PLACES, "all bits have places, and no bit has one as well");

/* Draws a placement for a side from its n open points, by 32 random bits; no bit where n is 0. With
 * MAST it is the better of two, the first if they are equal. */
LANE struct bits draw(const struct board *b, word_t drawn, word_t n, struct word_rng *random,
                      const struct mast *mast, int side, struct geometry g)
{
    int w = g.words;
    struct bits one = bits_pick(b->open[side - 1], word_below(drawn, n), w);
    if (mast == NULL)
        return one;
    struct bits two = bits_pick(b->open[side - 1], word_below(word_random(random) >> 32, n), w);
    const int32_t *worth = &mast->worth[(side - 1) * MAST_SIDE];
    word_t worse =
        word_is_less(word_look(worth, bits_lowest(one, w)), word_look(worth, bits_lowest(two, w)));
    return bits_choose(worse, one, two, w);
}

/* One ply of a side in all lanes; nothing is placed in those that idle. */
LANE void ply(struct board *b, struct bits placed, const struct lattice l[2], int side,
              struct geometry g)
{
    int w = g.words, own = side - 1, other = 2 - side;
    b->stones[own] = bits_or(b->stones[own], placed, w);
    struct bits faces = enclosed(b->stones[own], placed, &l[other], side, g);
    struct bits points = bits_less(points_around(faces, side, g), b->stones[own], w);
    b->stones[other] = bits_less(b->stones[other], faces, w); /* P4 */
    b->open[other] = bits_less(b->open[other], faces, w);     /* P5 */
    b->open[own] = bits_less(b->open[own], bits_or(points, placed, w), w);
    b->inside[own] = bits_or(b->inside[own], faces, w);
    b->inside[other] = bits_less(b->inside[other], points, w);
}

/* ---- games ---- */

LANE void log_ply(const struct lanes_run *run, struct bits placed, int side, struct geometry g)
{
    for (int i = 0; i < LANES; i++) {
        int bit = bits_index(placed, i, g.words);
        if (bit >= 0)
            run_log(run, i, point_of_bit(g, side, bit));
    }
}

/* The games of the lanes in `over` have ended, with so many points for Black. */
LANE void end_games(struct lanes_run *run, word_t over, word_t black, word_t plies,
                    struct geometry g)
{
    int area = g.width * g.width;
    for (int i = 0; i < LANES; i++) {
        int points = (int)word_get(black, i);
        if (word_get(over, i) != 0)
            run_end(run, i,
                    (struct ending){.plies = (uint32_t)word_get(plies, i),
                                    .winner = 2 * points > area ? 1 : 2,
                                    .points = {(int16_t)points, (int16_t)(area - points)}});
    }
}

/* Plays n games from p, which is not over, on a board of that width. */
LANE void play_on(const struct position *p, struct rng *r, int n, const struct mast *mast,
                  struct playlog *logs, struct ending *out, struct geometry g)
{
    const struct lattice l[2] = {lattice_of(g, 1), lattice_of(g, 2)};
    const struct board start = board_of(g, p);
    struct lanes_run run = run_of(r, n, logs, out);
    struct board b = start;
    const uint64_t none[WORDS_MAX] = {0};
    struct word_rng random = {{word_of(0), word_of(0), word_of(0), word_of(0)}};
    word_t plies = word_of(0);
    word_t drawn = word_of(0);
    int side = p->side;
    b.open[0] = b.open[1] = bits_of(none); /* every lane is over */
    for (;;) {
        word_t open_n = bits_count(b.open[side - 1], g.words);
        if (side == p->side) {
            word_t over = word_is_zero(open_n);
            if (UNLIKELY(word_any(over))) {
                word_t black = word_of((uint64_t)(g.width * g.width + 1) / 2) -
                               bits_count(b.inside[1], g.words) + bits_count(b.inside[0], g.words);
                end_games(&run, over, black, plies, g);
                if (run.ended == n)
                    return;
                word_t begun = run_begin(&run, over, &random);
                b = board_choose(begun, b, start, g.words);
                plies &= ~begun;
                open_n = bits_count(b.open[side - 1], g.words);
            }
            drawn = word_random(&random);
        } else {
            drawn <<= 32;
        }
        plies -= ~word_is_zero(open_n);
        struct bits placed;
        if (side == 1) {
            placed = draw(&b, drawn >> 32, open_n, &random, mast, 1, g);
            ply(&b, placed, l, 1, g);
        } else {
            placed = draw(&b, drawn >> 32, open_n, &random, mast, 2, g);
            ply(&b, placed, l, 2, g);
        }
        if (UNLIKELY(logs != NULL))
            log_ply(&run, placed, side, g);
        side = 3 - side;
    }
}

LANE struct geometry geometry_of(int width)
{
    return (struct geometry){.width = width,
                             .h = (width + 1) / 2,
                             .words = (width * width / 2 + width + WORD_BITS - 1) / WORD_BITS};
}

#if LANES > 1

/* Each size has its own code, with distances and words that the compiler knows. */
LANE void play_size(const struct position *p, struct rng *r, int n, const struct mast *mast,
                    struct playlog *logs, struct ending *out)
{
    switch (p->setup.width) {
    case 3:
        play_on(p, r, n, mast, logs, out, geometry_of(3));
        break;
    case 5:
        play_on(p, r, n, mast, logs, out, geometry_of(5));
        break;
    case 7:
        play_on(p, r, n, mast, logs, out, geometry_of(7));
        break;
    case 9:
        play_on(p, r, n, mast, logs, out, geometry_of(9));
        break;
    case 11:
        play_on(p, r, n, mast, logs, out, geometry_of(11));
        break;
    case 13:
        play_on(p, r, n, mast, logs, out, geometry_of(13));
        break;
    case 15:
        play_on(p, r, n, mast, logs, out, geometry_of(15));
        break;
    case 17:
        play_on(p, r, n, mast, logs, out, geometry_of(17));
        break;
    default:
        play_on(p, r, n, mast, logs, out, geometry_of(19));
    }
}

#endif

#endif
