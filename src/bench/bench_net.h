/* bench_net.h - how many positions a second a net judges, on each path of this machine. */
#ifndef BENCH_NET_H
#define BENCH_NET_H
#include "net/net.h"

struct bench_net {
    struct setup setup;
    const struct net *net;
    int64_t run_us; /* CPU time of one run */
    int runs;
    uint64_t seed;
};

/* Prints one JSON object; returns an exit status. */
int bench_net(const struct bench_net *b);

#endif
