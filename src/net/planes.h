/* planes.h - a position as a net sees it: some numbers for each point of the board.
 *
 * All is seen from the side to move, so one net plays both sides. A number lies between 0 and
 * PLANE_MAX; PLANE_ONE stands for "yes". The first planes of every game are
 *
 *     0  every point of the board: tells its edge from the outside
 *     1  all points if side 1 is to move
 *     2  points where the side to move may place; with two kinds of placements, 3 those where the
 *        second kind may be placed
 *
 * and the game's own follow. Numbers lie channel by channel, then point by point, with a ring of
 * zeros around the board, as the convolutions of net.c need them. A net is trained on one meaning
 * of the planes: raise the game's version when you change it. */
#ifndef PLANES_H
#define PLANES_H
#include "rules/position.h"

enum { PLANES_MAX = 16, PLANE_ONE = 64, PLANE_MAX = 127 };

/* The first planes, and the first of a game's own: one later if it has two kinds of placements. */
enum { PLANE_BOARD, PLANE_FIRST, PLANE_LEGAL, PLANE_OWN };

/* How many planes the game has, a multiple of 4 with the empty ones at the end. */
int planes_n(enum game_id game);

/* What the game's planes mean, by number (1 … 255); a net file names it. */
int planes_version(enum game_id game);

/* Kinds of placements that a policy distinguishes: 2 in games with red stones, else 1. */
int planes_kinds(enum game_id game);

/* True iff the planes tell all that counts in positions of that setup: two players, and no option
 * that they leave out. */
bool planes_see(const struct setup *s);

/* The boards on which the nets of a game gain, also some that are larger than those they were
 * trained on (docs/lab/nets-large.md): both sides lie within these limits. */
struct planes_boards {
    uint8_t least, most;
};

struct planes_boards planes_boards(enum game_id game);

/* The index of a move in a policy: kind * points + point; pass is behind them. A swap has no index:
 * it is decided before a net is asked (search/tree/pie.h). */
int planes_move(const struct setup *s, move_t m);

/* Fills out[(y + 1) * (width + 2) + x + 1][planes_n] and leaves the ring alone. */
void planes_fill(const struct position *p, uint8_t *out);

#endif
