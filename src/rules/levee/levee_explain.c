/* levee_explain.c - why a move of Levee is refused, and the points that show it: the centre, the
 * stone that stands there, or the circuit that would be closed (L3b). */
#include "rules/levee/levee.h"

#include "rules/levee/levee_int.h"
#include "rules/position.h"

/* The shortest circuit that a stone on at would close, from at on: a breadth-first search over
 * stones and parities, from (at, even) to (at, odd). It visits no stone twice, since otherwise a
 * circuit, or a shorter one through at, would be there. */
static uint16_t circuit_through(const struct levee *l, point_t start, point_t *out)
{
    int n = l->n;
    uint16_t queue[LEVEE_WORDS * POINTS_MAX]; /* nodes */
    uint16_t from[LEVEE_WORDS * POINTS_MAX];
    int head = 0;
    int tail = 0;
    uint16_t home = (uint16_t)(LEVEE_WORDS * start);
    uint16_t goal = (uint16_t)(home + LEVEE_ODD);
    for (int i = 0; i < LEVEE_WORDS * n * n; i++)
        from[i] = UINT16_MAX;
    queue[tail++] = home;
    while (head < tail && from[goal] == UINT16_MAX) {
        uint16_t node = queue[head++];
        int x = node / LEVEE_WORDS % n;
        int y = node / LEVEE_WORDS / n;
        unsigned stones = window_of(l, (unsigned)x, (unsigned)y);
        const int16_t *step = l->step[spot_of(n, x, y) >> SPOT_CROSSING];
        for (int d = 0; d < DIRECTIONS; d++) {
            bool is_home = x + direction_x[d] == start % n && y + direction_y[d] == start / n;
            if (!(stones >> d & 1) && !is_home)
                continue;
            uint16_t next = (uint16_t)((node / LEVEE_WORDS * LEVEE_WORDS + step[d]) ^ (node & 1));
            if (from[next] != UINT16_MAX || next == home)
                continue;
            from[next] = node;
            queue[tail++] = next;
        }
    }
    ASSERT(from[goal] != UINT16_MAX);
    uint16_t length = 0;
    uint16_t node = goal;
    do {
        out[length++] = (point_t)(node / LEVEE_WORDS);
        node = from[node];
    } while (node != home);
    return length;
}

void levee_explain(const struct position *p, move_t m, struct explanation *out)
{
    const struct levee *l = &p->u.levee;
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (m == MOVE_PASS) {
        text_str(&t, "There is no passing in Levee: a placement is always available.");
        return;
    }
    point_t at = move_point(m);
    switch (out->verdict) {
    case VERDICT_L3A:
        text_str(&t, "The centre, ");
        point_print(at, l->n, &t);
        text_str(&t, ", stays empty: all channels begin there.");
        out->points[out->points_n++] = at;
        break;
    case VERDICT_L3B:
        out->points_n = circuit_through(l, at, out->points);
        text_str(&t, "A stone on ");
        point_print(at, l->n, &t);
        text_str(&t, " would close a circuit around the centre (");
        text_int(&t, out->points_n);
        text_str(&t, " stones).");
        break;
    default:
        text_str(&t, "A stone stands on ");
        point_print(at, l->n, &t);
        text_str(&t, " already.");
        out->points[out->points_n++] = at;
        break;
    }
}
