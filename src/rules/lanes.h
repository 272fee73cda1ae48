/* lanes.h - many random games from one position, several at once in the lanes of a register.
 *
 * Where a board is small enough, all of a game fits into a few words of 64 bits, and a processor
 * with AVX2 plays four games with one stream of instructions (lanes_word.h has how). The games are
 * other ones than position_playout's with the same generator, and as random: each legal placement
 * is equally likely, where MAST does not choose. Which ones they are depends on the position, the
 * averages and the generator alone: game i is drawn by a generator that is seeded from the i-th
 * four numbers of *r. So all processors play the same games. */
#ifndef LANES_H
#define LANES_H
#include "rules/game.h"

/* Whether this processor can take that path. */
bool lanes_path_works(enum lanes_path path);

/* The fastest path of this processor. */
enum lanes_path lanes_path_best(void);

/* Whether there are lanes for games from p: the game has them, the board is not too large, and p is
 * not over. */
bool lanes_fit(const struct position *p);

/* Makes averages (mast.h) for games in lanes from p, for which all points are equal. Their places
 * differ from those of position_mast. Returns false, and writes nothing, in games whose lanes do
 * not learn. */
bool lanes_mast(const struct position *p, struct mast *out);

/* Plays on a path that works, from a position that fits, by averages for it (NULL: by none). */
void lanes_play(enum lanes_path path, const struct position *p, struct rng *r, int n,
                const struct mast *mast, struct playlog *logs, struct ending *out);

#endif
