/* svg_lines.c - drawing shared by the games that are played on the crossings of lines
 * (svg_int.h). */
#include "record/svg_int.h"

void svg_grid(struct drawing *d)
{
    int right = (d->width - 1) * UNIT;
    int bottom = (d->height - 1) * UNIT;
    svg_put(d,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"4\" stroke-linecap=\"square\" d=\"",
            d->colors->grid);
    for (int x = 0; x < d->width; x++)
        svg_put(d, "M%d 0V%d", x * UNIT, bottom);
    for (int y = 0; y < d->height; y++)
        svg_put(d, "M0 %dH%d", y * UNIT, right);
    svg_put(d, "\"/>\n");
}

void svg_gradients(struct drawing *d)
{
    bool dark = d->style->theme == SVG_DARK;
    svg_put(d,
            "<defs><radialGradient id=\"b\" cx=\".36\" cy=\".3\" r=\".8\"><stop offset=\"0\" "
            "stop-color=\"%s\"/><stop offset=\".7\" stop-color=\"%s\"/></radialGradient>\n",
            dark ? "#3b3a36" : "#57534a", d->colors->stone[0]);
    svg_put(d,
            "<radialGradient id=\"w\" cx=\".36\" cy=\".3\" r=\".9\"><stop offset=\".3\" "
            "stop-color=\"%s\"/><stop offset=\"1\" stop-color=\"%s\"/></radialGradient></defs>\n",
            dark ? "#f4efe2" : "#ffffff", dark ? "#c9c1ac" : "#ddd6c4");
}

void svg_stone(struct drawing *d, int x, int y, int side, int r)
{
    svg_put(d,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#%s)\" stroke=\"%s\" "
            "stroke-width=\"3\"/>\n",
            svg_x(d, x), svg_y(d, y), r, side == 1 ? "b" : "w", d->colors->edge[side - 1]);
}

int svg_owner(const struct drawing *d, int at)
{
    return position_cell(d->p, (point_t)at).owner;
}

void svg_last_dot(struct drawing *d, const char *neutral_color, int neutral_r)
{
    move_t m = d->p->last;
    if (!(d->style->flags & SVG_LAST) || !move_is_point(m))
        return;
    int at = move_point(m);
    int owner = svg_owner(d, at);
    int x = svg_x(d, at % d->width);
    int y = svg_y(d, at / d->width);
    if (owner == OWNER_NONE)
        return;
    const char *color = owner == 1 ? "#f3eee0" : owner == OWNER_NEUTRAL ? neutral_color : "#1b1a16";
    svg_put(
        d,
        "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"7\"/>\n",
        x, y, owner == OWNER_NEUTRAL ? neutral_r : 17, color);
}

void svg_star_points(struct drawing *d)
{
    int n = d->width;
    int edge = n >= 13 ? 3 : 2;
    if (n < 7)
        return;
    int at[3] = {edge, n / 2, n - 1 - edge};
    for (int i = 0; i < 9; i++) {
        int x = at[i % 3];
        int y = at[i / 3];
        if ((n % 2 == 0 && (i % 3 == 1 || i / 3 == 1)) || (n < 13 && i % 2 == 1))
            continue;
        svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"%s\"/>\n", svg_x(d, x), svg_y(d, y),
                d->colors->grid);
    }
}
