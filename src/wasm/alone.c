/* alone.c - the threads and locks of a machine that has one thread (platform/thread.h). */
#include "platform/thread.h"

#include <stddef.h>

struct thread *thread_new(void (*run)(void *arg), void *arg)
{
    (void)run;
    (void)arg;
    return NULL;
}

void thread_join(struct thread *t)
{
    (void)t;
}

void thread_yield(void)
{
}

struct lock {
    char unused;
};

/* Where there is one thread, one lock that holds nothing up will do for all. */
struct lock *lock_new(void)
{
    static struct lock only;
    return &only;
}

void lock_free(struct lock *l)
{
    (void)l;
}

void lock_take(struct lock *l)
{
    (void)l;
}

void lock_give(struct lock *l)
{
    (void)l;
}

int thread_cpus(void)
{
    return 1;
}
