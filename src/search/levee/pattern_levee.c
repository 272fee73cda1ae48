/* pattern_levee.c - features of a placement in Levee (pattern.h).
 *
 *     shape    the stones on the eight points next to it
 *     centre   how far it lies from the centre's column and row, to 4 each
 *     edge     how far from the nearest edges, to 3 each
 *     last     how far from the last move, to 2 each, or farther
 *
 * All are given as the owner of bottom and top sees them in the lower left quarter; the other owner
 * mirrors the board at its diagonal. */
#include "search/levee/levee_search.h"
#include "search/levee/pattern_levee_table.h"
#include "search/tree/pattern_int.h"

enum { WEIGHTS_N = sizeof pattern_levee_weights };

enum {
    CENTRE = 3 * 256, /* the shapes, by which of both distances is the greater */
    EDGE = CENTRE + 25,
    LAST = EDGE + 16
};
_Static_assert((int)LAST + 10 == (int)WEIGHTS_N, "the last feature is to be near, or far");

/* Two distances as one number, the one along the rows first; turned for the other owner. */
static int pair(int x, int y, int cap, bool turned)
{
    x = pattern_least(x, cap);
    y = pattern_least(y, cap);
    return turned ? y + (cap + 1) * x : x + (cap + 1) * y;
}

/* The neighbours of (x, y), a bit each, by rows; then which of both distances is the greater. */
static int shape_of(const struct position *p, int x, int y, bool turned)
{
    const struct levee *l = &p->u.levee;
    int c = l->n / 2;
    int right = x > c ? -1 : 1; /* to the centre */
    int up = y > c ? -1 : 1;
    int code = 0;
    for (int i = 0, bit = 0; i < 9; i++) {
        if (i == 4)
            continue;
        int along = i % 3 - 1;
        int across = i / 3 - 1;
        int at_x = x + right * (turned ? across : along);
        int at_y = y + up * (turned ? along : across);
        code |= (int)(l->row[at_y + 1] >> (at_x + 1) & 1) << bit++;
    }
    int dx = pattern_distance(x, c);
    int dy = pattern_distance(y, c);
    int greater = dx == dy ? 1 : (dx > dy) == turned ? 0 : 2;
    return code + 256 * greater;
}

static int parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    const struct position *p = v->p;
    int n = p->setup.width;
    bool turned = p->side == 2;
    int x = move_point(m) % n;
    int y = move_point(m) / n;
    int c = n / 2;
    out[0] = shape_of(p, x, y, turned);
    out[1] = CENTRE + pair(pattern_distance(x, c), pattern_distance(y, c), 4, turned);
    out[2] = EDGE + pair(pattern_least(x, n - 1 - x), pattern_least(y, n - 1 - y), 3, turned);
    out[3] = LAST + 9;
    int dx = pattern_distance(x, v->last_x);
    int dy = pattern_distance(y, v->last_y);
    if (dx <= 2 && dy <= 2)
        out[3] = LAST + pair(dx, dy, 2, turned);
    return 4;
}

const struct pattern_set pattern_levee = {
    .n = WEIGHTS_N, .weights = pattern_levee_weights, .look = NULL, .parts = parts, .kind = NULL};
