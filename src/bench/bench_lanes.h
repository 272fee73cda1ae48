/* bench_lanes.h - random games in lanes (rules/lanes.h) against one game at a time. */
#ifndef BENCH_LANES_H
#define BENCH_LANES_H
#include "rules/position.h"
#include <jansson.h>

struct bench_lanes {
    const struct position *start;
    int64_t run_us; /* CPU time of one run */
    int runs;       /* 1 … MEDIAN_MAX */
    uint64_t seed;
};

/* {"path", "lanes", "scalar", "ratio", "ratio_least"}: games a second of CPU time, medians of the
 * runs, which are taken in turns, and the median and the least of their ratios. NULL on boards
 * without lanes. */
json_t *bench_lanes(const struct bench_lanes *b);

#endif
