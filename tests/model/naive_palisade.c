#include "model/naive_palisade.h"

#include <string.h>

struct place {
    int column, row;
};

static const struct place diagonals[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static bool in_ring(const struct naive_palisade *g, int column, int row)
{
    return column == 0 || row == 0 || column == g->n + 1 || row == g->n + 1;
}

void naive_palisade_start(struct naive_palisade *g, int n)
{
    memset(g, 0, sizeof *g);
    g->n = n;
    g->side = 1;
    for (int i = 1; i <= n; i++) { /* P2 */
        g->stone[i][0] = (char)(i % 2 == 0 ? 1 : 2);
        g->stone[0][i] = g->stone[i][0];
        g->stone[i][n + 1] = (char)((i + n + 1) % 2 == 0 ? 1 : 2);
        g->stone[n + 1][i] = g->stone[i][n + 1];
    }
}

/* P3: is there a stone of that side on the place, other than on the place left out? */
static bool has_stone(const struct naive_palisade *g, struct place at, struct place without,
                      int side)
{
    if (at.column < 0 || at.row < 0 || at.column > g->n + 1 || at.row > g->n + 1)
        return false;
    return g->stone[at.column][at.row] == side &&
           !(at.column == without.column && at.row == without.row);
}

/* P3: the place reached from another one by diagonal step number k. */
static struct place step(struct place from, int k)
{
    return (struct place){from.column + diagonals[k].column, from.row + diagonals[k].row};
}

static bool connected(const struct naive_palisade *g, struct place a, struct place b,
                      struct place without, int side)
{
    if (g->fault == NAIVE_PALISADE_RING_APART && in_ring(g, a.column, a.row) &&
        in_ring(g, b.column, b.row))
        return false;
    return has_stone(g, a, without, side) && has_stone(g, b, without, side);
}

/* Does the connection a-b cross the ray that starts half a row above p and goes to the right? */
static bool crosses(struct place a, struct place b, struct place p)
{
    int low = a.row < b.row ? a.row : b.row;
    return low == p.row && a.column + b.column > 2 * p.column;
}

/* Labels every stone that is connected with s, and s itself with 0. A connection across the ray of
 * p changes the label. Returns true iff the labels contradict each other: a loop goes around p. */
static bool label(const struct naive_palisade *g, struct place s, struct place p, int side,
                  signed char labels[NAIVE_PALISADE_SIDE][NAIVE_PALISADE_SIDE])
{
    struct place todo[NAIVE_PALISADE_SIDE * NAIVE_PALISADE_SIDE];
    int n = 0;
    labels[s.column][s.row] = 0;
    todo[n++] = s;
    while (n > 0) {
        struct place a = todo[--n];
        for (int k = 0; k < 4; k++) {
            struct place b = step(a, k);
            if (!connected(g, a, b, p, side))
                continue;
            signed char want = (signed char)(labels[a.column][a.row] ^ crosses(a, b, p));
            if (labels[b.column][b.row] < 0) {
                labels[b.column][b.row] = want;
                todo[n++] = b;
            } else if (labels[b.column][b.row] != want) {
                return true;
            }
        }
    }
    return false;
}

bool naive_palisade_inside(const struct naive_palisade *g, int column, int row, int side)
{
    struct place p = {column, row};
    signed char labels[NAIVE_PALISADE_SIDE][NAIVE_PALISADE_SIDE];
    memset(labels, -1, sizeof labels);
    for (int x = 0; x <= g->n + 1; x++)
        for (int y = 0; y <= g->n + 1; y++) {
            struct place s = {x, y};
            if (has_stone(g, s, p, side) && labels[x][y] < 0 && label(g, s, p, side, labels))
                return true;
        }
    return false;
}

/* Marks every stone of that side that can be reached from s without the point left out. */
static void reach(const struct naive_palisade *g, struct place s, struct place without, int side,
                  bool reached[NAIVE_PALISADE_SIDE][NAIVE_PALISADE_SIDE])
{
    struct place todo[NAIVE_PALISADE_SIDE * NAIVE_PALISADE_SIDE];
    int n = 0;
    reached[s.column][s.row] = true;
    todo[n++] = s;
    while (n > 0) {
        struct place a = todo[--n];
        for (int k = 0; k < 4; k++) {
            struct place b = step(a, k);
            if (connected(g, a, b, without, side) && !reached[b.column][b.row]) {
                reached[b.column][b.row] = true;
                todo[n++] = b;
            }
        }
    }
}

bool naive_palisade_on_loop(const struct naive_palisade *g, int column, int row)
{
    /* True iff two neighbours of the stone are connected without it: the stone closes a loop. */
    struct place p = {column, row};
    struct place nowhere = {-1, -1};
    int side = g->stone[column][row];
    for (int k = 0; k < 4; k++) {
        struct place from = step(p, k);
        if (!connected(g, p, from, nowhere, side))
            continue;
        bool reached[NAIVE_PALISADE_SIDE][NAIVE_PALISADE_SIDE] = {0};
        reach(g, from, p, side, reached);
        for (int j = k + 1; j < 4; j++) {
            struct place to = step(p, j);
            if (connected(g, p, to, nowhere, side) && reached[to.column][to.row])
                return true;
        }
    }
    return false;
}

const char *naive_palisade_verdict(const struct naive_palisade *g, int column, int row)
{
    if (g->stone[column][row] != 0)
        return "G3";
    if ((column + row) % 2 != (g->side == 1 ? 0 : 1))
        return "P1";
    for (int side = 1; side <= 2; side++) {
        if (g->fault == NAIVE_PALISADE_OWN_LOOP_FREE && side == g->side)
            continue;
        if (naive_palisade_inside(g, column, row, side))
            return "P5";
    }
    return "";
}

void naive_palisade_play(struct naive_palisade *g, int column, int row)
{
    int side = g->side;
    g->stone[column][row] = (char)side;
    g->side = 3 - side;
    if (!naive_palisade_on_loop(g, column, row))
        return;
    struct place taken[NAIVE_PALISADE_SIDE * NAIVE_PALISADE_SIDE];
    int n = 0;
    for (int x = 1; x <= g->n; x++)
        for (int y = 1; y <= g->n; y++)
            if (g->stone[x][y] == 3 - side && naive_palisade_inside(g, x, y, side))
                taken[n++] = (struct place){x, y};
    if (g->fault == NAIVE_PALISADE_ONE_STAYS && n > 0)
        n--;
    while (n > 0) { /* P4: captures all at once, after every stone was examined */
        n--;
        g->stone[taken[n].column][taken[n].row] = 0;
    }
}

int naive_palisade_owners(const struct naive_palisade *g, int column, int row)
{
    int owners = 0;
    for (int side = 1; side <= 2; side++)
        if (naive_palisade_inside(g, column, row, side) ||
            (g->stone[column][row] == side && naive_palisade_on_loop(g, column, row)))
            owners |= side;
    return owners;
}
