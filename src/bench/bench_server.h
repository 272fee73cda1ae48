/* bench_server.h - `hoshi-bench server`: the performance of a server under load, over real HTTP on
 * this machine. */
#ifndef BENCH_SERVER_H
#define BENCH_SERVER_H
#include <stdint.h>

struct bench_server {
    const char *mode;   /* moves, light, latency, fanout, pages, fill */
    const char *store;  /* NULL: a new SQLite file in a temporary folder */
    const char *watch;  /* what watchers hear: still, lobby, tv (cli/bench/bench.c) */
    const char *urls;   /* of servers that run already, separated by commas; NULL: starts them */
    const char *spread; /* sticky: a match has one server; alternating: opponents have two */
    int64_t processes, matches, seconds, watchers, rate, plies;
};

enum { BENCH_MATCHES_MAX = 20 * 1000 * 1000, BENCH_WATCHERS_MAX = 18000, BENCH_PLAYED_MAX = 4000 };

/* Prints JSON; returns the exit status. */
int bench_server(const struct bench_server *b);

#endif
