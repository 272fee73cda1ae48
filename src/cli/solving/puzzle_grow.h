/* puzzle_grow.h - longer puzzles, from variations of given ones.
 *
 * Long puzzles are rare in self-play, but a long puzzle has many relatives. First the search takes
 * back each pair of moves that may have been the last two: where the winner's move before them is
 * again the only one that wins, the puzzle is longer. Then it varies a puzzle: it moves up to three
 * stones, takes back a move of each side, or adds one. It continues from a variation that is worth
 * as much, and keeps those that are as long as asked. A puzzle is worth more the longer it is, and
 * less the more work its proof takes: one that is long and yet easily proved has room for more. The
 * best is varied next, but each round of variations that was made of it counts against it.
 */
#ifndef PUZZLE_GROW_H
#define PUZZLE_GROW_H
#include "cli/solving/puzzle_judge.h"

struct puzzle_grown; /* opaque */

/* The puzzles of a file, which have one game and board; *setup is set. NULL after a message. */
MUST_USE struct puzzle_grown *puzzle_grow_read(const char *file, struct setup *setup);
void puzzle_grow_free(struct puzzle_grown *g); /* NULL is fine */

/* Prints variations of at least j->plies until there are j->count or no puzzle is left to vary. No
 * two of one length are nearly the same. False: out of memory, or the output is closed. */
MUST_USE bool puzzle_grow_run(struct puzzle_grown *g, struct puzzle_judge *j);

#endif
