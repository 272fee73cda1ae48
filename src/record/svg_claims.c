/* svg_claims.c - Barrie Evans's game: stacks on squares (svg_int.h). */
#include "record/svg_int.h"

enum { RISE = 7, LAYERS_MAX = 4 }; /* a stack rises by a piece, up to four */

static void squares(struct drawing *d)
{
    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++)
            svg_put(d,
                    "<rect x=\"%d\" y=\"%d\" width=\"100\" height=\"100\" fill=\"none\" "
                    "stroke=\"%s\" stroke-width=\"4\"/>\n",
                    svg_x(d, x) - 50, svg_y(d, y) - 50, d->colors->grid);
}

/* A piece of a side: round, round, square, eight-cornered. */
static void piece(struct drawing *d, int cx, int cy, int side, int r)
{
    const char *fill = d->colors->stone[side - 1];
    const char *edge = d->colors->edge[side - 1];
    if (side <= 2)
        svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"", cx, cy, r);
    else if (side == 3)
        svg_put(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"", cx - r + 3,
                cy - r + 3, 2 * r - 6, 2 * r - 6);
    else
        svg_put(d, "<path d=\"M%d %dl%d %dl%d %dl%d %dz\"", cx, cy - r - 2, r + 2, r + 2, -r - 2,
                r + 2, -r - 2, -r - 2);
    svg_put(d, " fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>\n", fill, edge);
}

static void stack(struct drawing *d, int at)
{
    struct cell c = position_cell(d->p, (point_t)at);
    int x = svg_x(d, at % d->width);
    int y = svg_y(d, at / d->width);
    int layers = c.height < LAYERS_MAX ? c.height : LAYERS_MAX;
    int foot = y + 4 + (layers - 1) * RISE / 2;
    for (int i = 0; i < layers; i++)
        piece(d, x, foot - i * RISE, c.owner, 36);
    int top = foot - (layers - 1) * RISE;
    svg_put(d,
            "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"bold\" text-anchor=\"middle\" "
            "font-family=\"system-ui,sans-serif\" fill=\"%s\">%d</text>\n",
            x, top + 15, c.height < 10 ? 42 : 36, d->colors->text[c.owner - 1], c.height);
    if ((d->p->setup.options & OPTION_JACKED) && (c.flags & CELL_JACKED))
        svg_put(d, "<path fill=\"%s\" d=\"M%d %dl10 20h-20z\"/>\n", d->colors->red, x + 34, y - 44);
}

void svg_draw_claims(struct drawing *d)
{
    for (int at = 0; at < d->width * d->height; at++) {
        int owner = d->result.owner[at];
        if (!(d->style->flags & SVG_OWNED) || owner == 0)
            continue;
        svg_wash(d, at % d->width, at / d->width, owner);
        /* A small piece as well: never by colour alone. */
        piece(d, svg_x(d, at % d->width), svg_y(d, at / d->width), owner, 9);
    }
    squares(d);
    move_t m = d->p->last;
    if ((d->style->flags & SVG_LAST) && move_is_point(m))
        svg_put(d,
                "<rect x=\"%d\" y=\"%d\" width=\"92\" height=\"92\" rx=\"6\" fill=\"none\" "
                "stroke=\"%s\" stroke-width=\"8\"/>\n",
                svg_x(d, move_point(m) % d->width) - 46, svg_y(d, move_point(m) / d->width) - 46,
                d->colors->go);
    for (int at = d->width * d->height - 1; at >= 0; at--)
        if (position_cell(d->p, (point_t)at).owner != OWNER_NONE)
            stack(d, at);
}
