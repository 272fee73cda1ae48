/* claims.c - Barrie Evans's game: its stacks in pictures, its rules in words (game_record.h). */
#include "record/game_record.h"
#include "record/svg_int.h"

/* ---- pictures ---- */

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

static void draw(struct drawing *d)
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

/* ---- the manual ---- */

static const struct manual_figure figure_claims = {
    .diagram = ".. .. .. .. .. .. .. .. .. .. x2 .. .. .. .. .. o1 .. .. .. .. .. .. .. ..",
    .size = 5,
    .side = 2,
    .legal = true,
    .caption = "Player 2 (o) may play where ? stands. The stack of player 1 on a3 reaches b3\n"
               "and c3; the one piece on b2 claims b3 as well, so b3 is open to both.",
};

static const struct manual_section manual[] = {
    {"The rule sheet has no title; Claims is this program's name for it.\n\n"
     "Aim. Score most squares: at the end, an empty square counts for the player\n"
     "who has more claims on it than any other (C8).\n\n"
     "Play. On your turn, place one piece, or pass (C2):\n"
     "  - on an empty square, if no other player has more claims there than you\n"
     "    (C5);\n"
     "  - on another player's stack, if your claims there are at least its height\n"
     "    plus the occupant's claims on that square (C6); the stack is then yours,\n"
     "    one higher, and has been jacked;\n"
     "  - on a stack of your own, but never a third own piece in a row.\n"
     "The player who played on a stack last occupies it (C1).\n\n"
     "Claims. A stack of height h claims each square up to h away along row and\n"
     "column, and from height 3 on also up to h-2 away along the diagonals (C3). A\n"
     "claim along row or column fails if every square between is occupied; one gap\n"
     "keeps it (C4).\n\n"
     "End. The game ends when all players pass in a row, or nobody can place a\n"
     "piece (C7). Equal scores are a draw. With the option `jacked` a jacked stack\n"
     "counts one for its occupant too.\n\n"
     "Three or four. If k others attacked you between two of your turns, you have\n"
     "k-1 more plays in the next one. Each is a full play: it may double a stack\n"
     "that you jacked earlier in the same turn (C9).\n",
     &figure_claims},
    {"Moves are written as column and row: d4; and pass.\n", NULL},
    {NULL, NULL},
};

const struct game_record record_claims = {
    .wood = 66,
    .draw = draw,
    .manual = manual,
    .legend = NULL,
    .overlay = "Scored Squares",
};
