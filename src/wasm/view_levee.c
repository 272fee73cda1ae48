/* view_levee.c - the marks that its board draws besides the stones: water. */
#include "base/err.h"
#include "rules/position.h"
#include "wasm/api.h"
#include "wasm/slot.h"

/* L1: which side owns an edge point, 0 inside the board and on the corners. */
static int levee_edge(int x, int y, int size)
{
    bool on_x = x == 0 || x == size - 1;
    bool on_y = y == 0 || y == size - 1;
    return on_x == on_y ? 0 : on_y ? 1 : 2;
}

int EXPORT(hoshi_water)(int slot)
{
    static point_t queue[POINTS_MAX];
    const struct position *p = api_slot(slot);
    if (p == NULL || p->setup.game != GAME_LEVEE)
        return ERR_RANGE;
    int size = p->setup.width;
    int32_t *wet = api_numbers();
    for (int at = 0; at < size * size; at++)
        wet[at] = 0;
    int head = 0, tail = 0;
    queue[tail++] = (point_t)(size * size / 2);
    wet[queue[0]] = 1;
    while (head < tail) {
        int at = queue[head++], x = at % size, y = at / size;
        if (x == 0 || y == 0 || x == size - 1 || y == size - 1)
            continue; /* L2: the only edge point of a channel is its last */
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int to = at + dy * size + dx;
                bool corner =
                    (x + dx == 0 || x + dx == size - 1) && (y + dy == 0 || y + dy == size - 1);
                if (corner || wet[to] || position_cell(p, (point_t)to).owner != OWNER_NONE)
                    continue;
                /* L2: a diagonal step between two stones is closed. */
                if (dx != 0 && dy != 0 &&
                    position_cell(p, (point_t)(at + dx)).owner != OWNER_NONE &&
                    position_cell(p, (point_t)(at + dy * size)).owner != OWNER_NONE)
                    continue;
                wet[to] = 1 + levee_edge(x + dx, y + dy, size);
                queue[tail++] = (point_t)to;
            }
        }
    }
    return size * size;
}
