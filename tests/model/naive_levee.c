#include "naive_levee.h"

#include <stdlib.h>
#include <string.h>

static bool on_board(const struct naive_levee *m, int x, int y)
{
    return x >= 0 && x < m->n && y >= 0 && y < m->n;
}

/* Points of the surroundings of the board hold no stones. */
static bool stone(const struct naive_levee *m, int x, int y)
{
    return on_board(m, x, y) && m->stone[x][y];
}

static bool is_centre(const struct naive_levee *m, int x, int y)
{
    return x == m->n / 2 && y == m->n / 2;
}

static bool is_corner(const struct naive_levee *m, int x, int y)
{
    return (x == 0 || x == m->n - 1) && (y == 0 || y == m->n - 1);
}

static bool is_edge(const struct naive_levee *m, int x, int y)
{
    return x == 0 || x == m->n - 1 || y == 0 || y == m->n - 1;
}

/* L1: who owns an edge point; corners have no owner. */
static int owner(const struct naive_levee *m, int x, int y)
{
    if (is_corner(m, x, y) || !is_edge(m, x, y))
        return 0;
    if (m->fault == NAIVE_LEVEE_LONE_SIDE && y == m->n - 1)
        return 0;
    return y == 0 || y == m->n - 1 ? 1 : 2;
}

/* L2: may a channel go from a to the neighbouring point b? */
static bool step_is_open(const struct naive_levee *m, struct naive_point a, struct naive_point b)
{
    if (abs(a.x - b.x) > 1 || abs(a.y - b.y) > 1 || (a.x == b.x && a.y == b.y))
        return false;
    if (a.x == b.x || a.y == b.y || m->fault == NAIVE_LEVEE_OPEN_DIAGONALS)
        return true;
    return !(stone(m, a.x, b.y) && stone(m, b.x, a.y));
}

void naive_levee_start(struct naive_levee *m, int n, enum naive_levee_fault fault)
{
    memset(m, 0, sizeof *m);
    m->n = n;
    m->fault = fault;
    m->side = 1;
}

int naive_levee_channel(const struct naive_levee *m, int side)
{
    int length[NAIVE_LEVEE_SIDE][NAIVE_LEVEE_SIDE] = {{0}};
    struct naive_point queue[NAIVE_LEVEE_SIDE * NAIVE_LEVEE_SIDE];
    int head = 0;
    int tail = 0;
    length[m->n / 2][m->n / 2] = 1;
    queue[tail++] = (struct naive_point){m->n / 2, m->n / 2};
    while (head < tail) {
        struct naive_point a = queue[head++];
        if (is_edge(m, a.x, a.y)) {
            if (owner(m, a.x, a.y) == side)
                return length[a.x][a.y];
            continue;
        }
        for (int x = a.x - 1; x <= a.x + 1; x++)
            for (int y = a.y - 1; y <= a.y + 1; y++) {
                if (length[x][y] != 0 || stone(m, x, y) || is_corner(m, x, y) ||
                    !step_is_open(m, a, (struct naive_point){x, y}))
                    continue;
                length[x][y] = length[a.x][a.y] + 1;
                queue[tail++] = (struct naive_point){x, y};
            }
    }
    return 0;
}

/* A ray runs from the centre to the right, just above its row. A step up across it counts 1, a step
 * down -1. So the steps of a closed path around the centre sum to 1 or -1. */
static int winding(const struct naive_levee *m, struct naive_point a, struct naive_point b)
{
    int c = m->n / 2;
    if (a.y == c && b.y == c + 1 && a.x > c)
        return 1;
    if (a.y == c + 1 && b.y == c && b.x > c)
        return -1;
    return 0;
}

static bool stones_join(const struct naive_levee *m, struct naive_point a, struct naive_point b)
{
    if (m->fault == NAIVE_LEVEE_CORNER_CIRCUITS && (b.x - a.x) * (b.y - a.y) == 1)
        return false;
    return stone(m, b.x, b.y);
}

