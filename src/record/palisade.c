/* palisade.c - Palisade: its ring and links in pictures, its rules in words (game_record.h). */
#include "record/game_record.h"
#include "record/svg_int.h"

/* ---- pictures ---- */

/* Points with a ring around the board: index (y + 1) * (width + 2) + x + 1. */
enum { RINGED_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2) };

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
            l->stone[i] = (uint8_t)svg_owner(d, (y - 1) * d->width + x - 1);
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

static void draw(struct drawing *d)
{
    struct links l = {0};
    links_init(&l, d);
    svg_gradients(d);
    if (d->style->flags & SVG_OWNED)
        for (int at = 0; at < d->width * d->height; at++)
            if (d->result.owner[at] != 0)
                svg_wash(d, at % d->width, at / d->width, d->result.owner[at]);
    svg_grid(d);
    svg_star_points(d);
    for (int side = 1; side <= 2; side++)
        draw_links(d, &l, side, false);
    for (int side = 1; side <= 2; side++)
        draw_links(d, &l, side, true);
    for (int i = 0; i < l.n2 * l.n2; i++) {
        int x = i % l.n2 - 1;
        int y = i / l.n2 - 1;
        bool on_ring = x < 0 || y < 0 || x == d->width || y == d->height;
        if (l.stone[i] != 0)
            svg_stone(d, x, y, l.stone[i], on_ring ? 22 : 42);
    }
    svg_last_dot(d, "#ffffff", 17);
}

/* ---- the manual ---- */

static const struct manual_figure figure_capture = {
    .diagram = "..x..../.xoxo../...oxo./ox.x.xo/.ox.x../..oxo.o/x..o...",
    .size = 7,
    .side = 1,
    .move = "a5",
    .caption = "Black plays a5 and closes a loop; the white stones in it, on c6 and d5, go.",
};

static const struct manual_figure figure_legal = {
    .diagram = "xo.ox.x/....oxo/xo.o.o./o.o...o/xoxo.ox/.x..ox./x.x.x.x",
    .size = 7,
    .side = 1,
    .legal = true,
    .caption = "Here Black may play on the points marked ? only.",
};

static const struct manual_section manual[] = {
    {"Aim. When every point of the board is owned, the player who owns more wins.\n"
     "The number of points is odd, so there are no ties.\n\n"
     "Play. Black (x) begins; then the players place one stone a turn. Number the\n"
     "columns like the rows: Black plays only where column and row add up to an\n"
     "even number, White (o) only where they add up to an odd one (P1). There is\n"
     "no passing, and there is always a place to play.\n\n"
     "The ring. Around the board lies a ring of stones, from the beginning (P2).\n"
     "They are connected like all others, but are never captured and give no\n"
     "points.\n\n"
     "Loops. Two stones of a colour that touch diagonally are connected (P3). A\n"
     "closed path of connections is a loop. When you close one or more, every\n"
     "enemy stone inside is removed, even those that form loops of their own (P4).\n"
     "No stone may be placed inside any loop, of either colour (P5). You own the\n"
     "stones of your loops and all points inside (P6).\n",
     &figure_capture},
    {NULL, &figure_legal},
    {"Moves are written as column and row: d5.\n", NULL},
    {NULL, NULL},
};

const struct game_record record_palisade = {
    .wood = 145,
    .draw = draw,
    .manual = manual,
    .legend = "x Black, o White; around the board: the ring",
    .overlay = "Owned Points",
};
