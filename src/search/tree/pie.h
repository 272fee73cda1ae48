/* pie.h - the pie rule (R7), searched as what it is: one divides, the other chooses.
 *
 * After a swap the same stones lie there and the same side is to move; only the seats have changed.
 * So the swap needs no search of its own: if the side to move wins v of its games, taking the other
 * side wins 1 - v, whoever takes it.
 *
 *     ply 1   the opening: of the stones that give the side to move v, the one whose
 *             min(v, 1 - v) is greatest: the second player takes the better side
 *     ply 2   the answer: v is searched as if there were no swap; below one half it is the answer
 *
 * v is the mean of all playouts less pie_tempo, not the rate of the best move: that is the greatest
 * of many uncertain numbers, and too great.
 *
 * The searches of both plies ask no patterns (pattern.h), which would move that mean.
 *
 * So the root of every search is the board without the option (and a tree can be kept over a swap).
 * Before ply 1 it keeps one opening
 * of each kind: the others are its images, and one of them, by the seed, is what is reported. */
#ifndef PIE_H
#define PIE_H
#include "search/engine.h"
#include "search/proof/proof.h"

enum pie { PIE_NONE, PIE_OPENING, PIE_ANSWER };

/* What p is, by the rules alone. */
enum pie pie_of(const struct position *p);

/* Makes *p the board that is searched, where nobody has swapped and nobody may: seats are sides.
 * Without the option nothing changes. */
void pie_strip(struct position *p);

/* Keeps in moves[] the first of each kind of openings, in order; returns their number. From 5x5 on
 * the corner is left out: it loses two of three games, which searches see too late. */
int pie_kinds(const struct position *p, move_t *moves, int n);

/* What the mean of all playouts is above the truth for who is to move: a search finds his replies
 * before the answers to them, the more so the larger the board. Nothing on 4x4, where the openings
 * are solved; then a hundredth for each line, as in matches that were played on from every opening
 * of 5x5 and 7x7 (docs/lab/engine.md, "The swap"). */
static inline float pie_tempo(const struct setup *s)
{
    int lines = s->width - 4;
    return (float)(lines < 0 ? 0 : lines > 5 ? 5 : lines) * 0.01f;
}

/* What an opening is worth to who plays it, if it wins for him `value` of all playouts without a
 * swap. */
static inline float pie_fold(float value, float tempo)
{
    float fair = value + tempo;
    return fair > 0.5f ? 1.0f - fair : fair;
}

/* Makes the report of a stripped root that of the position with the swap to come. p is the root;
 * seed chooses among images; mean is that of all playouts, for who is to move. */
void pie_report(enum pie pie, const struct position *p, uint64_t seed, float mean,
                struct search_report *out);

#endif
