/* planes_palisade_pairs.h - how much two more stones of a side could fence in, for
 * planes_palisade.c.
 *
 * A loop that lacks two stones, p and q, is either
 *
 *     p - component - q - component -     through two components that both points touch, or
 *     p - q - component -                 through one that two neighbouring points touch.
 *
 * The enemy cannot place on p or q (P1), only capture. How much such a loop would hold cannot be
 * told from a few points around p, since components are long.
 *
 * The area between two paths with the same ends is the difference of the sums along them (Green's
 * theorem), if a step from u to v counts dy * (row(u) + row(v)) - dx * (column(u) + column(v)).
 * Here column(u) is twice the number of points below u that nobody owns yet, plus one if u itself
 * is such a point; row(u) counts those to its left. So the sum along a loop is eight times the
 * points that it would win, where each point on the loop counts for a half, or for a quarter where
 * the loop turns. Owned points count nothing. So the sum along a closed loop is 0, and a sum
 * through a component does not depend on the way. */
#ifndef PLANES_PALISADE_PAIRS_H
#define PLANES_PALISADE_PAIRS_H
#include "rules/position.h"

/* Fills most[node] (of the ringed board, palisade_states): for each point where a stone may be
 * placed, how much the largest loop would hold that its side closes with it and one more stone; 0
 * without such a loop, and elsewhere. owner: that of struct result. */
void planes_pairs(const struct position *p, const uint8_t *owner, int16_t *most);

#endif
