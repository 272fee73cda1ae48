/* levee.c - Levee: shores, dams and channels in pictures, its rules in words (game_record.h). */
#include "record/game_record.h"
#include "record/svg_int.h"

/* ---- pictures ---- */

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
        for (int k = 0; svg_owner(d, at) != OWNER_NONE && k < 4; k++) {
            int x2 = x + dx[k];
            int y2 = y + dy[k];
            if (x2 < 0 || x2 >= d->width || y2 >= d->height ||
                svg_owner(d, y2 * d->width + x2) == OWNER_NONE)
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
                n += svg_owner(d, (y + dy[k]) * d->width + x + dx[k]) != OWNER_NONE;
            bool first = true;
            for (int k = 0; n >= 3 && k < 4; k++) {
                if (svg_owner(d, (y + dy[k]) * d->width + x + dx[k]) == OWNER_NONE)
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
        if (svg_owner(d, at) != OWNER_NONE)
            svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", svg_x(d, at % d->width),
                    svg_y(d, at / d->width), r);
    svg_put(d, "</g>\n");
}

static void draw(struct drawing *d)
{
    owned_edges(d);
    svg_grid(d);
    spring(d);
    if (d->style->flags & SVG_HINTS)
        channels(d);
    /* The outline below everything, so that what is joined looks like one dam. */
    dam_joins(d, d->colors->dam_edge, 50);
    dam_stones(d, d->colors->dam_edge, 43);
    dam_corners(d, d->colors->dam);
    dam_joins(d, d->colors->dam, 42);
    dam_stones(d, d->colors->dam, 39);
    svg_last_dot(d, d->colors->wood, 17);
}

/* ---- the manual ---- */

static const struct manual_figure figure_circuit = {
    .diagram = "......./..##.../.#...../.#.+.#./.#...#./..###../.......",
    .size = 7,
    .side = 2,
    .legal = true,
    .caption = "The stones nearly surround the centre: one on e5 would close the circuit. The\n"
               "points marked ? are open, the corners too.",
};

static const struct manual_section manual[] = {
    {"Aim. Cut off every channel of the other player.\n\n"
     "Edges. Player 1 owns the top and the bottom edge, player 2 the left and the\n"
     "right one; the corners belong to nobody (L1).\n\n"
     "Channels. A channel is a path of empty points from the centre to an edge,\n"
     "straight or diagonal step by step; no step may slip between two stones that\n"
     "touch diagonally. It ends at the first edge point that it enters, and that\n"
     "point's owner owns it (L2). Corners are in no channel.\n\n"
     "Play. Player 1 begins; each turn one stone is placed on any empty point. All\n"
     "stones are alike. The centre stays empty (L3a), and no stones, joined along\n"
     "lines or diagonals, may close a circuit around it (L3b).\n\n"
     "End. A player wins as soon as the other has no channel left, even if the\n"
     "other placed the last stone (L4). There is no passing, and there are no\n"
     "draws.\n",
     &figure_circuit},
    {"Moves are written as column and row: d5.\n", NULL},
    {NULL, NULL},
};

const struct game_record record_levee = {
    .wood = 105,
    .draw = draw,
    .manual = manual,
    .legend = "# stone, + centre; 1 and 2: the owner of that edge",
    .overlay = "Channels",
};
