/* bench_onednn_none.c - a program that was built without oneDNN has no yardstick. */
#include "bench/bench_onednn.h"

double bench_onednn(const struct net *net, const struct setup *s, int batch, int64_t run_us)
{
    (void)net;
    (void)s;
    (void)batch;
    (void)run_us;
    return 0;
}
