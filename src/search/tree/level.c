#include "search/tree/level.h"

#include "base/err.h"
#include "base/macros.h"
#include "search/game_search.h"
#include "search/real.h"

enum {
    THINK_DEFAULT_MS = 10000,
    LARGEST = 2, /* boards of so many times the measured area give the best level no more
                  * evaluations: each takes longer there, and people wait for the answer */
};

static const struct level_ladder *ladder_of(enum game_id game, bool net)
{
    const struct game_levels *levels = &game_searches[game]->levels;
    return net ? &levels->net : &levels->playouts;
}

int64_t level_nodes(int level, const struct setup *s, bool net)
{
    const struct level_ladder *ladder = ladder_of((enum game_id)s->game, net);
    int32_t measured = ladder->side * ladder->side;
    int32_t area = s->width * s->height;
    int64_t nodes = ladder->nodes[level];
    if (net && level == LEVEL_MAX && area > LARGEST * measured)
        area = LARGEST * measured;
    return area > measured ? nodes * area / measured : nodes;
}

bool level_valid(const struct engine_limits *limits)
{
    return limits->level >= 0 && limits->level <= LEVEL_MAX && limits->nodes_cap >= 0 &&
           limits->think_ms >= 0 && limits->usual_ms >= 0 && limits->usual_ms <= limits->think_ms &&
           limits->cpu_ms >= 0;
}

void level_fill(struct engine_limits *limits, const struct setup *s, bool net)
{
    bool open = limits->nodes_cap == 0 && limits->think_ms == 0 && limits->cpu_ms == 0;
    if (limits->level == 0 && open)
        limits->level = LEVEL_DEFAULT;
    if (limits->level == LEVEL_MAX && open)
        limits->think_ms = THINK_DEFAULT_MS;
    else if (limits->level > 0 && limits->level < LEVEL_MAX && limits->nodes_cap == 0)
        limits->nodes_cap = level_nodes(limits->level, s, net);
}

int level_rating(int level, enum game_id game)
{
    const int8_t *shares = ladder_of(game, false)->shares;
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
    while (ladder_of(game, false)->power[level] != LEVEL_BEST)
        level++;
    return level;
}

bool level_asks(int level, enum game_id game)
{
    return level == 0 || level >= level_sure(game) || game_searches[game]->levels.low_ask;
}

/* share^(power / LEVEL_ONE); only products and roots, so that every machine has the same. */
static float power_of(float share, int power)
{
    float root = share;
    float weight = 1.0f;
    for (int one = 1; one < LEVEL_ONE; one *= 2)
        root = real_sqrt(root);
    for (int i = 0; i < power / LEVEL_ONE; i++)
        weight *= share;
    for (int i = 0; i < power % LEVEL_ONE; i++)
        weight *= root;
    return weight;
}

static uint32_t weight_of(float share, int power)
{
    return (uint32_t)(65536.0f * power_of(share, power));
}

/* A candidate by its visits. */
static move_t draw_candidate(const struct search_report *report, int power, struct rng *rng)
{
    const struct candidate *list = report->candidates;
    int n = report->candidates_n;
    uint32_t weights[CANDIDATES_MAX];
    uint32_t total = 0;
    for (int i = 0; i < n; i++) {
        float share = (float)list[i].visits / (float)list[0].visits;
        bool never = list[i].proven < 0 || list[i].move == MOVE_SWAP;
        weights[i] = never ? 0 : power == 0 ? list[i].visits + 1 : weight_of(share, power);
        total += weights[i];
    }
    uint32_t at = rng_below(rng, total);
    int i = 0;
    while (at >= weights[i])
        at -= weights[i++];
    return list[i].move;
}

float level_share(uint32_t visits, float prior)
{
    return (float)visits + LEVEL_PRIOR_VISITS * prior;
}

/* The share of a child of the root; 0 if it is known to lose. */
static float share_of(const struct node *child, int seat)
{
    bool never = proof_of(tree_proof(child), seat) == PROOF_LOSS;
    return never ? 0.0f : level_share(tree_visits(child), worker_prior(child));
}

/* A move by its visits and the net's policy. */
static move_t draw_move(const struct search *s, int power, struct rng *rng)
{
    const struct node *root = &s->tree.nodes[TREE_ROOT];
    const struct node *child = tree_children(&s->tree, root);
    float best = 0.0f;
    uint32_t total = 0;
    ASSERT(child != NULL); /* a visited root has children */
    for (int i = 0; i < root->children_n; i++) {
        float share = share_of(&child[i], root->seat);
        best = share > best ? share : best;
    }
    for (int i = 0; i < root->children_n; i++)
        total += weight_of(share_of(&child[i], root->seat) / best, power);
    uint32_t at = rng_below(rng, total);
    for (;; child++) {
        uint32_t weight = weight_of(share_of(child, root->seat) / best, power);
        if (at < weight)
            return child->move;
        at -= weight;
    }
}

move_t level_choose(int level, const struct search *s, const struct search_report *report,
                    struct rng *rng)
{
    int power = ladder_of((enum game_id)s->root.setup.game, s->net != NULL)->power[level];
    const struct candidate *first = &report->candidates[0];
    if (level == 0 || power == LEVEL_BEST || first->exact || first->visits == 0 ||
        first->move == MOVE_SWAP)
        return first->move;
    return s->net != NULL ? draw_move(s, power, rng) : draw_candidate(report, power, rng);
}
