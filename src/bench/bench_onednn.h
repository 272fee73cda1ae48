/* bench_onednn.h - the yardstick of `hoshi-bench net`: the convolutions of a net in oneDNN. */
#ifndef BENCH_ONEDNN_H
#define BENCH_ONEDNN_H
#include "net/net.h"

/* Boards a second of processor time, `batch` (1 or more) at once on one thread: the first
 * convolution, those of the blocks and the policy's, on 8-bit integers with the net's weights. What
 * lies between them (planes, pooling, dense layers) is left out. 0 if oneDNN refuses a layer, or if
 * the program was built without it (-Donednn=false). */
double bench_onednn(const struct net *net, const struct setup *s, int batch, int64_t run_us);

#endif
