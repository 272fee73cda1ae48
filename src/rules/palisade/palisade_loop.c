/* palisade_loop.c - a shortest loop around a point, by breadth-first search.
 *
 * A ray goes from just above the point to the right. A closed walk along the connections goes
 * around the point iff it crosses the ray an odd number of times. So every place is taken twice,
 * once for walks that have crossed evenly so far, once oddly: a shortest way from (s, even) to
 * (s, odd) is a shortest loop through s around the point. It visits no place twice, or it could be
 * split in two closed walks of which one is odd and shorter. Each loop around the point has a stone
 * just below the ray, to start from. */
#include "rules/palisade/palisade_loop.h"

#include "rules/position.h"

enum { PLACES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2), STATES_MAX = 2 * PLACES_MAX };

struct board {
    int width;                 /* with the ring */
    uint8_t stone[PLACES_MAX]; /* the side whose stone it is, or 0 */
};

/* A place and whether the ray was crossed oddly, in one number. */
typedef uint16_t state_t;

struct search {
    uint16_t steps[STATES_MAX]; /* from the start, 0: not reached */
    state_t from[STATES_MAX];
    state_t queue[STATES_MAX];
};

static void read_board(const struct position *p, struct board *b)
{
    int n = p->setup.width;
    b->width = n + 2;
    for (int y = 0; y < n + 2; y++)
        for (int x = 0; x < n + 2; x++) {
            bool on_x = x >= 1 && x <= n;
            bool on_y = y >= 1 && y <= n;
            uint8_t *stone = &b->stone[y * b->width + x];
            if (on_x && on_y)
                *stone = position_cell(p, (point_t)((y - 1) * n + x - 1)).owner;
            else /* P2: the ring, without its corners */
                *stone = (uint8_t)(on_x || on_y ? 1 + ((x + y) & 1) : 0);
        }
}

/* Searches from the place `start` for a loop of fewer than `below` stones around the place `hole`.
 * Returns its number of stones, or 0; s->from then leads back along it. */
static int search_loop(const struct board *b, int start, int hole, int side, int below,
                       struct search *s)
{
    int w = b->width;
    int head = 0;
    int tail = 0;
    __builtin_memset(s->steps, 0, sizeof s->steps);
    s->queue[tail++] = (state_t)(2 * start);
    while (head < tail) {
        state_t a = s->queue[head++];
        int x = a / 2 % w;
        int y = a / 2 / w;
        if (s->steps[a] + 1 >= below)
            return 0;
        for (int k = 0; k < 4; k++) {
            int to_x = x + (k & 1 ? 1 : -1);
            int to_y = y + (k & 2 ? 1 : -1);
            if (to_x < 0 || to_y < 0 || to_x >= w || to_y >= w || b->stone[to_y * w + to_x] != side)
                continue;
            int low = y < to_y ? y : to_y;
            int crosses = low == hole / w && x + to_x > 2 * (hole % w);
            state_t to = (state_t)(2 * (to_y * w + to_x) + ((a & 1) ^ crosses));
            if (to == 2 * start || s->steps[to] != 0)
                continue;
            s->steps[to] = (uint16_t)(s->steps[a] + 1);
            s->from[to] = a;
            if (to == 2 * start + 1)
                return s->steps[to];
            s->queue[tail++] = to;
        }
    }
    return 0;
}

static void take_loop(const struct board *b, const struct search *s, int start, int length,
                      struct palisade_loop *out)
{
    state_t at = (state_t)(2 * start + 1);
    out->ring_n = 0;
    out->points_n = 0;
    for (int i = 0; i < length; i++, at = s->from[at]) {
        int n = b->width - 2;
        int x = at / 2 % b->width - 1;
        int y = at / 2 / b->width - 1;
        if (x < 0 || y < 0 || x >= n || y >= n)
            out->ring_n++;
        else
            out->points[out->points_n++] = (point_t)(y * n + x);
    }
}

void palisade_loop_around(const struct position *p, point_t at, struct palisade_loop *out)
{
    struct board b;
    struct search s;
    int n = p->setup.width;
    int x = at % n + 1;
    int y = at / n + 1;
    ASSERT(at >= 0 && at < n * n && position_cell(p, at).owner == OWNER_NONE);
    *out = (struct palisade_loop){0};
    read_board(p, &b);
    int below = STATES_MAX;
    for (int side = 1; side <= 2; side++)
        for (int start_x = x; start_x < b.width; start_x++) {
            int start = y * b.width + start_x;
            if (b.stone[start] != side)
                continue;
            int length = search_loop(&b, start, y * b.width + x, side, below, &s);
            if (length == 0)
                continue;
            below = length;
            out->side = (uint8_t)side;
            take_loop(&b, &s, start, length, out);
        }
}
