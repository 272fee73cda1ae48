/* bench_search.h - `hoshi-bench search`. */
#ifndef BENCH_SEARCH_H
#define BENCH_SEARCH_H

/* Runs the fixed searches, prints one JSON object, returns the exit status. */
int bench_search(void);

#endif
