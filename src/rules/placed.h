/* placed.h - a position as the stones that stand there, in one line of words.
 *
 *   2 a1:1 b2:n c3:2h4jd
 *
 * First the side to move, then each occupied point: a1 holds a stone of side 1, b2 a neutral stone
 * (OWNER_NEUTRAL), c3 a stack of side 2 with height 4, jacked and doubled. The address of the
 * analysis board has the same words. The empty text "" is the empty board at the start of a match,
 * before the swap if the game has one. */
#ifndef PLACED_H
#define PLACED_H
#include "rules/position.h"

/* Appends the words for cells[point] of a board of the setup. */
void placed_print(const struct setup *s, const struct cell *cells, int side, struct text *out);

/* The position of such words: 0, ERR_SYNTAX, or what position_set returns. *out is untouched on
 * failure. */
MUST_USE int placed_start(const char *words, const struct setup *s, struct position *out);

#endif
