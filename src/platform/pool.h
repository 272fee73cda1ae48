/* pool.h - a few threads that do what takes long or waits, in the order in which it came, so that others
 * need not wait. Not for WebAssembly. */
#ifndef POOL_H
#define POOL_H
#include "base/macros.h"

enum { POOL_THREADS_MAX = 8 };

struct pool; /* opaque */

struct pool_job {
    void (*run)(struct pool_job *j, void *own); /* on a thread of the pool; may free the job */
    struct pool_job *next;                      /* the pool's */
};

/* n threads, from 1 to POOL_THREADS_MAX, each with something of its own, which stays the caller's (own: n
 * pointers; NULL: none has). NULL when there is not one thread. */
MUST_USE struct pool *pool_new(int n, void *const *own);
/* Finishes what is queued and ends the threads: from then on nothing is queued any more. */
void pool_stop(struct pool *p);
/* The same, if it has not been done, and gives the memory back; NULL is fine. */
void pool_free(struct pool *p);

/* Queues a job, which lives until it is run. ERR_BUSY, and nothing is done, when `most` wait already or it is
 * stopped. Safe to call from any thread. */
MUST_USE int pool_add(struct pool *p, struct pool_job *j, int most);

#endif
