/* redstone.c - Redstone: its stones in pictures, its rules in words (game_record.h). */
#include "record/game_record.h"
#include "record/svg_int.h"

/* ---- pictures ---- */

static void draw(struct drawing *d)
{
    svg_gradients(d);
    svg_grid(d);
    svg_star_points(d);
    for (int at = 0; at < d->width * d->height; at++) {
        int owner = svg_owner(d, at);
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
            svg_stone(d, x, y, owner, 45);
        }
    }
    svg_last_dot(d, "#ffffff", 30);
}

/* ---- the manual ---- */

static const struct manual_figure figure_capture = {
    .diagram = "...../..b../.bwb./.w.w./.wbw.",
    .size = 5,
    .side = 1,
    .move = "c2r",
    .caption = "A red stone on c2 takes the last liberty of the white stone on c3 and of the\n"
               "black one on c1: both go, whichever player placed it.",
};

static const struct manual_section manual[] = {
    {"Aim. Take all stones of the other colour off the board. A player whose\n"
     "capture leaves neither colour wins; one whose capture leaves only the\n"
     "enemy's loses (R5). There are no draws.\n\n"
     "Groups. Stones of a colour that touch along the lines are a group; the empty\n"
     "points next to it are its liberties. A group without any is bounded (R1).\n"
     "Red stones belong to both players, form no groups and never leave.\n\n"
     "Play. Black (x) begins. On your turn, place one stone on an empty point: of\n"
     "your own colour if no group of either colour is bounded then (R2); a red one\n"
     "if at least one is (R3). After a red stone all bounded groups of both\n"
     "colours are removed together: taking the enemy's never saves a group of your\n"
     "own that was bounded as well (R4). There is no passing (R6).\n\n"
     "Pie. Instead of a first stone, the second player may swap: the players\n"
     "exchange colours and the stone stays (R7). This can be turned off.\n",
     &figure_capture},
    {"Moves are written as column and row: d4; with an r for a red stone: d4r; and\n"
     "swap.\n",
     NULL},
    {NULL, NULL},
};

const struct game_record record_redstone = {
    .wood = 80,
    .draw = draw,
    .manual = manual,
    .legend = "x Black, o White, # red",
    .overlay = "Red Stones",
};
