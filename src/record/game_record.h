/* game_record.h - how a game is drawn and explained: a row for each, in record/<game>.c. A game
 * without a row does not link. */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H
#include "rules/position.h"

struct drawing; /* svg_int.h */

/* A drawn position of a manual. */
struct manual_figure {
    const char *diagram; /* diagram_parse, square board */
    int size, side;
    const char *move;    /* played after the first drawing; NULL: none */
    bool legal;          /* all empty points where the side to move may place are marked ? */
    const char *caption; /* below */
};

/* Text, then a figure, then text … until both are NULL. */
struct manual_section {
    const char *text;
    const struct manual_figure *figure;
};

struct game_record {
    int wood;                        /* its edge from the last line, in hundredths of a square */
    void (*draw)(struct drawing *d); /* all between the wood and the marks */
    const struct manual_section *manual; /* how it is played */
    const char *legend;                  /* under a text board; NULL: the sides and their letters */
    const char *overlay;                 /* what `hoshi-colors` of GTP shows */
};

#define GAME_RECORD_ROW(NAME, name) extern const struct game_record record_##name;
GAME_LIST(GAME_RECORD_ROW)
#undef GAME_RECORD_ROW

extern const struct game_record *const game_records[GAME_N];

#endif
