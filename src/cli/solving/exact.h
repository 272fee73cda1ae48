/* exact.h - the certain knowledge about a position: from a table of all positions
 * (cli/solving/tables.h), or by a proof search of bounded length (search/proof/pns.h). */
#ifndef EXACT_H
#define EXACT_H
#include "rules/position.h"
#include "search/engine.h"
#include <jansson.h>
#include <stdio.h>

enum { EXACT_LINE_MAX = 64 };

enum exact_from { EXACT_NOTHING, EXACT_TABLE, EXACT_PROOF };

struct exact_move {
    move_t move;
    move_t reply; /* a proof's answer to a losing move; MOVE_NONE: none is known or needed */
    bool known;
    int8_t margin; /* for the player who makes the move; of a proof only its sign counts */
    uint8_t plies; /* to the end, the move among them; 0: not known */
};

struct exact {
    enum exact_from from;
    bool by_points; /* margins are points, and exact */
    int margin;     /* of the side to move, as in struct exact_move */
    int plies;
    int64_t nodes_n; /* positions that the proof search expanded, also in vain */
    int moves_n;
    struct exact_move moves[MOVES_MAX]; /* best first; those that are not known last */
    int line_n;
    move_t line[EXACT_LINE_MAX]; /* both play as well as is known */
};

struct exact_options {
    const char *tables;    /* folder; NULL: none */
    int64_t nodes_cap;     /* of the proof search; 0: no proof search */
    int64_t think_ms;      /* as well; 0: no bound */
    uint64_t memory_bytes; /* of the proof search */
    bool (*stopped)(void); /* asked now and then */
};

/* Fills *out; EXACT_NOTHING if neither knows, which is no failure. p has two players and is not
 * over, or nothing is found. */
void exact_find(const struct position *p, const struct exact_options *options, struct exact *out);

/* Gives the table's knowledge as a search report without playouts: each move with its proved value.
 * e is from EXACT_TABLE. */
void exact_report(const struct exact *e, struct search_report *out);

/* The result, the line, and the moves that keep it or, where all lose, the answer to each. */
void exact_print(const struct position *p, const struct exact *e, FILE *out);

/* The same as a JSON object (docs/ENGINE.md); null for EXACT_NOTHING. A new reference. */
json_t *exact_json(const struct position *p, const struct exact *e);

#endif
