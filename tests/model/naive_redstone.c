#include "model/naive_redstone.h"

#include <string.h>

void naive_redstone_start(struct naive_redstone *m, int n, bool pie, enum naive_fault fault)
{
    memset(m, 0, sizeof *m);
    m->n = n;
    memset(m->cell, '.', sizeof m->cell);
    m->to_move = 'b';
    m->pie = pie;
    m->winner = '.';
    m->fault = fault;
}

static bool on_board(const struct naive_redstone *m, int x, int y)
{
    return x >= 0 && x < m->n && y >= 0 && y < m->n;
}

static const int step_x[4] = {1, -1, 0, 0};
static const int step_y[4] = {0, 0, 1, -1};

/* R1: adjacent is orthogonally adjacent. */
static bool neighbour(const struct naive_redstone *m, int x, int y, int k, int *nx, int *ny)
{
    *nx = x + step_x[k];
    *ny = y + step_y[k];
    if (m->fault == NAIVE_WRONG_NEIGHBOUR && x == m->n - 1 && y == m->n - 1 && k == 1)
        return false;
    return on_board(m, *nx, *ny);
}

struct group {
    int n;
    int x[NAIVE_SIDE * NAIVE_SIDE];
    int y[NAIVE_SIDE * NAIVE_SIDE];
    bool has_liberty;
};

/* Collects the group of (x, y) and marks its stones as seen. */
static void flood(const struct naive_redstone *m, int x, int y, bool seen[NAIVE_SIDE][NAIVE_SIDE],
                  struct group *g)
{
    g->n = 1;
    g->x[0] = x;
    g->y[0] = y;
    g->has_liberty = false;
    seen[y][x] = true;
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < 4; k++) {
            int nx;
            int ny;
            if (!neighbour(m, g->x[i], g->y[i], k, &nx, &ny))
                continue;
            if (m->cell[ny][nx] == '.')
                g->has_liberty = true;
            if (m->cell[ny][nx] != m->cell[y][x] || seen[ny][nx])
                continue;
            seen[ny][nx] = true;
            g->x[g->n] = nx;
            g->y[g->n++] = ny;
        }
}

void naive_redstone_bounded(const struct naive_redstone *m, struct naive_marks *out)
{
    bool seen[NAIVE_SIDE][NAIVE_SIDE] = {{false}};
    memset(out, 0, sizeof *out);
    for (int y = 0; y < m->n; y++)
        for (int x = 0; x < m->n; x++) {
            if ((m->cell[y][x] != 'b' && m->cell[y][x] != 'w') || seen[y][x])
                continue;
            struct group g;
            flood(m, x, y, seen, &g);
            for (int i = 0; i < g.n && !g.has_liberty; i++) {
                out->at[g.y[i]][g.x[i]] = true;
                out->n++;
            }
        }
}

void naive_redstone_bounded_after(const struct naive_redstone *m, int x, int y, char stone,
                                  struct naive_marks *out)
{
    struct naive_redstone after = *m;
    after.cell[y][x] = stone;
    naive_redstone_bounded(&after, out);
}

const char *naive_redstone_judge(const struct naive_redstone *m, int x, int y, bool red)
{
    if (m->cell[y][x] != '.')
        return "G3";
    struct naive_marks bounded;
    naive_redstone_bounded_after(m, x, y, red ? 'r' : m->to_move, &bounded);
    if (red)
        return bounded.n > 0 ? "" : "R3";
    return bounded.n > 0 ? "R2" : "";
}

bool naive_redstone_may_swap(const struct naive_redstone *m)
{
    return m->pie && m->plies == 1; /* R7: the second ply */
}

void naive_redstone_swap(struct naive_redstone *m)
{
    m->swapped = true; /* White, now the first player's, is still to move */
    m->plies++;
}

static void remove_marked(struct naive_redstone *m, const struct naive_marks *bounded, char only)
{
    bool kept_one = m->fault != NAIVE_MISSED_REMOVAL;
    for (int y = m->n - 1; y >= 0; y--)
        for (int x = m->n - 1; x >= 0; x--) {
            if (!bounded->at[y][x] || (only != '.' && m->cell[y][x] != only))
                continue;
            if (kept_one)
                m->cell[y][x] = '.';
            kept_one = true;
        }
}

static bool any(const struct naive_redstone *m, char stone)
{
    for (int y = 0; y < m->n; y++)
        for (int x = 0; x < m->n; x++)
            if (m->cell[y][x] == stone)
                return true;
    return false;
}

void naive_redstone_play(struct naive_redstone *m, int x, int y, bool red)
{
    char enemy = m->to_move == 'b' ? 'w' : 'b';
    m->cell[y][x] = red ? 'r' : m->to_move;
    if (red) {
        /* R4: removes all bounded groups at once. */
        struct naive_marks bounded;
        naive_redstone_bounded(m, &bounded);
        if (m->fault == NAIVE_MOVER_IS_RESCUED) {
            remove_marked(m, &bounded, enemy);
            naive_redstone_bounded(m, &bounded);
        }
        remove_marked(m, &bounded, '.');
        /* R5 */
        bool black = any(m, 'b');
        bool white = any(m, 'w');
        if (!black && !white)
            m->winner = m->to_move;
        else if (!black || !white)
            m->winner = black ? 'b' : 'w';
    }
    m->to_move = enemy;
    m->plies++;
}
