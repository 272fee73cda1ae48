/* annotate.h - the engine's analysis of a whole record: the win rate after every move, the moves
 * that turned the game, and better moves, as text, JSON lines, a graph, and comments in the record
 * itself.
 *
 * A move turns the game if the mover's rate falls by `drop` or more, or if a proved result gets
 * worse. Two players share one rate; with more, each rate is that of the player to move, and a move
 * is judged by the engine's rate for it before it was played. */
#ifndef ANNOTATE_H
#define ANNOTATE_H
#include "record/record.h"
#include "search/engine.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct annotate {
    struct engine *engine;       /* borrowed */
    struct engine_limits limits; /* of every position */
    double drop;                 /* 0 … 1 */
    bool json;                   /* lines of JSON instead of text */
    bool counts;                 /* shows on standard error how far it is */
    int columns;                 /* of the text's graph */
    const char *svg_file;        /* where the graph goes, "-" for out; NULL: nowhere */
    bool dark;
    const atomic_int *stopped; /* not 0: stop, and use the results so far */
    FILE *out;
};

/* Analyses the main line of r, prints, and writes comments, marks (BM, SBKV) and better lines into
 * r. name is for messages. Returns an exit status. */
MUST_USE int annotate(const struct annotate *a, const char *name, struct record *r);

#endif
