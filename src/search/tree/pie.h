/* pie.h - the search under the pie rule (R7): one player divides, the other chooses.
 *
 * After a swap the stones are the same and the same side is to move; only the seats have changed.
 * So the swap needs no search of its own: if the side to move wins a share v of its games, a player
 * who takes the other side wins 1 - v.
 *
 *     ply 1   the opening: of the stones that give the side to move v, the one whose
 *             min(v, 1 - v) is greatest: the second player takes the better side
 *     ply 2   the answer: v is searched as if there were no swap; below one half it is the answer
 *
 * v is the mean of all playouts minus pie_tempo. It is not the rate of the best move, because the
 * greatest of many uncertain numbers is too great.
 *
 * The searches of both plies use no patterns (pattern.h), because patterns would shift that mean.
 *
 * So the root of every search is the board without the option, and a tree can be kept over a swap.
 * Before ply 1 the root keeps one opening of each kind under symmetry. The seed decides which of
 * its images is reported. */
#ifndef PIE_H
#define PIE_H
#include "search/engine.h"
#include "search/proof/proof.h"

enum pie { PIE_NONE, PIE_OPENING, PIE_ANSWER };

/* The pie state of p, by the rules alone. */
enum pie pie_of(const struct position *p);

/* Turns *p into the board that is searched, on which no swap was made or is possible: seats are
 * sides. Without the option nothing changes. */
void pie_strip(struct position *p);

/* Keeps in moves[] the first of each kind of openings, in order; returns their number. From 5x5 on
 * the corner is left out: it loses two of three games, which searches see too late. */
int pie_kinds(const struct position *p, move_t *moves, int n);

/* The excess of the mean of all playouts over the true value for the player to move: a search finds
 * their replies before it finds the answers to them, and this effect grows with the board. It is 0
 * on 4x4, where the openings are solved, and then a hundredth for each line, as measured in matches
 * from every opening of 5x5 and 7x7 (docs/lab/engine.md, "The swap"). */
static inline float pie_tempo(const struct setup *s)
{
    int lines = s->width - 4;
    return (float)(lines < 0 ? 0 : lines > 5 ? 5 : lines) * 0.01f;
}

/* The value of an opening to the player who plays it, if it wins `value` of all playouts without a
 * swap. */
static inline float pie_fold(float value, float tempo)
{
    float fair = value + tempo;
    return fair > 0.5f ? 1.0f - fair : fair;
}

/* Turns the report of a stripped root into that of the position before the swap. p is the root;
 * seed chooses among images; mean is the mean of all playouts, for the player to move. */
void pie_report(enum pie pie, const struct position *p, uint64_t seed, float mean,
                struct search_report *out);

#endif
