/* pool.h - a few threads that do what takes long or waits, shared fairly among those who ask, so
 * that nobody waits for what somebody else has caused. Not for WebAssembly.
 *
 * Each job says who pays for it (a caller: a number that the face makes of a player or of an
 * address). A caller's jobs run in order; among callers the next is the one who has used the
 * threads least, in time measured. While there are several threads, one caller never has the last
 * of them. Jobs of callers who are known go before those of strangers, but one in STRANGERS_TURN is
 * a stranger's.
 *
 * Where processors are short, these threads leave them to the others of the program: to the one
 * that commits moves, and the one that tells of them.
 *
 * Everything is bounded. Who has `each` jobs waiting is refused. When `most` wait together, room is
 * made by the caller with the most of them, who loses the newest. What has waited longer than its
 * deadline is not run any more. A job that does not run after it was taken in is told so (drop). */
#ifndef POOL_H
#define POOL_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

enum { POOL_THREADS_MAX = 8 };

struct pool; /* opaque */

struct pool_bounds {
    int most; /* jobs that wait together */
    int each; /* of one caller */
};

struct pool_job {
    void (*run)(struct pool_job *j, void *own); /* on a thread of the pool; may free the job */
    void (*drop)(struct pool_job *j); /* instead of run, on any thread; may free it, too */
    uint64_t caller;                  /* who pays; 0: the server itself, without bounds */
    bool known;                       /* the caller has shown who he is */
    int wait_ms;                      /* run only within this time; 0: whenever */
    /* the pool's */
    struct pool_job *next;
    int64_t queued_ms;
};

/* n threads, from 1 to POOL_THREADS_MAX, each with something of its own, which stays the caller's
 * (own: n pointers; NULL: none has). NULL when there is not one thread. */
MUST_USE struct pool *pool_new(int n, void *const *own, struct pool_bounds bounds);
/* Finishes what is queued and ends the threads: from then on nothing is queued any more. */
void pool_stop(struct pool *p);
/* The same, if it has not been done, and gives the memory back; NULL is fine. */
void pool_free(struct pool *p);

/* Queues a job, which lives until it is run or dropped. ERR_BUSY, and nothing is done, when the
 * caller has too many waiting, too much waits that is no more the fault of somebody else, or the
 * pool is stopped. Safe to call from any thread. */
MUST_USE int pool_add(struct pool *p, struct pool_job *j);

struct pool_stats {
    int waiting;      /* jobs */
    uint64_t dropped; /* since it was made, with those that were refused */
};
void pool_stats(struct pool *p, struct pool_stats *out);

#endif
