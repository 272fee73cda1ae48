/* analysis.h - what the engine says of a position, written for people and programs: a table, a line
 * of JSON, a picture of the board, words for a comment.
 *
 * Win rates and points are those of the player to move; proved results stand in place of rates. */
#ifndef ANALYSIS_H
#define ANALYSIS_H
#include "record/svg.h"
#include "rules/position.h"
#include "search/engine.h"
#include <jansson.h>
#include <stdio.h>

/* "wins", "loses", "draws" for a proved result, NULL for an open one. */
const char *analysis_proved(int proven, bool exact);

/* "Player 2 (White)": the seat to move, with its colour if the game has colours. */
void analysis_player(const struct position *p, struct text *out);

/* "54 %", or the proved result. */
void analysis_rate(double winrate, int proven, bool exact, struct text *out);

/* The moves of a line, separated by blanks; at most plies of them. */
void analysis_line(const struct position *p, const struct candidate *c, int plies,
                   struct text *out);

/* The table of candidates, at most rows of them and columns wide (0: no bound); every line ends in
 * '\n'. Returns the number of lines. */
int analysis_table(const struct position *p, const struct search_report *r, int rows, int columns,
                   FILE *out);

/* The board in letters, the nine best points numbered by rank. */
void analysis_board(const struct position *p, const struct search_report *r, bool color, FILE *out);

/* The report as a JSON object (docs/ENGINE.md); a new reference, NULL when memory is out. */
json_t *analysis_json(const struct position *p, const struct search_report *r, int rows);

/* The board as a picture with the candidates' rates on their points. */
void analysis_svg(const struct position *p, const struct search_report *r, int rows,
                  enum svg_theme theme, struct sink *out);

/* Prints an object as one line and lets go of it. False when memory or the stream fails. */
bool analysis_print_json(json_t *o, FILE *out);

#endif
