/* svg_int.h - what svg.c and the drawings of the games (record/<game>.c) share.
 *
 * All lengths are hundredths of a square, so that a picture holds whole numbers only. (0, 0) is the
 * middle of a1 and y grows upwards here; svg_y turns it round. */
#ifndef SVG_INT_H
#define SVG_INT_H
#include "record/svg.h"
#include "rules/position.h"

enum { UNIT = 100 };

struct palette {
    const char *background, *wood, *grid, *soft, *go, *red, *red_edge;
    const char *stone[PLAYERS_MAX], *edge[PLAYERS_MAX], *text[PLAYERS_MAX];
    const char *wash[PLAYERS_MAX]; /* fill and opacity attributes */
    const char *dam, *dam_edge, *water, *player[2];
};

struct drawing {
    const struct position *p;
    const struct svg_style *style;
    const struct palette *colors;
    struct sink *out;
    int width, height;
    struct result result;
};

static inline int svg_x(const struct drawing *d, int x)
{
    (void)d;
    return x * UNIT;
}

static inline int svg_y(const struct drawing *d, int y)
{
    return (d->height - 1 - y) * UNIT;
}

/* sink_put into the drawing. */
void svg_put(struct drawing *d, const char *format, ...);

/* The wash over a square. */
void svg_wash(struct drawing *d, int x, int y, int side);

/* svg_lines.c: boards whose stones stand on the crossings of lines. */
void svg_grid(struct drawing *d);
void svg_star_points(struct drawing *d);

/* A radial light makes round stones of the two colours; red stones and dams stay flat. */
void svg_gradients(struct drawing *d);
void svg_stone(struct drawing *d, int x, int y, int side, int r);

/* Draws a dot on the stone just placed, in a colour that stands out on it. On neutral stones it has
 * neutral_color and neutral_r. */
void svg_last_dot(struct drawing *d, const char *neutral_color, int neutral_r);

int svg_owner(const struct drawing *d, int at);

#endif
