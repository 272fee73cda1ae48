/* graph.h - how a rate went up and down in the course of a game: a line of block characters, or a
 * picture (SVG).
 *
 * A picture is whole in itself: no fonts, scripts or styles from outside; title and description say
 * it in words. */
#ifndef GRAPH_H
#define GRAPH_H
#include "base/macros.h"
#include "record/memory.h"
#include <stdbool.h>
#include <stdio.h>

struct graph_point {
    double rate;   /* 0 … 1 */
    bool known;    /* else there is a gap */
    bool turning;  /* the move that led here is marked */
    char word[16]; /* that move, for the mark */
};

/* One UTF-8 line, at most so many characters wide, with its line break; gaps are blanks. */
void graph_print(const struct graph_point *points, int n, int columns, FILE *out);

/* The picture; title and text must be plain ASCII without markup. */
void graph_svg(const struct graph_point *points, int n, const char *title, const char *text,
               bool dark, struct sink *out);

#endif
