/* winner.h - names who wins by a proof, also where the colours may still be exchanged (rule R7). */
#ifndef WINNER_H
#define WINNER_H
#include "rules/game.h"

/* True if seats and sides of that position differ, or may still come to differ. */
bool winner_may_swap(const struct position *p);

/* "White wins", "player 1 wins"; where winner_may_swap(), the player and the colour that he ends
 * as: "player 2 wins, as Black". side is the winner's in p, first his move there (MOVE_NONE: the
 * other is to move, or it is not known). verb is "wins", or what else he is proved to do. */
void winner_print(const struct position *p, int side, move_t first, const char *verb,
                  struct text *out);

#endif
