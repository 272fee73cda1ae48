/* claims.h - the state of a position of Barrie Evans's claims game (rules C1-C9).
 *
 * The board is kept as *planes*: arrays of one int16_t per square, `stride` entries apart, where
 * stride is width x height rounded up to whole groups of 16, so that vector instructions judge a
 * group at once. Plane 0 holds the stacks, as side + 8 if doubled (C2) + 256 x height, 0: empty.
 * Plane s holds what is needed to judge placements of side s:
 *
 *   - three or four players: the claims of side s on the square (C3, C4);
 *   - two players: its *margin*: the claims of s, less those of the other side, plus a gate:
 *         empty square        0         legal iff the margin is >= 0 (C5)
 *         the other's stack   -height   the same (C6)
 *         own stack           +1000     always legal (C2), 1000 exceeding all claims
 *         own, doubled        -1000     never (C2)
 *     so that the sign bits of a plane are the illegal placements.
 *
 * A 3x2 board of two players (stride 16) after b1, c2, b1:
 *
 *     plane          a1    b1    c1    a2    b2    c2    10 pads
 *     0  stacks       0   521     0     0     0   258     0 ...
 *     1  margin of 1  1 -1000     0     0     0    -1    -1 ...
 *     2  margin of 2 -1    -2     0     0     0  1000    -1 ...
 *
 * A small board with few players uses a short prefix of the struct, which position_copy() copies.
 *
 * Height bound. A stack grows by an attack, which needs at least `height` claims of the attacker on
 * its square (C6), or by the one second piece that may follow (C2). With B the most claims that may
 * fall on a square at one time, an attacked stack had at most B pieces, so none ever has more than
 * B + 2. A square has one claim at most from each square of its four lines, and of an orthogonal
 * ray of r >= 2 squares at most r - 1 can claim it, since all but the nearest need a gap (C4). In
 * the middle of 25x25, B = 4 x 11 + 4 x 12 = 92: heights fit the byte of struct cell. */
#ifndef CLAIMS_H
#define CLAIMS_H
#include "rules/game.h"
#include "rules/move.h"
#include <stdint.h>

enum {
    CLAIMS_GROUP = 16,         /* squares judged at once */
    CLAIMS_ON_SQUARE_MAX = 92, /* B above */
    CLAIMS_HEIGHT_MAX = CLAIMS_ON_SQUARE_MAX + 2,
    CLAIMS_STRIDE_MAX = (POINTS_MAX + CLAIMS_GROUP - 1) / CLAIMS_GROUP * CLAIMS_GROUP
};

/* The squares of a row (bit x) or a column (bit y). */
struct claims_line {
    uint32_t occupied;
    uint32_t tall; /* stacks of three or more */
};

/* Invariants:
 * (1) Planes 1 ... players are as described above for every square, empty or not; pads are illegal
 *     for every side.
 * (2) A stack is doubled only if its two topmost pieces are the occupant's own; height is >= 2.
 * (3) A stack is jacked iff its height is >= 2, >= 3 if doubled: other growth comes of attacks. So
 *     it needs no flag.
 * (4) rows and cols repeat of the stacks where they are and which are tall.
 * (5) With two players, more and attackers are 0; attackers of the side to move are always 0. */
struct claims {
    uint8_t passes; /* in a row, just now; = players: over (C7) */
    uint8_t more;   /* C9: plays of the side to move after this one, in this turn */
    uint8_t
        attackers[PLAYERS_MAX]; /* C9: [side - 1] who attacked it since its turn, bit side - 1 */
    struct claims_line rows[SIDE_MAX], cols[SIDE_MAX];
    int16_t planes[(1 + PLAYERS_MAX) * CLAIMS_STRIDE_MAX];
};

/* The claims of a side on a square, empty or occupied (C3, C4). */
int claims_count(const struct position *p, point_t at, int side);

/* The stacks of a side that claim a square, nearest first in each direction; returns their number,
 * which is claims_count(). */
int claims_sources(const struct position *p, point_t at, int side,
                   point_t out[CLAIMS_ON_SQUARE_MAX]);

/* A game to its end that is random, but not blind; nothing if the position is over. Random
 * placements to the end would fill every square and score nothing: in this game one must know when
 * to pass. So each player takes the first of a few random placements that does not lower their
 * margin at once, and passes if each of them does. */
void claims_playout_careful(struct position *p, struct rng *r, struct playlog *log);

/* No stack on that square of a board of that size can ever be higher (derived above). */
int claims_height_bound(int width, int height, point_t at);

#endif
