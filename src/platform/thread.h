/* thread.h - the threads and locks that search uses. WebAssembly links its own. */
#ifndef THREAD_H
#define THREAD_H
#include "base/macros.h"

struct thread; /* opaque */

/* Starts run(arg) on a new thread; NULL when the system refuses. thread_join waits and frees. */
MUST_USE struct thread *thread_new(void (*run)(void *arg), void *arg);
void thread_join(struct thread *t);

/* Lets others run. */
void thread_yield(void);

struct lock; /* opaque */

/* A lock that one thread holds at a time; NULL when there is no memory. Held for moments only. */
MUST_USE struct lock *lock_new(void);
void lock_free(struct lock *l); /* NULL is fine */
void lock_take(struct lock *l);
void lock_give(struct lock *l);

/* Processors that this process may use, at least 1. */
int thread_cpus(void);

#endif
