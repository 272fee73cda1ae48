/* bench_iterations.h - `hoshi-bench iterations`: rounds of the search a second, on one thread and
 * on several. */
#ifndef BENCH_ITERATIONS_H
#define BENCH_ITERATIONS_H
#include "bench/median.h"
#include "rules/game.h"

struct bench_iterations {
    struct setup setup; /* the empty board is searched */
    int threads;        /* of the second search of each pair; 1: no second search */
    int runs;           /* 1 ... MEDIAN_MAX */
    int64_t run_ms;     /* length of a search */
    uint64_t seed;
};

/* Searches with one thread and with `threads` in turn, prints one JSON object (medians of the
 * runs), returns the exit status. Times are those of the clock, and of the processor over all
 * threads of the process. The latter counts if others use the machine too. */
int bench_iterations(const struct bench_iterations *b);

#endif
