#include "bench/bench_iterations.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "bench/median.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "search/engine.h"
#include "version.h"
#include <stdlib.h>

enum { MEMORY_BYTES = 256 << 20 };

struct rate {
    double clock, cpu; /* rounds a second by each */
};

/* False if there is not enough memory. */
static bool measure(const struct bench_iterations *b, int threads, int run, struct rate *out)
{
    const struct engine_options options = {.memory_bytes = MEMORY_BYTES,
                                           .no_proof = true,
                                           .threads = threads,
                                           .seed = b->seed + (uint64_t)run,
                                           .no_net = true};
    const struct engine_limits limits = {.think_ms = b->run_ms};
    struct position p;
    struct search_report report;
    struct engine *e = engine_new(&options);
    if (e == NULL || position_start(&p, &b->setup) < 0) {
        engine_free(e);
        return false;
    }
    int64_t began = clock_us();
    int64_t began_cpu = clock_process_cpu_us();
    bool done = engine_search(e, &p, &limits, NULL, NULL, &report) == 0;
    double used = (double)(clock_us() - began);
    double used_cpu = (double)(clock_process_cpu_us() - began_cpu);
    engine_free(e);
    out->clock = (double)report.nodes_n * 1e6 / used;
    out->cpu = (double)report.nodes_n * 1e6 / used_cpu;
    return done;
}

static json_t *rates_json(int threads, const double *clock, const double *cpu, int n)
{
    return JSON_OBJECT({"threads", json_integer(threads)},
                       {"iterations_per_s", json_real(median_of(clock, n))},
                       {"iterations_per_cpu_s", json_real(median_of(cpu, n))});
}

int bench_iterations(const struct bench_iterations *b)
{
    double clock[2][MEDIAN_MAX];
    double cpu[2][MEDIAN_MAX];
    double gain[2][MEDIAN_MAX];
    int sides = b->threads > 1 ? 2 : 1;
    for (int run = 0; run < b->runs; run++)
        for (int k = 0; k < sides; k++) {
            struct rate rate;
            if (!measure(b, k == 0 ? 1 : b->threads, run, &rate)) {
                fputs("hoshi-bench: not enough memory for the engine\n", stderr);
                return EXIT_NO;
            }
            clock[k][run] = rate.clock;
            cpu[k][run] = rate.cpu;
            gain[0][run] = rate.clock / clock[0][run];
            gain[1][run] = rate.cpu / cpu[0][run] * b->threads;
        }
    json_t *rates = json_array();
    for (int k = 0; k < sides; k++)
        json_array_append_new(rates,
                              rates_json(k == 0 ? 1 : b->threads, clock[k], cpu[k], b->runs));
    json_t *out = JSON_OBJECT(
        {"bench", json_string("iterations")}, {"version", json_string(HOSHI_VERSION)},
        {"machine", machine_json()}, {"compiler", json_string(machine_compiler())},
        {"game", json_string(games[b->setup.game]->name)}, {"width", json_integer(b->setup.width)},
        {"height", json_integer(b->setup.height)}, {"runs", json_integer(b->runs)},
        {"run_ms", json_integer(b->run_ms)}, {"rates", rates});
    if (sides == 2) {
        json_object_set_new(out, "gain", json_real(median_of(gain[0], b->runs)));
        json_object_set_new(out, "gain_cpu", json_real(median_of(gain[1], b->runs)));
    }
    int status =
        json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return status;
}
