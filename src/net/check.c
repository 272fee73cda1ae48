#include "net/check.h"

enum { POSITIONS = 12 };

/* Position number n: random plies on a board of a size that changes with n. */
static void take_position(const struct net *net, int n, struct position *out)
{
    const struct game *g = games[net->game];
    struct rng rng;
    struct setup s = setup_default(net->game);
    int least = g->size_min;
    while (least < net->side_min)
        least += g->size_step;
    int sizes = (net->side_max - least) / g->size_step + 1;
    s.width = s.height = (uint8_t)(least + n % sizes * g->size_step);
    s.options = 0;
    rng_seed(&rng, (uint64_t)n);
    int err = position_start(out, &s);
    ASSERT(err == 0);
    int plies = (int)rng_below(&rng, (uint32_t)(s.width * s.height) / 2);
    while (plies-- > 0) {
        struct position next;
        position_copy(&next, out);
        position_play_legal(&next, position_random(&next, &rng));
        if (next.over)
            return;
        position_copy(out, &next);
    }
}

uint64_t net_check(const struct net *net, struct net_work *w)
{
    struct net_judgement j;
    struct position p;
    uint16_t owners[POINTS_MAX];
    uint32_t priors[MOVES_MAX];
    move_t moves[MOVES_MAX];
    uint64_t sum = 0;
    for (int n = 0; n < POSITIONS; n++) {
        take_position(net, n, &p);
        net_judge(net, w, &p, 0, &j, owners);
        sum = rng_mix(sum ^ (uint32_t)j.win ^ (uint64_t)(uint32_t)j.margin << 32);
        for (int i = 0; i < p.setup.width * p.setup.height; i++)
            sum = rng_mix(sum ^ owners[i]);
        int moves_n = position_legal(&p, moves);
        net_priors(&j, &p.setup, moves, moves_n, priors);
        for (int i = 0; i < moves_n; i++)
            sum = rng_mix(sum ^ (uint32_t)j.logits[planes_move(&p.setup, moves[i])] ^
                          (uint64_t)priors[i] << 32);
    }
    return sum;
}
