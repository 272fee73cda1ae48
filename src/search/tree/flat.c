#include "search/tree/flat.h"

#include "rules/position.h"
#include "search/tree/playout.h"

/* The summed results of playouts_n playouts after m, for the player who plays it. */
static uint64_t sample(const struct position *p, move_t m, int64_t playouts_n, struct rng *rng)
{
    int seat = position_seat(p, p->side);
    uint64_t sum = 0;
    for (int64_t k = 0; k < playouts_n; k++) {
        struct position q;
        struct outcome out;
        position_copy(&q, p);
        position_play_legal(&q, m);
        position_playout(&q, rng, NULL);
        playout_score(&q, &out);
        sum += out.win[seat - 1];
    }
    return sum;
}

move_t flat_choose(const struct position *p, int64_t nodes_n, struct rng *rng)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    ASSERT(n > 0);
    int64_t each = nodes_n > n ? nodes_n / n : 1;
    int start = (int)rng_below(rng, (uint32_t)n); /* so that equals are not always the first */
    move_t best = MOVE_NONE;
    uint64_t best_sum = 0;
    for (int k = 0; k < n; k++) {
        move_t m = legal[(start + k) % n];
        uint64_t sum = sample(p, m, each, rng);
        if (best == MOVE_NONE || sum > best_sum) {
            best = m;
            best_sum = sum;
        }
    }
    return best;
}

move_t flat_greedy(const struct position *p, struct rng *rng)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    ASSERT(n > 0);
    int seat = position_seat(p, p->side);
    move_t best = MOVE_NONE;
    uint32_t best_reward = 0;
    uint32_t equals = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        struct outcome out;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        playout_score(&q, &out);
        uint32_t reward = out.reward[seat - 1];
        if (best == MOVE_NONE || reward > best_reward) {
            best_reward = reward;
            equals = 0;
        }
        if (reward == best_reward && rng_below(rng, ++equals) == 0)
            best = legal[i];
    }
    return best;
}
