/* firsts.h - finds matches by their first moves.
 *
 * A finished match is entered under the positions after each of its first FIRSTS_PLIES plies, up
 * to the symmetries of its board: under a key, a hash of the position, of the board itself and of
 * the number of plies. The writer enters it a little later, when it has time (firsts_enter), not
 * with the last move, so that moves stay fast. The store keeps the list of matches that wait for
 * this. The writer enters the match in the opening explorer (explored.h) at the same time. */
#ifndef FIRSTS_H
#define FIRSTS_H
#include "rules/game.h"
#include "service/core/service.h"

struct position;

enum { FIRSTS_PLIES = 8, FIRSTS_AT_ONCE = 8 };

/* The key of a position. */
int64_t firsts_key(const struct position *p);
/* The position after moves with commas from an empty board, at most so many; false, and *why says
 * what is wrong. */
bool firsts_position(const struct setup *s, const char *moves, int most, struct position *out,
                     struct text *why);
/* The key of moves with commas from an empty board; false, and *why says what is wrong. */
bool firsts_read(const struct setup *s, const char *moves, int64_t *key, struct text *why);

/* Enters matches that wait. Returns whether there are more, or ERR_*. */
MUST_USE int firsts_enter(struct store *s);
/* Takes a match that is being annulled out of the opening explorer, before its ratings change. It
 * stays findable by its moves. */
MUST_USE int firsts_annul(struct store *s, int64_t match);

#endif
