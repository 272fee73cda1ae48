#include "bench/bench_lanes.h"

#include "bench/median.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/lanes.h"

enum { GAMES = 64 };

static double measure_lanes(const struct bench_lanes *b, enum lanes_path path, struct rng *r)
{
    struct ending endings[GAMES];
    int64_t n = 0, used = 0, began = clock_thread_cpu_us();
    while (used < b->run_us) {
        lanes_play(path, b->start, r, GAMES, NULL, NULL, endings);
        n += GAMES;
        used = clock_thread_cpu_us() - began;
    }
    return (double)n * 1e6 / (double)used;
}

static double measure_scalar(const struct bench_lanes *b, struct rng *r)
{
    struct ending endings[GAMES];
    int64_t n = 0, used = 0, began = clock_thread_cpu_us();
    while (used < b->run_us) {
        bool played = position_endings(b->start, r, GAMES, NULL, endings);
        for (int i = 0; i < GAMES && !played; i++) {
            struct position p;
            position_copy(&p, b->start);
            position_playout(&p, r, NULL);
        }
        n += GAMES;
        used = clock_thread_cpu_us() - began;
    }
    return (double)n * 1e6 / (double)used;
}

json_t *bench_lanes(const struct bench_lanes *b)
{
    static const char *const names[LANES_PATH_N] = {"plain", "avx2", "avx512"};
    enum lanes_path path = lanes_path_best();
    double lanes[MEDIAN_MAX], scalar[MEDIAN_MAX], ratio[MEDIAN_MAX];
    double least = 0;
    struct rng r;
    if (!lanes_fit(b->start))
        return NULL;
    rng_seed(&r, b->seed);
    for (int i = 0; i < b->runs; i++) {
        lanes[i] = measure_lanes(b, path, &r);
        scalar[i] = measure_scalar(b, &r);
        ratio[i] = lanes[i] / scalar[i];
        least = i == 0 || ratio[i] < least ? ratio[i] : least;
    }
    return JSON_OBJECT({"path", json_string(names[path])},
                       {"lanes", json_integer((json_int_t)median_of(lanes, b->runs))},
                       {"scalar", json_integer((json_int_t)median_of(scalar, b->runs))},
                       {"ratio", json_real(median_of(ratio, b->runs))},
                       {"ratio_least", json_real(least)});
}
