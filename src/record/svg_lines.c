/* svg_lines.c - the three games that are played on the crossings of lines (svg_int.h). */
#include "record/svg_int.h"

/* Points with a ring around the board: index (y + 1) * (width + 2) + x + 1. */
enum { RINGED_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) };

static void grid(struct drawing *d)
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

/* A radial light makes round stones of the two colours; red stones and dams stay flat. */
static void gradients(struct drawing *d)
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

static void stone(struct drawing *d, int x, int y, int side, int r)
{
    svg_put(d,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#%s)\" stroke=\"%s\" "
            "stroke-width=\"3\"/>\n",
            svg_x(d, x), svg_y(d, y), r, side == 1 ? "b" : "w", d->colors->edge[side - 1]);
}

static int owner_at(const struct drawing *d, int at)
{
    return position_cell(d->p, (point_t)at).owner;
}

/* A dot on the stone just placed, in the colour that stands out on it. */
static void last_dot(struct drawing *d)
{
    move_t m = d->p->last;
    if (!(d->style->flags & SVG_LAST) || !move_is_point(m))
        return;
    int at = move_point(m);
    int owner = owner_at(d, at);
    int x = svg_x(d, at % d->width);
    int y = svg_y(d, at / d->width);
    if (owner == OWNER_NONE)
        return;
    const char *color = owner == 1                                                 ? "#f3eee0"
                        : owner == OWNER_NEUTRAL && d->p->setup.game == GAME_LEVEE ? d->colors->wood
                        : owner == OWNER_NEUTRAL                                   ? "#ffffff"
                                                                                   : "#1b1a16";
    svg_put(
        d,
        "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"7\"/>\n",
        x, y, owner == OWNER_NEUTRAL && d->p->setup.game == GAME_REDSTONE ? 30 : 17, color);
}

static void star_points(struct drawing *d)
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

/* ---- Palisade ---- */

struct links {
    int n2;                    /* width of the board with its ring */
    uint8_t stone[RINGED_MAX]; /* side, ring stones too; 0 none */
    uint16_t area[RINGED_MAX]; /* union-find over areas, see below */
};

/* Areas: a point of the other colour's parity, seen as a face between the links of a colour, is one
 * area with the face across a corner unless a link runs between the two (the lattices of the two
 * colours are planar duals). A link belongs to a loop iff the faces at its two sides are not the
 * same area. The whole ring is one area: no loop goes around outside of it (P2). */
static uint16_t area_find(struct links *l, int i)
{
    while (l->area[i] != i) {
        l->area[i] = l->area[l->area[i]];
        i = l->area[i];
    }
    return (uint16_t)i;
}

static void area_join(struct links *l, int i, int j)
{
    l->area[area_find(l, i)] = area_find(l, j);
}

static void links_init(struct links *l, const struct drawing *d)
{
    int n2 = d->width + 2;
    int ring[2] = {-1, -1}; /* a ring point of each parity */
    l->n2 = n2;
    for (int i = 0; i < n2 * n2; i++)
        l->area[i] = (uint16_t)i;
    for (int i = 0; i < n2 * n2; i++) {
        int x = i % n2;
        int y = i / n2;
        bool on_ring = x == 0 || y == 0 || x == n2 - 1 || y == n2 - 1;
        bool corner = (x == 0 || x == n2 - 1) && (y == 0 || y == n2 - 1);
        if (!on_ring) {
            l->stone[i] = (uint8_t)owner_at(d, (y - 1) * d->width + x - 1);
            continue;
        }
        l->stone[i] = corner ? 0 : (x + y) % 2 == 0 ? 1 : 2; /* P1, P2 */
        int parity = (x + y) % 2;
        if (ring[parity] >= 0)
            area_join(l, i, ring[parity]);
        ring[parity] = i;
    }
    for (int y = 0; y + 1 < n2; y++)
        for (int x = 0; x + 1 < n2; x++) {
            int a = y * n2 + x;
            if (!(l->stone[a] && l->stone[a + n2 + 1]))
                area_join(l, a + 1, a + n2);
            if (!(l->stone[a + 1] && l->stone[a + n2]))
                area_join(l, a, a + n2 + 1);
        }
}

