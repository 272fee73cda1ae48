/* patterns.c - learns the weights of search/pattern_table.h from self-play, with an engine that has
 * none yet.
 *
 *     build/patterns GAMES NODES > table
 *
 * GAMES games of Levee on 9x9 and 11x11 are played with NODES playouts a move, after a few random
 * plies. In each position the placements' shares of the search's visits are to be told by a softmax of
 * their weights: the usual regression, by AdaGrad (Duchi, Hazan and Singer 2011), in an order that
 * is always the same. To learn from scratch, set all weights of the table to 0 first. */
#include "rules/position.h"
#include "search/engine.h"
#include "search/pattern.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12, PLIES_RANDOM = 8 };

struct choice {
    int16_t part[PATTERN_PARTS];
    float share; /* of the visits */
    bool first;  /* of a position */
};

struct lessons {
    struct choice *choice;
    size_t n, cap;
};

static void add(struct lessons *l, const struct choice *c)
{
    if (l->n == l->cap) {
        l->cap = l->cap == 0 ? 1 << 16 : 2 * l->cap;
        struct choice *more = realloc(l->choice, l->cap * sizeof *more);
        if (more == NULL)
            abort();
        l->choice = more;
    }
    l->choice[l->n++] = *c;
}

static void note(struct lessons *l, const struct position *p, const struct search_report *r)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    double sum = 0;
    for (int k = 0; k < r->candidates_n; k++)
        sum += r->candidates[k].visits;
    for (int i = 0; i < n; i++) {
        int part[PATTERN_PARTS];
        struct choice c = {.first = i == 0};
        pattern_parts(p, legal[i], part);
        for (int k = 0; k < PATTERN_PARTS; k++)
            c.part[k] = (int16_t)part[k];
        for (int k = 0; k < r->candidates_n; k++)
            if (r->candidates[k].move == legal[i])
                c.share = (float)(r->candidates[k].visits / sum);
        add(l, &c);
    }
}

static void play(struct lessons *l, struct engine *e, int size, uint64_t seed, int64_t nodes)
{
    struct position p;
    struct search_report report;
    struct engine_limits limits = {.nodes_cap = nodes};
    struct rng rng;
    struct setup s = setup_default(GAME_LEVEE);
    s.width = s.height = (uint8_t)size;
    rng_seed(&rng, seed);
    if (position_start(&p, &s) < 0)
        abort();
    for (uint32_t i = rng_below(&rng, PLIES_RANDOM); i > 0 && !p.over; i--)
        position_play_legal(&p, position_random(&p, &rng));
    engine_seed(e, seed);
    while (!p.over) {
        engine_clear(e);
        if (engine_search(e, &p, &limits, NULL, NULL, &report) < 0)
            abort();
        if (!report.exact)
            note(l, &p, &report);
        position_play_legal(&p, report.best);
    }
}

/* One position: choices from … to - 1. */
static void step(const struct lessons *l, size_t from, size_t to, double *weight, double *slope)
{
    static double share[MOVES_MAX];
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double w = 0;
        for (int k = 0; k < PATTERN_PARTS; k++)
            w += weight[l->choice[i].part[k]];
        sum += share[i - from] = exp(w);
    }
    for (size_t i = from; i < to; i++) {
        double error = l->choice[i].share - share[i - from] / sum;
        for (int k = 0; k < PATTERN_PARTS; k++) {
            int at = l->choice[i].part[k];
            slope[at] += error * error;
            weight[at] += 0.1 * error / sqrt(slope[at] + 1e-4);
        }
    }
}

static void learn(const struct lessons *l, double weight[PATTERN_N])
{
    static double slope[PATTERN_N];
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0, end; i < l->n; i = end) {
            end = i + 1;
            while (end < l->n && !l->choice[end].first)
                end++;
            step(l, i, end, weight, slope);
        }
        for (int i = 0; i < PATTERN_N; i++)
            weight[i] *= 0.995; /* what is seen seldom is believed less */
    }
}

int main(int argc, char **argv)
{
    static double weight[PATTERN_N];
    struct engine_options options = {.memory_bytes = 64 << 20};
    struct engine *e = engine_new(&options);
    if (argc != 3 || e == NULL)
        return 1;
    int games_n = atoi(argv[1]);
    struct lessons l = {0};
    for (int i = 0; i < games_n; i++)
        play(&l, e, i % 2 == 0 ? 9 : 11, (uint64_t)i, atoll(argv[2]));
    learn(&l, weight);
    printf("/* pattern_table.h - what self-play taught of placements in Levee (tools/patterns.c):\n"
           " *\n *     build/patterns %d %s > table && mv table src/search/pattern_table.h\n */\n"
           "#ifndef PATTERN_TABLE_H\n#define PATTERN_TABLE_H\n#include \"search/pattern.h\"\n\n"
           "/* clang-format off */\nstatic const int8_t pattern_weights[PATTERN_N] = {",
           games_n, argv[2]);
    for (int i = 0; i < PATTERN_N; i++) {
        double w = weight[i] * PATTERN_E;
        printf("%s%.0f",
               i == 0        ? "\n    "
               : i % 24 == 0 ? ",\n    "
                             : ",",
               w > 127    ? 127.0
               : w < -127 ? -127.0
                          : w + 0.0);
    }
    printf("\n};\n/* clang-format on */\n\n#endif\n");
    free(l.choice);
    engine_free(e);
    return 0;
}
