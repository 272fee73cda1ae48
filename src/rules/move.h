/* move.h - points and moves as small integers, and their text (rule G1). The one place where move
 * text is parsed and printed.
 *
 * A point is y * width + x, row-major from the lower left: a1 is 0, b1 is 1, a2 is width.
 * A move is 16 bits:   0 … 1021  placement on that point (0 … 624 used)
 *                      1022      swap (R7)
 *                      1023      pass (C2)
 *                      1024 + p  red stone on point p (R3)
 * so every real move is below MOVE_INDEX_N and may index a table. */
#ifndef MOVE_H
#define MOVE_H
#include "base/macros.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef int16_t point_t;
typedef uint16_t move_t;

enum { SIDE_MAX = 25, POINTS_MAX = SIDE_MAX * SIDE_MAX, MOVES_MAX = 2 * POINTS_MAX + 2 };

enum {
    MOVE_SWAP = 1022,
    MOVE_PASS = 1023,
    MOVE_RED = 1024, /* flag, added to a point */
    MOVE_INDEX_N = 2048,
    MOVE_NONE = 0xffff
};

enum { POINT_NONE = -1, MOVE_TEXT_BYTES = 8 }; /* longest move text "y25r" or "swap", and NUL */

static inline bool move_is_point(move_t m) /* a placement of either kind */
{
    return (m & (MOVE_RED - 1)) < MOVE_SWAP && m < MOVE_INDEX_N;
}

static inline bool move_is_red(move_t m)
{
    return m != MOVE_NONE && (m & MOVE_RED) != 0;
}

/* The point of a placement; m must be one. */
static inline point_t move_point(move_t m)
{
    return (point_t)(m & (MOVE_RED - 1));
}

/* Reads one whole word ("d4", "D4R", "pass", "swap") for a board of that size, case-insensitively.
 * Returns 0, ERR_SYNTAX (no move at all) or ERR_RANGE (a point off this board); *out is written
 * only on 0. Whether the move is legal, or exists in a game, is not judged here. */
MUST_USE int move_parse(const char *word, int width, int height, move_t *out);

/* Prints m in lower case ("d4", "d4r", "pass", "swap"; "none" for MOVE_NONE) into out; returns
 * out. */
char *move_print(move_t m, int width, char out[MOVE_TEXT_BYTES]);

/* Appends the name of a point ("d4"). */
void point_print(point_t p, int width, struct text *out);

/* The eight symmetries of the square, s = 0 … 7: transpose if bit 2 (only on square boards), then
 * mirror left-right if bit 0, then mirror top-bottom if bit 1. Returns where p goes. */
enum { SYMMETRIES_MAX = 8, SYMMETRY_MIRROR_X = 1, SYMMETRY_MIRROR_Y = 2, SYMMETRY_TRANSPOSE = 4 };
point_t symmetry_point(int s, int width, int height, point_t p);
move_t symmetry_move(int s, int width, int height, move_t m);

#endif
