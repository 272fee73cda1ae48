/* bench_explorer.h - `hoshi-bench explorer`: how long a question to the opening explorer takes on a
 * store in which many matches of one board have been entered. */
#ifndef BENCH_EXPLORER_H
#define BENCH_EXPLORER_H
#include <stdint.h>

struct bench_explorer {
    const char *store; /* filled if it is empty; NULL: a new SQLite file */
    int64_t matches;   /* to fill it with */
    uint64_t seed;
};

/* Prints JSON; returns the exit status. */
int bench_explorer(const struct bench_explorer *b);

#endif
