#include "search/tree/pace.h"

#include "rules/position.h"

/* Kept in reserve for pipes and a busy machine: this much for each expected move, since there may
 * be more than expected, but at most 3/4 of what is left, so that each move gets a little. */
enum { LAG_MS = 20, LAG_MOVES = 20, LEAST_MS = 5 };

int64_t pace_moves(const struct position *p)
{
    enum { LEAST_MOVES = 12 };
    int points = p->setup.width * p->setup.height;
    int empty = 0;
    for (int at = 0; at < points; at++)
        empty += position_cell(p, (point_t)at).owner == OWNER_NONE;
    return empty / 3 > LEAST_MOVES ? empty / 3 : LEAST_MOVES;
}

struct pace pace_plan(const struct pace_clock *c, int64_t moves_n)
{
    int64_t moves = c->stones > 0 ? c->stones : moves_n;
    int64_t lag = LAG_MS * (c->stones > 0 || moves > LAG_MOVES ? moves : LAG_MOVES);
    int64_t left = c->left_ms - pace_least(c->left_ms / 4 * 3, lag + LAG_MS);
    bool period = c->stones == 0 && c->period_moves > 0;
    /* The time that comes with each move, as far as it comes in time. */
    int64_t each = c->add_ms + (period ? c->period_ms / c->period_moves : 0);
    each = each * 9 / 10;
    struct pace p = {.usual_ms = left / moves + each};
    /* A long thought leaves enough for those to come; the last move of a period may take all of it,
     * and into a period that comes one may go. */
    int64_t bound = moves == 1 ? left : left / (moves < 4 ? 2 : 4) + (period ? each : 0);
    if (!period)
        bound = pace_least(left, bound + c->add_ms / 2);
    p.usual_ms = pace_least(p.usual_ms, bound);
    p.most_ms = pace_least(3 * p.usual_ms, bound);
    if (p.usual_ms < LEAST_MS)
        p.usual_ms = LEAST_MS;
    if (p.most_ms < p.usual_ms)
        p.most_ms = p.usual_ms;
    return p;
}

bool pace_over(const struct pace *p, const struct pace_look *look)
{
    if (look->elapsed_ms >= p->most_ms)
        return true;
    /* Too early to tell how fast the search is, or who is good. */
    if (look->elapsed_ms < p->usual_ms / 8 || look->elapsed_ms == 0)
        return false;
    bool settled = look->promising && look->leading_ms <= look->elapsed_ms - p->usual_ms / 4;
    int64_t end = settled ? p->usual_ms : p->most_ms;
    if (look->elapsed_ms >= end)
        return true;
    /* The playouts to come, if all went to the second. */
    int64_t to_come = look->nodes_n * (end - look->elapsed_ms) / look->elapsed_ms;
    return look->second + to_come < look->first;
}
