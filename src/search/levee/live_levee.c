/* live_levee.c - the points of a Levee position that still matter, for written proofs. It is
 * separate from the sight of the search (sight_levee.c), and simple, because proofs are checked
 * with it. */
#include "rules/position.h"
#include "search/levee/levee_search.h"

static bool is_empty(const struct position *p, int x, int y)
{
    return position_cell(p, (point_t)(y * p->setup.width + x)).owner == OWNER_NONE;
}

static const int step_x[] = {1, -1, 0, 0};
static const int step_y[] = {0, 0, 1, -1};

/* Marks the empty inner points that the centre reaches by straight steps over such points. */
static void reach(const struct position *p, uint8_t live[POINTS_MAX])
{
    int n = p->setup.width;
    uint16_t todo[POINTS_MAX];
    int todo_n = 0;
    int centre = n / 2 * (n + 1);
    live[centre] = 1;
    todo[todo_n++] = (uint16_t)centre;
    while (todo_n > 0) {
        int at = todo[--todo_n];
        for (int d = 0; d < 4; d++) {
            int x = at % n + step_x[d];
            int y = at / n + step_y[d];
            if (x < 1 || y < 1 || x > n - 2 || y > n - 2 || live[y * n + x] != 0 ||
                !is_empty(p, x, y))
                continue;
            live[y * n + x] = 1;
            todo[todo_n++] = (uint16_t)(y * n + x);
        }
    }
}

/* Of the ways on from an inner point: its marked neighbours, and one more if it has an exit, which
 * is an empty edge point beside it. */
static int ways(const struct position *p, const uint8_t live[POINTS_MAX], int x, int y)
{
    int n = p->setup.width;
    int neighbours = 0;
    int exits = 0;
    for (int d = 0; d < 4; d++) {
        int to_x = x + step_x[d];
        int to_y = y + step_y[d];
        bool edge = to_x == 0 || to_y == 0 || to_x == n - 1 || to_y == n - 1;
        if (edge)
            exits += is_empty(p, to_x, to_y);
        else
            neighbours += live[to_y * n + to_x];
    }
    return neighbours + (exits > 0);
}

bool live_levee(const struct position *p, uint8_t live[POINTS_MAX])
{
    int n = p->setup.width;
    int centre = n / 2 * (n + 1);
    int rest = 0; /* empty points that are not live */
    __builtin_memset(live, 0, POINTS_MAX);
    reach(p, live);
    for (bool changed = true; changed;) {
        changed = false;
        for (int at = 0; at < n * n; at++) {
            if (live[at] == 0 || at == centre || ways(p, live, at % n, at / n) >= 2)
                continue;
            live[at] = 0;
            changed = true;
        }
    }
    for (int i = 1; i < n - 1; i++) { /* the exits */
        const int edge[][4] = {
            {i, 0, i, 1}, {i, n - 1, i, n - 2}, {0, i, 1, i}, {n - 1, i, n - 2, i}};
        for (int e = 0; e < 4; e++)
            if (is_empty(p, edge[e][0], edge[e][1]) && live[edge[e][3] * n + edge[e][2]] != 0)
                live[edge[e][1] * n + edge[e][0]] = 1;
    }
    for (int at = 0; at < n * n; at++)
        rest += live[at] == 0 && is_empty(p, at % n, at / n);
    return rest % 2 != 0;
}
