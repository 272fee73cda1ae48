/* patterns.c - learns the weights of search/GAME/pattern_GAME_table.h from self-play, with an
 * engine that has none yet.
 *
 *     build/patterns GAME GAMES NODES > table
 *
 * GAMES games are played with NODES playouts a move, after a few random plies, on two sizes of
 * board in turn. In each position the placements' shares of the search's visits are to be told by a
 * softmax of their weights: the usual regression, by AdaGrad (Duchi, Hazan and Singer 2011), in an
 * order that is always the same. To learn from scratch, set all weights of the table to 0 first.
 * How well the shares are told goes to standard error. */
#include "rules/position.h"
#include "search/engine.h"
#include "search/tree/pattern.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12, PLIES_RANDOM = 8 };

static const uint8_t sizes[GAME_N][2] = {
    [GAME_PALISADE] = {7, 11}, [GAME_REDSTONE] = {7, 9}, [GAME_LEVEE] = {9, 11}};

struct choice {
    int16_t part[PATTERN_PARTS_MAX];
    int16_t parts_n;
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
    static struct pattern_view view;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    double sum = 0;
    for (int k = 0; k < r->candidates_n; k++)
        sum += r->candidates[k].visits;
    pattern_look(p, &view);
    for (int i = 0; i < n; i++) {
        int part[PATTERN_PARTS_MAX];
        struct choice c = {.first = i == 0};
        c.parts_n = (int16_t)pattern_parts(&view, legal[i], part);
        for (int k = 0; k < c.parts_n; k++)
            c.part[k] = (int16_t)pattern_kind(p->setup.game, part[k]);
        for (int k = 0; k < r->candidates_n; k++)
            if (r->candidates[k].move == legal[i])
                c.share = (float)(r->candidates[k].visits / sum);
        add(l, &c);
    }
}

/* No swap: it is no placement. */
static void play(struct lessons *l, struct engine *e, enum game_id game, int size, uint64_t seed,
                 int64_t nodes)
{
    struct position p;
    struct search_report report;
    struct engine_limits limits = {.nodes_cap = nodes};
    struct rng rng;
    struct setup s = setup_default(game);
    s.width = s.height = (uint8_t)size;
    s.options = 0;
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

/* What told shares are worth, in nats a position: 0 if the softmax is even. */
struct score {
    double sum;
    double best; /* of the shares themselves */
    size_t n;
};

/* One position: choices from … to - 1. */
static void step(const struct lessons *l, size_t from, size_t to, double *weight, double *slope,
                 struct score *score)
{
    static double share[MOVES_MAX];
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double w = 0;
        for (int k = 0; k < l->choice[i].parts_n; k++)
            w += weight[l->choice[i].part[k]];
        sum += share[i - from] = exp(w);
    }
    for (size_t i = from; i < to; i++) {
        double even = 1.0 / (double)(to - from);
        double is = l->choice[i].share;
        if (is > 0) {
            score->sum += is * log(share[i - from] / sum / even);
            score->best += is * log(is / even);
        }
        double error = is - share[i - from] / sum;
        for (int k = 0; k < l->choice[i].parts_n; k++) {
            int at = l->choice[i].part[k];
            slope[at] += error * error;
            weight[at] += 0.1 * error / sqrt(slope[at] + 1e-4);
        }
    }
    score->n++;
}

static void learn(const struct lessons *l, double weight[PATTERN_N_MAX])
{
    static double slope[PATTERN_N_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        struct score score = {0};
        for (size_t i = 0, end; i < l->n; i = end) {
            end = i + 1;
            while (end < l->n && !l->choice[end].first)
                end++;
            step(l, i, end, weight, slope, &score);
        }
        for (int i = 0; i < PATTERN_N_MAX; i++)
            weight[i] *= 0.995; /* what is seen seldom is believed less */
        fprintf(stderr, "round %d: %zu positions, %.3f of %.3f nats\n", round, score.n,
                score.sum / (double)score.n, score.best / (double)score.n);
    }
}

static void print(const struct game *g, const char *games_n, const char *nodes_n,
                  const double *weight)
{
    char upper[32];
    size_t i = 0;
    for (; g->name[i] != '\0'; i++)
        upper[i] = (char)toupper((unsigned char)g->name[i]);
    upper[i] = '\0';
    printf("/* pattern_%s_table.h - what self-play taught of placements in %s (tools/patterns.c):\n"
           " *\n *     build/patterns %s %s %s > table\n *     mv table "
           "src/search/%s/pattern_%s_table.h\n"
           " */\n#ifndef PATTERN_%s_TABLE_H\n#define PATTERN_%s_TABLE_H\n"
           "#include <stdint.h>\n\n/* clang-format off */\n"
           "static const int8_t pattern_%s_weights[] = {",
           g->name, g->title, g->name, games_n, nodes_n, g->name, g->name, upper, upper, g->name);
    for (int k = 0; k < pattern_n(g->id); k++) {
        double w = weight[pattern_kind(g->id, k)] * PATTERN_E;
        printf("%s%.0f",
               k == 0        ? "\n    "
               : k % 24 == 0 ? ",\n    "
                             : ",",
               w > 127    ? 127.0
               : w < -127 ? -127.0
                          : w + 0.0);
    }
    printf("\n};\n/* clang-format on */\n\n#endif\n");
}

int main(int argc, char **argv)
{
    static double weight[PATTERN_N_MAX];
    struct engine_options options = {.memory_bytes = 64 << 20};
    struct engine *e = engine_new(&options);
    const struct game *g = argc == 4 ? game_find(argv[1]) : NULL;
    if (e == NULL || g == NULL || pattern_n(g->id) == 0)
        return 1;
    struct lessons l = {0};
    for (int i = 0; i < atoi(argv[2]); i++)
        play(&l, e, g->id, sizes[g->id][i % 2], (uint64_t)i, atoll(argv[3]));
    learn(&l, weight);
    print(g, argv[2], argv[3], weight);
    free(l.choice);
    engine_free(e);
    return 0;
}
