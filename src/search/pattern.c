/* pattern.c - features of a placement in Levee (pattern.h). */
#include "search/pattern.h"

#include "rules/position.h"
#include "search/pattern_table.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* Two distances as one number, the one along the rows first; turned for the other owner. */
static int pair(int x, int y, int cap, bool turned)
{
    x = least(x, cap);
    y = least(y, cap);
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
    int dx = distance(x, c);
    int dy = distance(y, c);
    int greater = dx == dy ? 1 : (dx > dy) == turned ? 0 : 2;
    return code + 256 * greater;
}

void pattern_parts(const struct position *p, move_t m, int out[PATTERN_PARTS])
{
    int n = p->setup.width;
    bool turned = p->side == 2;
    int x = move_point(m) % n;
    int y = move_point(m) / n;
    out[0] = shape_of(p, x, y, turned);
    out[1] = PATTERN_CENTRE + pair(distance(x, n / 2), distance(y, n / 2), 4, turned);
    out[2] = PATTERN_EDGE + pair(least(x, n - 1 - x), least(y, n - 1 - y), 3, turned);
    out[3] = PATTERN_LAST + 9;
    if (p->last == MOVE_NONE)
        return;
    int dx = distance(x, move_point(p->last) % n);
    int dy = distance(y, move_point(p->last) / n);
    if (dx <= 2 && dy <= 2)
        out[3] = PATTERN_LAST + pair(dx, dy, 2, turned);
}

int pattern_weight(const struct position *p, move_t m)
{
    int part[PATTERN_PARTS];
    pattern_parts(p, m, part);
    int sum = 0;
    for (int i = 0; i < PATTERN_PARTS; i++)
        sum += pattern_weights[part[i]];
    return sum;
}
