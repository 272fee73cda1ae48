/* metrics.h - the counters of the HTTP face, and the pages for machines: /metrics (the text format
 * of Prometheus), /healthz and /readyz.
 *
 * /healthz answers while the process does. /readyz says whether requests are worth sending here:
 * the store can be read, the writer turns, and the server is not stopping. /metrics is for this
 * machine only: requests from another address or through a proxy get 404.
 *
 * Everything here belongs to the HTTP thread. */
#ifndef METRICS_H
#define METRICS_H
#include <stdbool.h>
#include <stdint.h>

enum { METRICS_BUCKETS_N = 8 };
extern const int64_t metrics_bucket_us[METRICS_BUCKETS_N];

struct metrics {
    uint64_t by_class[6]; /* answers by the first digit of their status */
    uint64_t limited;     /* 429 */
    uint64_t signin_misses;
    uint64_t
        within[METRICS_BUCKETS_N + 1]; /* answers by the time that they took; the last: longer */
    uint64_t time_us;
    int64_t streams;
};

void metrics_count(struct metrics *m, int status, int64_t took_us);

struct request;
/* Answers one of the three; false for any other path. */
bool metrics_handle(struct request *r);

#endif