/* Links of one colour, those of loops or the others, as one path. */
static void link_path(struct drawing *d, struct links *l, int side, bool loops, const char *color,
                      int stroke)
{
    int n2 = l->n2;
    svg_put(d,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" d=\"",
            color, stroke);
    for (int y = 0; y + 1 < n2; y++)
        for (int x = 0; x + 1 < n2; x++)
            for (int rising = 0; rising < 2; rising++) {
                int from = y * n2 + x + (rising ? 0 : 1);
                int to = (y + 1) * n2 + x + (rising ? 1 : 0);
                int face = y * n2 + x + (rising ? 1 : 0);
                int face2 = (y + 1) * n2 + x + (rising ? 0 : 1);
                if (l->stone[from] != side || l->stone[to] != side)
                    continue;
                if ((area_find(l, face) != area_find(l, face2)) != loops)
                    continue;
                svg_put(d, "M%d %dL%d %d", svg_x(d, from % n2 - 1), svg_y(d, from / n2 - 1),
                        svg_x(d, to % n2 - 1), svg_y(d, to / n2 - 1));
            }
    svg_put(d, "\"/>\n");
}

/* The edge below makes ivory visible on wood, and black on slate. */
static void draw_links(struct drawing *d, struct links *l, int side, bool loops)
{
    int stroke = loops ? 20 : 7;
    link_path(d, l, side, loops, d->colors->edge[side - 1], stroke + (loops ? 7 : 4));
    link_path(d, l, side, loops, d->colors->stone[side - 1], stroke);
}

void svg_draw_palisade(struct drawing *d)
{
    struct links l = {0};
    links_init(&l, d);
    gradients(d);
    if (d->style->flags & SVG_OWNED)
        for (int at = 0; at < d->width * d->height; at++)
            if (d->result.owner[at] != 0)
                svg_wash(d, at % d->width, at / d->width, d->result.owner[at]);
    grid(d);
    star_points(d);
    for (int side = 1; side <= 2; side++)
        draw_links(d, &l, side, false);
    for (int side = 1; side <= 2; side++)
        draw_links(d, &l, side, true);
    for (int i = 0; i < l.n2 * l.n2; i++) {
        int x = i % l.n2 - 1;
        int y = i / l.n2 - 1;
        bool on_ring = x < 0 || y < 0 || x == d->width || y == d->height;
        if (l.stone[i] != 0)
            stone(d, x, y, l.stone[i], on_ring ? 22 : 42);
    }
    last_dot(d);
}

/* ---- Redstone ---- */

void svg_draw_redstone(struct drawing *d)
{
    gradients(d);
    grid(d);
    star_points(d);
    for (int at = 0; at < d->width * d->height; at++) {
        int owner = owner_at(d, at);
        int x = at % d->width;
        int y = at / d->width;
        if (owner == OWNER_NEUTRAL) {
            svg_put(d,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"43\" fill=\"%s\" stroke=\"%s\" "
                    "stroke-width=\"4\"/>\n",
                    svg_x(d, x), svg_y(d, y), d->colors->red, d->colors->red_edge);
            svg_put(d,
                    "<path stroke=\"%s\" stroke-width=\"9\" stroke-linecap=\"round\" d=\"M%d "
                    "%dh32\"/>\n",
                    d->colors->red_edge, svg_x(d, x) - 16, svg_y(d, y));
        } else if (owner != OWNER_NONE) {
            stone(d, x, y, owner, 45);
        }
    }
    last_dot(d);
}

/* ---- Levee ---- */

/* L1: a strip along each edge in its owner's colour, without the corners. */
static void owned_edges(struct drawing *d)
{
    int n = (d->width - 1) * UNIT;
    for (int i = 0; i < 4; i++) {
        int side = i / 2;
        int out = i % 2 == 0 ? -78 : n + 54;
        int x = side == 0 ? 50 : out;
        int y = side == 0 ? out : 50;
        int w = side == 0 ? n - 100 : 24;
        int h = side == 0 ? 24 : n - 100;
        svg_put(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\" fill=\"%s\"/>\n",
                x, y, w, h, d->colors->player[side]);
    }
    /* Not by colour alone: a number stands in the middle of each strip. */
    for (int i = 0; i < 4; i++) {
        int side = i / 2;
        int out = i % 2 == 0 ? -66 : n + 66;
        int x = side == 0 ? n / 2 : out;
        int y = side == 0 ? out : n / 2;
        svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"26\" fill=\"%s\"/>\n", x, y,
                d->colors->player[side]);
        svg_put(
            d,
            "<text x=\"%d\" y=\"%d\" font-size=\"36\" font-weight=\"bold\" text-anchor=\"middle\" "
            "font-family=\"system-ui,sans-serif\" fill=\"%s\">%d</text>\n",
            x, y + 13, d->style->theme == SVG_DARK ? "#171a1c" : "#ffffff", side + 1);
    }
}

