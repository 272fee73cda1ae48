#include "bench/bench_samples.h"

#include <stdlib.h>

void bench_samples_add(struct bench_samples *s, int64_t us)
{
    if (s->n < BENCH_SAMPLES_MAX && us >= 0)
        s->us[s->n++] = (uint32_t)us;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The sample below which that many of a hundred lie, in ms. */
static double percentile(const struct bench_samples *s, size_t hundredths)
{
    size_t at = s->n * hundredths / 100;
    return (double)s->us[at < s->n ? at : s->n - 1] / 1000.0;
}

json_t *bench_samples_json(struct bench_samples *s)
{
    if (s->n == 0)
        return json_null();
    qsort(s->us, s->n, sizeof *s->us, compare);
    return json_pack("{si sf sf sf sf}", "n", (int)s->n, "p50", percentile(s, 50), "p90",
                     percentile(s, 90), "p99", percentile(s, 99), "worst", percentile(s, 100));
}
