/* planes_levee.c - a position of Levee as a net sees it (planes.h).
 *
 *     3  stones                              7   how near the centre is by empty points: NEAR less
 *     4  the edges of the side to move           FARTHER for each step (L2); 0: not to be reached
 *     5  the edges of the other              8   how near an empty edge of the side to move is
 *     6  the centre                          9   the same of the other
 *     10, 11  points on a shortest channel of the side to move, of the other
 *     12, 13  points where a stone leaves the other, or the side to move, without channels (L4)
 *
 * Whose edges they are stands on the planes, so a board may be turned by a quarter if the sides are
 * exchanged with it. */
#include "net/planes_int.h"

enum {
    STONE = PLANE_OWN,
    EDGE,
    CENTRE = EDGE + 2,
    NEAR_CENTRE,
    NEAR_EDGE,
    SHORTEST = NEAR_EDGE + 2,
    DECIDES = SHORTEST + 2,
    PLANES = 16
};

enum { NEAR = 120, FARTHER = 8, NEAR_LEAST = 8, FAR = 255 };

/* The kind of a point of the board. */
enum spot { SPOT_INNER, SPOT_CORNER, SPOT_EDGE_1, SPOT_EDGE_2 };

struct view {
    int n;
    bool stone[POINTS_MAX];
    uint8_t spot[POINTS_MAX];
};

/* Steps from a set of points to all others, FAR where no way leads. */
struct steps {
    uint8_t to[POINTS_MAX];
    point_t queue[POINTS_MAX];
    int queue_n;
};

static void view_init(struct view *v, const struct position *p)
{
    const struct levee *l = &p->u.levee;
    int last = l->n - 1;
    v->n = l->n;
    for (int y = 0, at = 0; y <= last; y++)
        for (int x = 0; x <= last; x++, at++) {
            bool side = x == 0 || x == last;
            bool end = y == 0 || y == last;
            v->stone[at] = (l->row[y + 1] >> (x + 1) & 1) != 0;
            v->spot[at] = side && end ? SPOT_CORNER
                          : end       ? SPOT_EDGE_1
                          : side      ? SPOT_EDGE_2
                                      : SPOT_INNER; /* L1 */
        }
}

static void steps_init(const struct view *v, struct steps *s)
{
    s->queue_n = 0;
    __builtin_memset(s->to, FAR, (size_t)v->n * (size_t)v->n);
}

static void steps_put(struct steps *s, int at, int steps)
{
    s->to[at] = (uint8_t)(steps < FAR - 1 ? steps : FAR - 1);
    s->queue[s->queue_n++] = (point_t)at;
}

/* Goes on from the points of the queue; a way ends at the edge (L2). */
static void steps_walk(const struct view *v, struct steps *s)
{
    for (int i = 0; i < s->queue_n; i++) {
        int from = s->queue[i];
        if (v->spot[from] != SPOT_INNER && s->to[from] > 0)
            continue;
        int x = from % v->n;
        int y = from / v->n;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int to = from + dy * v->n + dx;
                if (x + dx < 0 || x + dx >= v->n || y + dy < 0 || y + dy >= v->n || v->stone[to] ||
                    v->spot[to] == SPOT_CORNER || s->to[to] != FAR)
                    continue;
                if (dx != 0 && dy != 0 && v->stone[from + dx] && v->stone[from + dy * v->n])
                    continue; /* closed */
                steps_put(s, to, s->to[from] + 1);
            }
    }
}

static uint8_t near(int steps)
{
    int v = NEAR - FARTHER * steps;
    return (uint8_t)(steps == FAR ? 0 : v > NEAR_LEAST ? v : NEAR_LEAST);
}

/* The planes of ways to the edges of a side. */
static void fill_ways(const struct view *v, const struct steps *centre, int side, int plane,
                      const struct setup *s, uint8_t *out)
{
    enum spot edge = side == 1 ? SPOT_EDGE_1 : SPOT_EDGE_2;
    int shortest = FAR;
    struct steps away;
    steps_init(v, &away);
    for (int at = 0; at < v->n * v->n; at++)
        if (v->spot[at] == edge && !v->stone[at]) {
            steps_put(&away, at, 0);
            shortest = centre->to[at] < shortest ? centre->to[at] : shortest;
        }
    steps_walk(v, &away);
    for (int at = 0; at < v->n * v->n; at++) {
        uint8_t *point = planes_at(out, s, PLANES, at);
        bool passes = v->spot[at] == SPOT_INNER || v->spot[at] == edge;
        if (passes)
            point[NEAR_EDGE + plane] = near(away.to[at]);
        if (passes && shortest != FAR && centre->to[at] + away.to[at] == shortest)
            point[SHORTEST + plane] = PLANE_ONE;
        if (v->spot[at] == edge)
            point[EDGE + plane] = PLANE_ONE;
    }
}

static void fill_moves(const struct position *p, uint8_t *out)
{
    move_t moves[MOVES_MAX];
    struct position after;
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        uint8_t *point = planes_at(out, &p->setup, PLANES, move_point(moves[i]));
        position_copy(&after, p);
        position_play_legal(&after, moves[i]);
        point[PLANE_LEGAL] = PLANE_ONE;
        if (after.over)
            point[after.winner == p->side ? DECIDES : DECIDES + 1] = PLANE_ONE;
    }
}

static void fill(const struct position *p, uint8_t *out, int planes)
{
    struct view v;
    struct steps centre;
    int middle = p->setup.width * p->setup.width / 2;
    view_init(&v, p);
    steps_init(&v, &centre);
    steps_put(&centre, middle, 0);
    steps_walk(&v, &centre);
    fill_ways(&v, &centre, p->side, 0, &p->setup, out);
    fill_ways(&v, &centre, 3 - p->side, 1, &p->setup, out);
    fill_moves(p, out);
    for (int at = 0; at < v.n * v.n; at++) {
        uint8_t *point = planes_at(out, &p->setup, planes, at);
        point[STONE] = v.stone[at] ? PLANE_ONE : 0;
        point[NEAR_CENTRE] = near(centre.to[at]);
    }
    planes_at(out, &p->setup, planes, middle)[CENTRE] = PLANE_ONE;
}

const struct planes_row planes_levee = {
    .n = PLANES, .kinds = 1, .version = 1, .boards = {9, 19}, .fill = fill};