static void spring(struct drawing *d)
{
    int c = d->width / 2 * UNIT;
    for (int r = 40; r >= 14; r -= 13)
        svg_put(d,
                "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" fill-opacity=\"%s\" "
                "stroke=\"%s\" stroke-width=\"4\"/>\n",
                c, c, r, d->colors->water,
                r == 40   ? ".25"
                : r == 27 ? ".4"
                          : "1",
                d->colors->water);
}

/* Shortest channels (L2), side by side where they run together. */
static void channels(struct drawing *d)
{
    for (int side = 0; side < 2; side++) {
        if (d->result.channel_n[side] == 0)
            continue;
        svg_put(d,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"12\" stroke-linecap=\"round\" "
                "stroke-linejoin=\"round\" stroke-dasharray=\"%s\" d=\"",
                d->colors->player[side], side == 0 ? "1 24" : "30 22");
        for (int i = 0; i < d->result.channel_n[side]; i++) {
            int at = d->result.channel[side][i];
            svg_put(d, "%s%d %d", i == 0 ? "M" : "L", svg_x(d, at % d->width) + side * 14 - 7,
                    svg_y(d, at / d->width) + side * 14 - 7);
        }
        svg_put(d, "\"/>\n");
    }
}

static void dam_joins(struct drawing *d, const char *color, int stroke)
{
    static const int dx[4] = {1, 0, 1, -1};
    static const int dy[4] = {0, 1, 1, 1};
    svg_put(d,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" d=\"",
            color, stroke);
    for (int at = 0; at < d->width * d->height; at++) {
        int x = at % d->width;
        int y = at / d->width;
        for (int k = 0; owner_at(d, at) != OWNER_NONE && k < 4; k++) {
            int x2 = x + dx[k];
            int y2 = y + dy[k];
            if (x2 < 0 || x2 >= d->width || y2 >= d->height ||
                owner_at(d, y2 * d->width + x2) == OWNER_NONE)
                continue;
            svg_put(d, "M%d %dL%d %d", svg_x(d, x), svg_y(d, y), svg_x(d, x2), svg_y(d, y2));
        }
    }
    svg_put(d, "\"/>\n");
}

/* Three or four stones of a square hold its middle too. */
static void dam_corners(struct drawing *d, const char *color)
{
    svg_put(d, "<path fill=\"%s\" d=\"", color);
    for (int y = 0; y + 1 < d->height; y++)
        for (int x = 0; x + 1 < d->width; x++) {
            static const int dx[4] = {0, 1, 1, 0};
            static const int dy[4] = {0, 0, 1, 1};
            int n = 0;
            for (int k = 0; k < 4; k++)
                n += owner_at(d, (y + dy[k]) * d->width + x + dx[k]) != OWNER_NONE;
            bool first = true;
            for (int k = 0; n >= 3 && k < 4; k++) {
                if (owner_at(d, (y + dy[k]) * d->width + x + dx[k]) == OWNER_NONE)
                    continue;
                svg_put(d, "%s%d %d", first ? "M" : "L", svg_x(d, x + dx[k]), svg_y(d, y + dy[k]));
                first = false;
            }
            if (n >= 3)
                svg_put(d, "z");
        }
    svg_put(d, "\"/>\n");
}

static void dam_stones(struct drawing *d, const char *color, int r)
{
    svg_put(d, "<g fill=\"%s\">\n", color);
    for (int at = 0; at < d->width * d->height; at++)
        if (owner_at(d, at) != OWNER_NONE)
            svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", svg_x(d, at % d->width),
                    svg_y(d, at / d->width), r);
    svg_put(d, "</g>\n");
}

void svg_draw_levee(struct drawing *d)
{
    owned_edges(d);
    grid(d);
    spring(d);
    if (d->style->flags & SVG_HINTS)
        channels(d);
    /* The outline below everything, so that what is joined looks like one dam. */
    dam_joins(d, d->colors->dam_edge, 50);
    dam_stones(d, d->colors->dam_edge, 43);
    dam_corners(d, d->colors->dam);
    dam_joins(d, d->colors->dam, 42);
    dam_stones(d, d->colors->dam, 39);
    last_dot(d);
}
