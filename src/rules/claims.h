/* claims.h - the state of a position of Barrie Evans's claims game (rules C1-C9).
 *
 * The board is kept as *planes*: arrays with one byte per square, `stride` bytes apart, where stride
 * is width x height rounded up to whole groups of 16, so that one vector instruction judges 16
 * squares. A 3x2 board of two players (stride 16) after b1, c2, b1:
 *
 *     plane            a1 b1 c1 a2 b2 c2   10 pads
 *     0  top            0  9  0  0  0  2   255 ...     side on top, 8 added: doubled (C2)
 *     1  height         0  2  0  0  0  1   255 ...     pieces, 0: empty
 *     2  claims of 1    1  0  1  0  1  0   0 ...       C3, C4
 *     3  claims of 2    0  0  1  0  1  0   0 ...
 *     (4, 5 claims of 3 and 4, where there are as many players)
 *
 * A small board with few players uses a short prefix of the struct, which position_copy() copies.
 *
 * Height bound. A stack grows by an attack, which needs at least `height` claims of the attacker on
 * its square (C6), or by the one second piece that may follow (C2). With B the most claims that may
 * fall on a square at one time, an attacked stack had at most B pieces, so none ever has more than
 * B + 2. A square has one claim at most from each square of its four lines, and of an orthogonal
 * ray of r >= 2 squares at most r - 1 can claim it, since all but the nearest need a gap (C4). In
 * the middle of 25x25, B = 4 x 11 + 4 x 12 = 92. Heights, claims, and the sum of a height and
 * claims that C6 compares (at most 94 + 92) all fit a byte. */
#ifndef CLAIMS_H
#define CLAIMS_H
#include "rules/game.h"
#include "rules/move.h"
#include <stdint.h>

enum {
    CLAIMS_LANES = 16,         /* squares judged at once */
    CLAIMS_ON_SQUARE_MAX = 92, /* B above */
    CLAIMS_HEIGHT_MAX = CLAIMS_ON_SQUARE_MAX + 2,
    CLAIMS_STRIDE_MAX = (POINTS_MAX + CLAIMS_LANES - 1) / CLAIMS_LANES * CLAIMS_LANES,
    CLAIMS_PLANES_MAX = 2 + PLAYERS_MAX
};

/* Invariants:
 * (1) top and height are both 0 (empty) or both not; pads have 255 in both, so that C2, C5 and C6
 *     find them illegal for everybody.
 * (2) A stack is doubled only if its two topmost pieces are the occupant's own. Height is then >= 2.
 * (3) A stack is jacked iff its height is >= 2, >= 3 if doubled: other growth comes of attacks. So
 *     it needs no flag.
 * (4) The planes of claims hold for every square, empty or not, what C3 and C4 say of it.
 * (5) rows and cols repeat which squares are occupied.
 * (6) With two players more and attackers are 0; attackers of the side to move are always 0. */
struct claims {
    uint8_t passes; /* in a row, just now; = players: over (C7) */
    uint8_t more;   /* C9: plays of the side to move after this one, in this turn */
    uint8_t
        attackers[PLAYERS_MAX]; /* C9: [side - 1] who attacked it since its turn, bit side - 1 */
    uint32_t rows[SIDE_MAX];    /* [y] bit x: occupied */
    uint32_t cols[SIDE_MAX];    /* [x] bit y: occupied */
    uint8_t planes[CLAIMS_PLANES_MAX * CLAIMS_STRIDE_MAX];
};

extern const struct game game_claims;

/* The claims of a side on a square, empty or occupied (C3, C4). */
int claims_count(const struct position *p, point_t at, int side);

/* The stacks of a side that claim a square, nearest first in each direction; returns their number,
 * which is claims_count(). */
int claims_sources(const struct position *p, point_t at, int side,
                   point_t out[CLAIMS_ON_SQUARE_MAX]);

/* No stack on that square of a board of that size can ever be higher (derived above). */
int claims_height_bound(int width, int height, point_t at);

#endif
