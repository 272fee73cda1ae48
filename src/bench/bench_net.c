#include "bench/bench_net.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "bench/bench_onednn.h"
#include "bench/median.h"
#include "net/check.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "version.h"
#include <stdio.h>

enum { POSITIONS = 64, BATCH = 16 };

/* Positions of random games, of all lengths. */
static void make_positions(const struct bench_net *b, struct position *out)
{
    struct rng r;
    int area = b->setup.width * b->setup.height;
    rng_seed(&r, b->seed);
    for (int i = 0; i < POSITIONS; i++) {
        int err = position_start(&out[i], &b->setup);
        ASSERT(err == 0);
        for (int ply = i * area / (2 * POSITIONS); ply > 0; ply--) {
            struct position next;
            position_copy(&next, &out[i]);
            position_play_legal(&next, position_random(&next, &r));
            if (next.over)
                break;
            position_copy(&out[i], &next);
        }
    }
}

static double measure(const struct bench_net *b, const struct net *net,
                      const struct position *positions)
{
    static struct net_work work;
    static struct net_judgement j;
    int64_t n = 0;
    net_work_init(&work);
    int64_t began = clock_thread_cpu_us();
    int64_t used = 0;
    while (used < b->run_us) {
        for (int i = 0; i < BATCH; i++, n++)
            net_judge(net, &work, &positions[n % POSITIONS], 0, &j, NULL);
        used = clock_thread_cpu_us() - began;
    }
    return (double)n * 1e6 / (double)used;
}

/* Checks (net/check.h) a second: what WebAssembly can be compared by (tools/wasm_bench.sh). */
static double measure_check(const struct bench_net *b, const struct net *net)
{
    static struct net_work work;
    int64_t n = 0;
    int64_t began = clock_thread_cpu_us();
    int64_t used = 0;
    for (; used < b->run_us; n++, used = clock_thread_cpu_us() - began) {
        net_work_init(&work);
        (void)net_check(net, &work);
    }
    return (double)n * 1e6 / (double)used;
}

/* The yardstick, if the program has it, in turns with the fastest path; NULL: it has not. */
static json_t *onednn_json(const struct bench_net *b, const struct position *positions)
{
    double one[MEDIAN_MAX], many[MEDIAN_MAX], ratio[MEDIAN_MAX];
    for (int run = 0; run < b->runs; run++) {
        one[run] = bench_onednn(b->net, &b->setup, 1, b->run_us);
        many[run] = bench_onednn(b->net, &b->setup, BATCH, b->run_us);
        if (one[run] == 0 || many[run] == 0)
            return NULL;
        double best = one[run] > many[run] ? one[run] : many[run];
        ratio[run] = measure(b, b->net, positions) / best;
    }
    return JSON_OBJECT({"boards_per_s", json_real(median_of(one, b->runs))},
                       {"batch", json_integer(BATCH)},
                       {"batch_boards_per_s", json_real(median_of(many, b->runs))},
                       {"ratio", json_real(median_of(ratio, b->runs))});
}

int bench_net(const struct bench_net *b)
{
    static struct position positions[POSITIONS];
    static struct net_work work;
    double rates[MEDIAN_MAX];
    struct net net = *b->net;
    json_t *paths = json_object();
    json_t *checks = json_object();
    make_positions(b, positions);
    for (enum net_path path = NET_PLAIN; path < NET_PATHS; path++) {
        if (!net_path_works(path))
            continue;
        net.path = path;
        for (int run = 0; run < b->runs; run++)
            rates[run] = measure(b, &net, positions);
        json_object_set_new(paths, net_path_name(path), json_real(median_of(rates, b->runs)));
        json_object_set_new(checks, net_path_name(path), json_real(measure_check(b, &net)));
    }
    net_work_init(&work);
    json_t *out = JSON_OBJECT(
        {"bench", json_string("net")}, {"version", json_string(HOSHI_VERSION)},
        {"machine", machine_json()}, {"game", json_string(games[net.game]->name)},
        {"width", json_integer(b->setup.width)}, {"height", json_integer(b->setup.height)},
        {"channels", json_integer(net.channels)}, {"blocks", json_integer(net.blocks)},
        {"net", json_sprintf("%08x", (unsigned)net.crc)},
        {"check", json_sprintf("%016llx", (unsigned long long)net_check(&net, &work))},
        {"path", json_string(net_path_name(b->net->path))}, {"judgements_per_s", paths},
        {"checks_per_s", checks});
    json_t *onednn = onednn_json(b, positions);
    if (onednn != NULL)
        json_object_set_new(out, "onednn", onednn);
    int status =
        json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return status;
}
