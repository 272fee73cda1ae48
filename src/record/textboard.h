/* textboard.h - positions drawn with letters, for terminals and mail.
 *
 *        a b c d e f g          Palisade's ring (P2) and Levee's owned edges (L1: 1 and 2) stand
 *        o x o x o x o          around the board; Redstone and Claims have no such frame. The last
 *   7  o . . . . . . . o  7     move stands in brackets, as (x).
 *   6  x . . .(x). . . x  6
 *
 * Stones: Palisade and Redstone x Black, o White, # red; Levee # stones, + the centre; Claims the
 * occupant (x o a b) and the height, * when jacked counts and it is. */
#ifndef TEXTBOARD_H
#define TEXTBOARD_H
#include "rules/game.h"

enum textboard_flag {
    TEXTBOARD_LAST = 1,   /* the last move in brackets */
    TEXTBOARD_COLOR = 2,  /* ANSI colours */
    TEXTBOARD_LEGEND = 4, /* a line below that explains the signs */
    TEXTBOARD_STATUS = 8, /* a line below: whose turn it is, or how it ended */
};

struct textboard_style {
    unsigned flags;    /* textboard_flag bits */
    const char *marks; /* [point] a sign for an empty point, or 0; NULL: none. A marked stone
                          stands in square brackets */
};

enum { TEXTBOARD_BYTES = 64 * 1024 }; /* room enough for any board, colours included */

/* Appends the board and the lines asked for; every line ends in '\n'. */
void textboard_print(const struct position *p, const struct textboard_style *style,
                     struct text *out);

/* The character of the frame at (x, y), where x or y is -1 or the size: x or o for a stone of the
 * ring, 1 or 2 for the side that owns the edge. ' ' at the corners, and in games without a
 * border. */
char textboard_frame(const struct setup *s, int x, int y);

/* "Black", "White", "player 3": the name of a side in that game. */
const char *textboard_side(const struct setup *s, int side);

/* One sentence without line break: "After move 12 it is Black's turn (x)." or "Black has won after
 * move 25, 25 points to 24." */
void textboard_status(const struct position *p, struct text *out);

#endif
