/* pool.h - a few threads for jobs that take long or block, shared fairly among callers (fair.h): no
 * caller waits because of another's load. Not for WebAssembly.
 *
 * Each job names the caller who pays for it: a number that the face makes of a player or of a
 * network. The jobs of one caller run in order. Strangers, members and mail are classes, each with
 * its share. If there are several threads, one caller never occupies all of them.
 *
 * These threads give way (thread.h): when processors are scarce, the thread that commits moves and
 * the thread that sends events come first.
 *
 * Everything is bounded. A caller with `each` waiting jobs is refused. When `most` jobs of a class
 * wait, the caller of this class with the most of them loses the newest. A job that has waited
 * longer than its deadline is not run. Every queued job that does not run is passed to drop. */
#ifndef POOL_H
#define POOL_H
#include "base/macros.h"
#include "platform/fair.h"
#include <stdbool.h>
#include <stdint.h>

enum { POOL_THREADS_MAX = 8 };

struct pool; /* opaque */

struct pool_bounds {
    int most; /* jobs of a class that wait together */
    int each; /* of one caller */
};

struct pool_job {
    void (*run)(struct pool_job *j, void *own); /* on a thread of the pool; may free the job */
    void (*drop)(struct pool_job *j); /* instead of run, on any thread; may free it, too */
    struct fair_job fair;             /* who pays */
    int wait_ms;                      /* run only within this time; 0: whenever */
    int64_t queued_ms;                /* the pool's */
};

/* Starts n threads, from 1 to POOL_THREADS_MAX. Each gets its own pointer from own (n pointers,
 * owned by the caller; NULL: none gets one). Returns NULL if not even one thread can start. */
MUST_USE struct pool *pool_new(int n, void *const *own, struct pool_bounds bounds);
/* Finishes the queued jobs and ends the threads: from then on no job is queued. */
void pool_stop(struct pool *p);
/* The same, if it has not been done, and gives the memory back; NULL is fine. */
void pool_free(struct pool *p);

/* Queues a job, which lives until it is run or dropped. ERR_BUSY, and nothing is done, when the
 * caller has too many jobs waiting, when the pool is full and no other caller has more of them, or
 * when the pool is stopped. Safe to call from any thread. */
MUST_USE int pool_add(struct pool *p, struct pool_job *j);

struct pool_stats {
    int waiting;      /* jobs */
    uint64_t dropped; /* since it was made, with those that were refused */
};
void pool_stats(struct pool *p, struct pool_stats *out);

#endif
