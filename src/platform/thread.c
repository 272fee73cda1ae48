#include "platform/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>

struct thread {
    pthread_t id;
    void (*run)(void *arg);
    void *arg;
};

static void *thread_main(void *arg)
{
    struct thread *t = arg;
    t->run(t->arg);
    return NULL;
}

struct thread *thread_new(void (*run)(void *arg), void *arg)
{
    struct thread *t = malloc(sizeof *t);
    if (t == NULL)
        return NULL;
    t->run = run;
    t->arg = arg;
    if (pthread_create(&t->id, NULL, thread_main, t) != 0) {
        free(t);
        return NULL;
    }
    return t;
}

void thread_join(struct thread *t)
{
    (void)pthread_join(t->id, NULL);
    free(t);
}

void thread_yield(void)
{
    (void)sched_yield();
}

static void leave_first_processor(void)
{
    cpu_set_t set;
    size_t first = 0;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2)
        return;
    while (!CPU_ISSET(first, &set))
        first++;
    CPU_CLR(first, &set);
    (void)sched_setaffinity(0, sizeof set, &set);
}

void thread_give_way(int nicer)
{
    /* On Linux, these are settings of a thread, and 0 is the calling one. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + nicer);
    leave_first_processor();
}

struct lock {
    pthread_mutex_t mutex;
};

struct lock *lock_new(void)
{
    struct lock *l = malloc(sizeof *l);
    if (l != NULL && pthread_mutex_init(&l->mutex, NULL) != 0) {
        free(l);
        return NULL;
    }
    return l;
}

void lock_free(struct lock *l)
{
    if (l == NULL)
        return;
    (void)pthread_mutex_destroy(&l->mutex);
    free(l);
}

void lock_take(struct lock *l)
{
    (void)pthread_mutex_lock(&l->mutex);
}

void lock_give(struct lock *l)
{
    (void)pthread_mutex_unlock(&l->mutex);
}

int thread_cpus(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? n : 1;
}
