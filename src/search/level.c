#include "search/level.h"

#include "base/err.h"

/* Playouts, and the share of the best move's visits (in 1/256) that makes a move eligible. */
static const struct {
    int64_t nodes;
    uint32_t eligible;
} levels[LEVEL_MAX + 1] = {
    [1] = {40, 64},     [2] = {200, 112},    [3] = {1000, 176},   [4] = {6000, 256},
    [5] = {25000, 256}, [6] = {100000, 256}, [7] = {400000, 256}, [8] = {0, 256},
};

enum { THINK_DEFAULT_MS = 10000 };

int level_fill(struct engine_limits *limits)
{
    if (limits->level < 0 || limits->level > LEVEL_MAX || limits->nodes_cap < 0 ||
        limits->think_ms < 0 || limits->usual_ms < 0 || limits->usual_ms > limits->think_ms ||
        limits->cpu_ms < 0)
        return ERR_RANGE;
    bool open = limits->nodes_cap == 0 && limits->think_ms == 0 && limits->cpu_ms == 0;
    if (limits->level == 0 && open)
        limits->level = LEVEL_DEFAULT;
    if (limits->level == LEVEL_MAX && open)
        limits->think_ms = THINK_DEFAULT_MS;
    else if (limits->level > 0 && limits->nodes_cap == 0)
        limits->nodes_cap = levels[limits->level].nodes;
    return 0;
}

move_t level_choose(int level, const struct search_report *report, struct rng *rng)
{
    if (level == 0 || levels[level].eligible == 256 || report->proven != 0)
        return report->candidates[0].move;
    uint64_t least = (uint64_t)report->candidates[0].visits * levels[level].eligible / 256;
    uint32_t total = 0;
    for (int i = 0; i < report->candidates_n; i++) {
        const struct candidate *c = &report->candidates[i];
        if (c->proven >= 0 && c->visits >= least)
            total += c->visits;
    }
    if (total == 0)
        return report->candidates[0].move;
    uint32_t at = rng_below(rng, total);
    for (int i = 0; i < report->candidates_n; i++) {
        const struct candidate *c = &report->candidates[i];
        if (c->proven < 0 || c->visits < least)
            continue;
        if (at < c->visits)
            return c->move;
        at -= c->visits;
    }
    return report->candidates[0].move;
}