/* Is there a closed path of stones through a around the centre? Marks all pairs (stone, winding so
 * far) that paths from a reach. The windings of paths without loops stay within -1..1. Other paths
 * may wind further, so some more windings are told apart. */
static bool circuit_through(const struct naive_levee *m, struct naive_point a)
{
    enum { MOST = 3 };
    static bool seen[NAIVE_LEVEE_SIDE][NAIVE_LEVEE_SIDE][2 * MOST + 1];
    static struct {
        struct naive_point p;
        int w;
    } queue[NAIVE_LEVEE_SIDE * NAIVE_LEVEE_SIDE * (2 * MOST + 1)];
    memset(seen, 0, sizeof seen);
    int head = 0;
    int tail = 0;
    seen[a.x][a.y][MOST] = true;
    queue[tail].p = a;
    queue[tail++].w = 0;
    while (head < tail) {
        struct naive_point p = queue[head].p;
        int w = queue[head++].w;
        for (int x = p.x - 1; x <= p.x + 1; x++)
            for (int y = p.y - 1; y <= p.y + 1; y++) {
                struct naive_point q = {x, y};
                if ((x == p.x && y == p.y) || !stones_join(m, p, q))
                    continue;
                int v = w + winding(m, p, q);
                if (abs(v) > MOST || seen[x][y][v + MOST])
                    continue;
                if (x == a.x && y == a.y && v != 0)
                    return true;
                seen[x][y][v + MOST] = true;
                queue[tail].p = q;
                queue[tail++].w = v;
            }
    }
    return false;
}

bool naive_levee_circuit(const struct naive_levee *m)
{
    /* Every circuit has a stone in the row of the centre, to its right. */
    for (int x = m->n / 2 + 1; x < m->n; x++)
        if (m->stone[x][m->n / 2] && circuit_through(m, (struct naive_point){x, m->n / 2}))
            return true;
    return false;
}

const char *naive_levee_judge(const struct naive_levee *m, int x, int y)
{
    if (is_centre(m, x, y))
        return "L3a";
    if (m->stone[x][y])
        return "L3";
    struct naive_levee after = *m;
    after.stone[x][y] = true;
    return circuit_through(&after, (struct naive_point){x, y}) ? "L3b" : "";
}

void naive_levee_play(struct naive_levee *m, int x, int y)
{
    m->stone[x][y] = true;
    if (naive_levee_channel(m, 1) == 0)
        m->winner = 2;
    else if (naive_levee_channel(m, 2) == 0)
        m->winner = 1;
    m->side = 3 - m->side;
}

bool naive_levee_is_channel(const struct naive_levee *m, int side, const struct naive_point *path,
                            int path_n)
{
    if (path_n < 2 || !is_centre(m, path[0].x, path[0].y))
        return false;
    for (int i = 0; i < path_n; i++) {
        struct naive_point a = path[i];
        bool last = i == path_n - 1;
        if (!on_board(m, a.x, a.y) || m->stone[a.x][a.y] || is_edge(m, a.x, a.y) != last)
            return false;
        if (!last && !step_is_open(m, a, path[i + 1]))
            return false;
    }
    return owner(m, path[path_n - 1].x, path[path_n - 1].y) == side;
}

bool naive_levee_is_circuit(const struct naive_levee *m, const struct naive_point *path, int path_n)
{
    int w = 0;
    for (int i = 0; i < path_n; i++) {
        struct naive_point a = path[i];
        struct naive_point b = path[(i + 1) % path_n];
        if (!on_board(m, a.x, a.y) || is_centre(m, a.x, a.y) || abs(a.x - b.x) > 1 ||
            abs(a.y - b.y) > 1)
            return false;
        for (int j = 0; j < i; j++)
            if (path[j].x == a.x && path[j].y == a.y)
                return false;
        w += winding(m, a, b);
    }
    return path_n >= 4 && abs(w) == 1;
}
