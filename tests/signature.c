/* signature.c - prints three numbers that must be the same on every machine: the signature of
 * `hoshi-bench search` (search/signature.h), a hash of random games of every size, and the check of
 * the nets (net/check.h). It needs only libc, so that it can be built for any machine
 * (tools/signature.sh).
 *
 *     signature [STEP]    takes every STEP-th search and size only, for machines that are emulated
 *  */
#include "search/signature.h"

#include "net/builtin.h"
#include "net/check.h"
#include "rules/lanes.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>

static uint64_t mix(uint64_t sum, uint64_t next)
{
    return rng_mix(sum ^ next);
}

/* One random game: hashes, numbers of legal moves, the result, and the explanation of a refused
 * move. */
static uint64_t game_signature(struct position *p, struct rng *r)
{
    static move_t moves[MOVES_MAX];
    static struct explanation why;
    uint64_t sum = p->hash;
    while (!p->over) {
        int n = position_legal(p, moves);
        sum = mix(sum, (uint64_t)n);
        position_play_legal(p, position_random(p, r));
        sum = mix(mix(sum, p->hash), position_hash_canonical(p));
        if (p->last != MOVE_PASS)
            position_explain(p, p->last, &why);
        for (const char *c = why.text; *c != '\0'; c++)
            sum = mix(sum, (unsigned char)*c);
        for (int i = 0; i < why.points_n; i++)
            sum = mix(sum, (uint64_t)why.points[i]);
    }
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    for (int i = 0; i < PLAYERS_MAX; i++)
        sum = mix(sum, (uint16_t)points[i]);
    return mix(sum, p->winner);
}

/* Games in lanes, on the code path of this machine. */
static uint64_t lanes_signature(const struct position *p, struct rng *r)
{
    enum { GAMES_N = 5 };
    struct ending endings[GAMES_N];
    uint64_t sum = 0;
    if (!lanes_fit(p))
        return sum;
    lanes_play(lanes_path_best(), p, r, GAMES_N, NULL, NULL, endings);
    for (int i = 0; i < GAMES_N; i++)
        sum = mix(mix(sum, endings[i].plies), (uint16_t)endings[i].points[0]);
    return sum;
}

static uint64_t rules_signature(int step)
{
    static struct position p;
    uint64_t sum = 0;
    for (int game = 0; game < GAME_N; game++) {
        const struct game *g = games[game];
        for (int size = g->size_min; size <= g->size_max; size += step * g->size_step) {
            struct setup s = setup_default((enum game_id)game);
            struct rng r;
            s.width = s.height = (uint8_t)size;
            s.players = (uint8_t)(g->players_min + size % (g->players_max - g->players_min + 1));
            rng_seed(&r, (uint64_t)(100 * game + size));
            int err = position_start(&p, &s);
            ASSERT(err == 0);
            sum = mix(sum, game_signature(&p, &r));
            err = position_start(&p, &s);
            ASSERT(err == 0);
            sum = mix(sum, lanes_signature(&p, &r));
            position_playout(&p, &r, NULL);
            sum = mix(mix(sum, p.hash), p.ply);
        }
    }
    return sum;
}

static uint64_t search_signature(int step)
{
    struct engine_options options = {
        .memory_bytes = SIGNATURE_MEMORY_BYTES, .threads = 1, .no_net = true};
    struct engine *e = engine_new(&options);
    if (e == NULL)
        return 0;
    uint64_t sum = 0;
    int64_t nodes = 0;
    for (int i = 0; i < SIGNATURE_CASES; i += step)
        sum = signature_add(sum, signature_case(e, i, &nodes));
    engine_free(e);
    return sum;
}

/* Evaluations of the nets that come with the program, on the scalar path, which all machines have.
 * test_net.c compares the other paths with it. */
static uint64_t nets_signature(void)
{
    static struct net net;
    static struct net_work work;
    uint64_t sum = 0;
    for (enum game_id game = 0; game < GAME_N; game++) {
        size_t bytes;
        const char *why;
        const void *file = builtin_net(game, &bytes);
        if (file == NULL)
            continue;
        if (net_open(&net, file, bytes, &why) < 0)
            return 0;
        net.path = NET_PLAIN;
        net_work_init(&work);
        sum = mix(sum, net_check(&net, &work));
    }
    return sum;
}

int main(int argc, char **argv)
{
    int step = argc > 1 ? atoi(argv[1]) : 1;
    if (step < 1)
        return 2;
    bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    printf("%016llx %016llx %016llx %d-bit %s-endian\n", (unsigned long long)search_signature(step),
           (unsigned long long)rules_signature(step), (unsigned long long)nets_signature(),
           (int)(8 * sizeof(void *)), big ? "big" : "little");
    return 0;
}
