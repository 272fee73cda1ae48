#include "search/tree/level.h"

#include "base/err.h"

/* How the lower levels err: k of the weights, or none that plays the best. In Claims and Levee a new node's
 * moves are looked at by the points that they win, or by patterns, so that the few visits of low levels are
 * good ones already: they err more, and the lowest (k = 0: weight visits + 1) play what they have not tried,
 * too. */
enum { BEST = INT8_MAX };
static const int8_t power_of[GAME_N][LEVEL_MAX + 1] = {
    [GAME_PALISADE] = {0, 1, 2, 3, 6, BEST, BEST, BEST, BEST},
    [GAME_REDSTONE] = {0, 1, 2, 3, 6, BEST, BEST, BEST, BEST},
    [GAME_LEVEE] = {0, 0, 0, 0, 0, 1, 4, BEST, BEST},
    [GAME_CLAIMS] = {0, 0, 1, 2, 4, BEST, BEST, BEST, BEST},
};

/* Playouts on the boards on which they were measured (tools/levels.py): 9x9, Redstone 7x7, Claims
 * 6x6. */
static const int32_t nodes_of[GAME_N][LEVEL_MAX + 1] = {
    [GAME_PALISADE] = {0, 75, 150, 330, 750, 1000, 3000, 10000, 100000},
    [GAME_REDSTONE] = {0, 90, 120, 195, 350, 500, 1500, 6000, 24000},
    [GAME_LEVEE] = {0, 1, 4, 9, 21, 55, 220, 950, 80000},
    [GAME_CLAIMS] = {0, 12, 20, 50, 110, 270, 900, 3800, 40000},
};

enum { THINK_DEFAULT_MS = 10000 };

int64_t level_nodes(int level, const struct setup *s)
{
    static const int32_t side[GAME_N] = {
        [GAME_PALISADE] = 9, [GAME_REDSTONE] = 7, [GAME_LEVEE] = 9, [GAME_CLAIMS] = 6};
    int32_t measured = side[s->game] * side[s->game];
    int32_t area = s->width * s->height;
    int64_t nodes = nodes_of[s->game][level];
    return area > measured ? nodes * area / measured : nodes;
}

int level_fill(struct engine_limits *limits, const struct setup *s)
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
    else if (limits->level > 0 && limits->level < LEVEL_MAX && limits->nodes_cap == 0)
        limits->nodes_cap = level_nodes(limits->level, s);
    return 0;
}

int level_sure(enum game_id game)
{
    int level = LEVEL_MIN;
    while (power_of[game][level] != BEST)
        level++;
    return level;
}

bool level_asks(int level, enum game_id game)
{
    return level == 0 || level >= level_sure(game) ||
           game == GAME_LEVEE; /* which was measured so */
}

/* The weight of a candidate; only products, so that every machine has the same. */
static uint32_t weight_of(const struct candidate *c, const struct candidate *best, int power)
{
    float share = (float)c->visits / (float)best->visits;
    float weight = 65536.0f;
    if (power == 0)
        return c->visits + 1;
    for (int i = 0; i < power; i++)
        weight *= share;
    return (uint32_t)weight;
}

move_t level_choose(int level, enum game_id game, const struct search_report *report,
                    struct rng *rng)
{
    const struct candidate *list = report->candidates;
    int n = report->candidates_n;
    int power = power_of[game][level];
    if (level == 0 || power == BEST || list[0].exact || list[0].visits == 0 ||
        list[0].move == MOVE_SWAP)
        return list[0].move;
    uint32_t weights[CANDIDATES_MAX];
    uint32_t total = 0;
    for (int i = 0; i < n; i++) {
        bool never = list[i].proven < 0 || list[i].move == MOVE_SWAP;
        weights[i] = never ? 0 : weight_of(&list[i], &list[0], power);
        total += weights[i];
    }
    uint32_t at = rng_below(rng, total);
    for (int i = 0; i < n; i++) {
        if (at < weights[i])
            return list[i].move;
        at -= weights[i];
    }
    return list[0].move;
}
