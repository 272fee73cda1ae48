#include "search/tree/level.h"

#include "base/err.h"
#include "search/game_search.h"
#include "search/real.h"

enum { THINK_DEFAULT_MS = 10000 };

int64_t level_nodes(int level, const struct setup *s)
{
    const struct game_levels *levels = &game_searches[s->game]->levels;
    int32_t measured = levels->side * levels->side;
    int32_t area = s->width * s->height;
    int64_t nodes = levels->nodes[level];
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

int level_rating(int level, enum game_id game)
{
    const int8_t *shares = game_searches[game]->levels.shares;
    enum { MIDDLE_RATING = 1500, TENFOLD = 400, ALL = 100 };
    const float log_ten = 2.30258509f;
    float rating = MIDDLE_RATING;
    int low = level < LEVEL_DEFAULT ? level : LEVEL_DEFAULT;
    int high = level < LEVEL_DEFAULT ? LEVEL_DEFAULT : level;
    for (int l = low + 1; l <= high; l++) {
        float ahead = real_log((uint32_t)shares[l]) - real_log((uint32_t)(ALL - shares[l]));
        rating += (level > LEVEL_DEFAULT ? ahead : -ahead) * TENFOLD / log_ten;
    }
    return (int)(rating / 10 + 0.5f) * 10;
}

int level_sure(enum game_id game)
{
    int level = LEVEL_MIN;
    while (game_searches[game]->levels.power[level] != LEVEL_BEST)
        level++;
    return level;
}

bool level_asks(int level, enum game_id game)
{
    return level == 0 || level >= level_sure(game) || game_searches[game]->levels.low_ask;
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
    int power = game_searches[game]->levels.power[level];
    if (level == 0 || power == LEVEL_BEST || list[0].exact || list[0].visits == 0 ||
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
