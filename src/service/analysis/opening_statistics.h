/* opening_statistics.h - finds matches by their first moves.
 *
 * A finished match is entered under the positions after each of its first OPENING_STATISTICS_PLIES
 * plies, up to the symmetries of its board: under a key, a hash of the position, of the board
 * itself and of the number of plies. The writer enters it a little later, when it has time
 * (opening_statistics_enter), not with the last move, so that moves stay fast. The store keeps the
 * list of matches that wait for this. The writer enters the match in the opening explorer
 * (explored.h) at the same time. */
#ifndef OPENING_STATISTICS_H
#define OPENING_STATISTICS_H
#include "rules/game.h"
#include "service/core/service.h"

struct position;

enum { OPENING_STATISTICS_PLIES = 8, OPENING_STATISTICS_AT_ONCE = 8 };

/* The key of a position. */
int64_t opening_statistics_key(const struct position *p);
/* The position after moves with commas from an empty board, at most so many; false, and *why says
 * what is wrong. */
bool opening_statistics_position(const struct setup *s, const char *moves, int most,
                                 struct position *out, struct text *why);
/* The key of moves with commas from an empty board; false, and *why says what is wrong. */
bool opening_statistics_read(const struct setup *s, const char *moves, int64_t *key,
                             struct text *why);

/* Enters matches that wait. Returns whether there are more, or ERR_*. */
MUST_USE int opening_statistics_enter(struct store *s);
/* Takes a match that is being annulled out of the opening explorer, before its ratings change. It
 * stays findable by its moves. */
MUST_USE int opening_statistics_annul(struct store *s, int64_t match);

#endif
