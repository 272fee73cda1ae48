/* pattern.h - how good a placement in Levee looks from a little around it, before it is searched.
 *
 * A placement has four features, each with a weight that self-play taught (pattern_table.h):
 *
 *     shape    the stones on the eight points next to it
 *     centre   how far it lies from the centre's column and row, to 4 each
 *     edge     how far from the nearest edges, to 3 each
 *     last     how far from the last move, to 2 each, or farther
 *
 * All are told as the owner of bottom and top sees them in the lower left quarter, so that equivalent
 * placements look the same; the other owner turns the board over its diagonal. The sum of the weights
 * is a logarithm: PATTERN_E more stood for e times the share of a search's visits. */
#ifndef PATTERN_H
#define PATTERN_H
#include "rules/game.h"

enum {
    PATTERN_PARTS = 4,
    PATTERN_CENTRE = 3 * 256, /* the shapes, by which of both distances is the greater */
    PATTERN_EDGE = PATTERN_CENTRE + 25,
    PATTERN_LAST = PATTERN_EDGE + 16,
    PATTERN_N = PATTERN_LAST + 10,
    PATTERN_E = 24
};

/* The features of a legal placement in Levee, as indices of weights. */
void pattern_parts(const struct position *p, move_t m, int out[PATTERN_PARTS]);

/* The sum of their weights. */
int pattern_weight(const struct position *p, move_t m);

#endif
