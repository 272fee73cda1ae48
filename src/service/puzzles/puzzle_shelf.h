/* puzzle_shelf.h - the collection of puzzles, which is a part of the program (docs/PUZZLES.md).
 *
 * The table is made from puzzles/GAME.jsonl by tools/embed_puzzles.py. The server knows the rules
 * but no proofs: it checks that the first move is the only solution, that all moves are legal, and
 * which side has won at their end. */
#ifndef PUZZLE_SHELF_H
#define PUZZLE_SHELF_H
#include "rules/game.h"

struct puzzle_row {
    const char *id;
    struct setup setup;
    int16_t goal;          /* margin that the side to move must reach */
    int16_t plies, rating; /* as in the record */
    const char *themes;    /* parted by blanks */
    const char *solution;
    const char *moves;  /* that lead to it, separated by blanks */
    const char *start;  /* where the moves begin (rules/placed.h); "": on the empty board */
    const char *author; /* the member who made it; NULL: it is part of the program */
};

/* In the order of their ids. */
extern const struct puzzle_row puzzle_rows[];
extern const int puzzle_rows_n;

enum { PUZZLE_LINE_BYTES = 1024 };

/* NULL if there is none of that name. */
const struct puzzle_row *puzzle_shelf_find(const char *id);

/* The rating in the middle of a game's puzzles, where a solver begins of whom nothing is known. */
int puzzle_shelf_middle(const char *game);

bool puzzle_shelf_has_theme(const struct puzzle_row *row, const char *theme);

/* The reason why these moves do not solve the puzzle, as a message; NULL if they do, as far as the
 * rules show. It does not check whether the opponent has held out as long as possible, and, if
 * points decide, whether the goal is certain before the game is over. */
const char *puzzle_shelf_judge(const struct puzzle_row *row, const char *moves);

#endif
