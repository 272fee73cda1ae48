#include "platform/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

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

int thread_cpus(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    return n > 0 ? n : 1;
}
