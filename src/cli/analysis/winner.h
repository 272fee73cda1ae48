/* winner.h - names who wins by a proof, also where the colours may still be exchanged (rule R7). */
#ifndef WINNER_H
#define WINNER_H
#include "rules/game.h"

/* True if seats and sides of that position differ, or may still come to differ. */
bool winner_may_swap(const struct position *p);

/* "White wins", "player 1 wins"; if winner_may_swap(), the player and their final colour:
 * "player 2 wins, as Black". side is the winner's in p, first is the winner's move there
 * (MOVE_NONE: the other player is to move, or the move is not known). verb is "wins" or another
 * proved result. */
void winner_print(const struct position *p, int side, move_t first, const char *verb,
                  struct text *out);

#endif
