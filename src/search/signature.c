#include "search/signature.h"

#include "rules/position.h"
#include "search/game_search.h"

/* The sample of that number, games in their order. */
static const struct game_sample *sample(int number, struct setup *out)
{
    for (int game = 0; game < GAME_N; game++)
        for (int i = 0; i < GAME_SAMPLES_MAX; i++) {
            const struct game_sample *c = &game_searches[game]->signature[i];
            if (c->width == 0 || number-- > 0)
                continue;
            *out = (struct setup){(uint8_t)game, c->width, c->height, c->players, c->options};
            return c;
        }
    return NULL;
}

void signature_position(int number, struct position *out)
{
    struct setup setup;
    ASSERT(number >= 0 && number < SIGNATURE_CASES);
    const struct game_sample *c = sample(number, &setup);
    ASSERT(c != NULL);
    struct rng rng;
    rng_seed(&rng, (uint64_t)number);
    int err = position_start(out, &setup);
    ASSERT(err == 0);
    for (int i = 0; i < c->plies && !out->over; i++)
        position_play_legal(out, position_random(out, &rng));
    ASSERT(!out->over);
}

static uint64_t mix_float(uint64_t sum, float f)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &f, sizeof bits);
    return rng_mix(sum ^ bits);
}

static uint64_t mix_bounds(uint64_t sum, int low, int high)
{
    return rng_mix(sum ^ (uint64_t)(low + POINTS_MAX) ^ (uint64_t)(high + POINTS_MAX) << 32);
}

uint64_t signature_report(const struct search_report *r)
{
    uint64_t sum = rng_mix((uint64_t)r->nodes_n << 16 ^ r->best);
    sum = mix_float(rng_mix(sum ^ (uint64_t)(r->proven + 1)), r->winrate);
    sum = mix_bounds(sum, r->low, r->high);
    for (int i = 0; i < r->candidates_n; i++) {
        const struct candidate *c = &r->candidates[i];
        sum = rng_mix(sum ^ c->move ^ (uint64_t)c->visits << 16 ^ (uint64_t)(c->proven + 1) << 48);
        sum = mix_float(mix_float(sum, c->winrate), c->score);
        sum = mix_bounds(sum, c->low, c->high);
        for (int k = 0; k < c->pv_n; k++)
            sum = rng_mix(sum ^ c->pv[k]);
    }
    return sum | 1;
}

uint64_t signature_case(struct engine *e, int number, int64_t *nodes_n)
{
    static const struct engine_limits limits = {.nodes_cap = SIGNATURE_NODES};
    struct position p;
    struct search_report report;
    signature_position(number, &p);
    engine_seed(e, (uint64_t)number);
    if (engine_search(e, &p, &limits, NULL, NULL, &report) < 0)
        return 0;
    *nodes_n += report.nodes_n;
    return signature_report(&report);
}
