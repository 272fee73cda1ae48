/* bench_samples.h - times that were measured, and what lies below which share of them. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_SAMPLES_MAX = 8 * 1000 * 1000 };

struct bench_samples {
    uint32_t *us; /* [BENCH_SAMPLES_MAX], the caller's */
    size_t n;
};

/* A time that does not fit any more, or is negative, is left out. */
void bench_samples_add(struct bench_samples *s, int64_t us);
/* Sorts them. JSON: their number and, in ms, p50, p90, p99 and the worst; null without any. */
json_t *bench_samples_json(struct bench_samples *s);

#endif
