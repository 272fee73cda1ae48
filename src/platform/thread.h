/* thread.h - threads and locks. WebAssembly links its own, without thread_give_way. */
#ifndef THREAD_H
#define THREAD_H
#include "base/macros.h"

struct thread; /* opaque */

/* Starts run(arg) on a new thread; NULL when the system refuses. thread_join waits and frees. */
MUST_USE struct thread *thread_new(void (*run)(void *arg), void *arg);
void thread_join(struct thread *t);

/* Lets others run. */
void thread_yield(void);

/* For threads whose work takes long: the calling thread, and those that it starts from now on, get
 * a priority that is lower by `nicer` (0: the same), and leave the first processor of the process
 * to others if it has several. A priority alone is not enough: while threads of low priority keep
 * all processors busy, Linux may let others wait for 100 ms and more (docs/lab/server.md). Where
 * the system refuses, nothing changes. */
void thread_give_way(int nicer);

struct lock; /* opaque */

/* A lock that one thread holds at a time; NULL when there is no memory. Held for moments only. */
MUST_USE struct lock *lock_new(void);
void lock_free(struct lock *l); /* NULL is fine */
void lock_take(struct lock *l);
void lock_give(struct lock *l);

/* Processors that this process may use, at least 1. */
int thread_cpus(void);

#endif
