/* svg.h - positions as standalone SVG pictures, in the colours of the site, light or dark.
 *
 * A picture needs nothing else: no fonts, scripts or styles from outside. Its title and description
 * say the position in words, for those who cannot see it. Owners differ in more than colour: Black
 * and White in brightness, red stones by a bar, the third and fourth player's stacks by their
 * shape. */
#ifndef SVG_H
#define SVG_H
#include "record/memory.h"
#include "rules/game.h"

enum svg_theme { SVG_LIGHT, SVG_DARK };
enum svg_flag {
    SVG_LAST = 1,   /* the last move is marked */
    SVG_LABELS = 2, /* column letters and row numbers */
    SVG_OWNED = 4,  /* points are tinted for the sides that own or score them */
    SVG_HINTS = 8,  /* a shortest channel of each side, where there are channels */
};

/* An analysis note on a point: a disc with two short words. */
struct svg_note {
    point_t at;
    bool red;        /* about a red stone there */
    uint8_t percent; /* how opaque the disc is, 0 … 99; words want 85 */
    char upper[8];   /* ASCII without markup; "" for none */
    char lower[8];
};

struct svg_style {
    enum svg_theme theme;
    unsigned flags;    /* svg_flag bits */
    const char *marks; /* [point] not 0: a ring in the colour of the legal placement; NULL: none */
    const struct svg_note *notes; /* borrowed, notes_n of them, drawn above everything else */
    int notes_n;
    int cell_px; /* pixels of a square, 0: 40 */
};

/* Appends the picture. sink.failed says whether room was missing. */
void svg_print(const struct position *p, const struct svg_style *style, struct sink *out);

#endif
