/* view_palisade.c - the marks that its board draws besides the stones: links and loops. */
#include "base/err.h"
#include "rules/position.h"
#include "wasm/api.h"
#include "wasm/slot.h"

enum { FRAME = SIDE_MAX + 2, FRAME_N = FRAME * FRAME, LINK_NUMBERS = 5, LINK_LOOP = 8 };

/* The four diagonal steps; the first two are enough to meet every link once. */
static const int8_t diagonal_x[] = {1, 1, -1, -1};
static const int8_t diagonal_y[] = {1, -1, 1, -1};

/* The colour that stands at (x, y), -1 … size, ring included (P1, P2); 0 if none. */
static int palisade_at(const struct position *p, int x, int y)
{
    int size = p->setup.width;
    bool edge_x = x < 0 || x >= size;
    bool edge_y = y < 0 || y >= size;
    if (edge_x && edge_y) /* P2: the ring has no corners */
        return 0;
    if (edge_x || edge_y)
        return (x + y) % 2 == 0 ? 1 : 2;
    return position_cell(p, (point_t)(y * size + x)).owner;
}

/* A depth-first walk over the stones of the frame. A link is part of a loop (P3) iff it is no
 * bridge of this graph: no step of the tree below it leads back above it. */
struct walk {
    uint8_t colour[FRAME_N];
    uint16_t order[FRAME_N]; /* when the stone was met, 0: not yet */
    uint16_t low[FRAME_N];   /* the earliest stone that it or what lies below leads back to */
    uint16_t parent[FRAME_N];
    uint8_t next[FRAME_N]; /* next of the four steps to try */
};

static void walk_from(struct walk *w, int root, uint16_t *clock)
{
    int at = root;
    w->parent[at] = (uint16_t)root;
    w->order[at] = w->low[at] = ++*clock;
    for (;;) {
        if (w->next[at] < 4) {
            int step = w->next[at]++;
            int to = at + diagonal_y[step] * FRAME + diagonal_x[step];
            if (to < 0 || to >= FRAME_N || w->colour[to] != w->colour[at] || to == w->parent[at])
                continue;
            if (w->order[to] == 0) {
                w->parent[to] = (uint16_t)at;
                w->order[to] = w->low[to] = ++*clock;
                at = to;
            } else if (w->order[to] < w->low[at]) {
                w->low[at] = w->order[to];
            }
        } else {
            if (at == root)
                return;
            int up = w->parent[at];
            if (w->low[at] < w->low[up])
                w->low[up] = w->low[at];
            at = up;
        }
    }
}

static bool is_bridge(const struct walk *w, int a, int b)
{
    if (w->parent[b] == a && w->order[b] > w->order[a])
        return w->low[b] > w->order[a];
    if (w->parent[a] == b && w->order[a] > w->order[b])
        return w->low[a] > w->order[b];
    return false;
}

int EXPORT(hoshi_links)(int slot)
{
    static struct walk w;
    const struct position *p = api_slot(slot);
    if (p == NULL || p->setup.game != GAME_PALISADE)
        return ERR_RANGE;
    int size = p->setup.width;
    w = (struct walk){.colour = {0}};
    for (int y = -1; y <= size; y++)
        for (int x = -1; x <= size; x++)
            w.colour[(y + 1) * FRAME + x + 1] = (uint8_t)palisade_at(p, x, y);
    uint16_t clock = 0;
    for (int at = 0; at < FRAME_N; at++)
        if (w.colour[at] != 0 && w.order[at] == 0)
            walk_from(&w, at, &clock);
    int32_t *out = api_numbers();
    int n = 0;
    for (int y = -1; y <= size; y++) {
        for (int x = -1; x < size; x++) {
            int a = (y + 1) * FRAME + x + 1;
            for (int step = 0; step < 2; step++) {
                int b = a + diagonal_y[step] * FRAME + diagonal_x[step];
                if (b < 0 || w.colour[a] == 0 || w.colour[b] != w.colour[a])
                    continue;
                int32_t *link = out + LINK_NUMBERS * n++;
                link[0] = x;
                link[1] = y;
                link[2] = x + diagonal_x[step];
                link[3] = y + diagonal_y[step];
                link[4] = w.colour[a] + (is_bridge(&w, a, b) ? 0 : LINK_LOOP);
            }
        }
    }
    return n;
}
