/* pool.c - threads that are shared fairly (pool.h); fair.c decides who is next. */
#include "platform/pool.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include <pthread.h>
#include <stdlib.h>

enum { NICER = 5 };

struct pool_thread {
    struct pool *pool;
    void *own;
    pthread_t thread;
};

struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct fair *fair;
    uint64_t dropped;
    bool stop;
    int threads_n;
    struct pool_thread threads[POOL_THREADS_MAX];
};

static bool is_late(const struct pool_job *j)
{
    return j->wait_ms > 0 && clock_ms() - j->queued_ms > j->wait_ms;
}

static void *thread_main(void *arg)
{
    const struct pool_thread *w = arg;
    struct pool *p = w->pool;
    thread_give_way(NICER);
    (void)pthread_mutex_lock(&p->mutex);
    for (;;) {
        struct fair_place *place;
        struct fair_job *next = fair_begin(p->fair, &place);
        if (next == NULL && p->stop && fair_waiting(p->fair) == 0)
            break;
        if (next == NULL) {
            (void)pthread_cond_wait(&p->more, &p->mutex);
            continue;
        }
        struct pool_job *j = CONTAINER_OF(next, struct pool_job, fair);
        bool late = is_late(j) && !p->stop;
        p->dropped += late;
        (void)pthread_mutex_unlock(&p->mutex);
        int64_t begun_us = clock_us();
        if (late)
            j->drop(j);
        else
            j->run(j, w->own);
        int64_t us = clock_us() - begun_us;
        (void)pthread_mutex_lock(&p->mutex);
        if (fair_end(p->fair, place, us) || p->stop)
            (void)pthread_cond_broadcast(&p->more);
    }
    (void)pthread_mutex_unlock(&p->mutex);
    return NULL;
}

struct pool *pool_new(int n, void *const *own, struct pool_bounds bounds)
{
    struct pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    ASSERT(n >= 1 && n <= POOL_THREADS_MAX);
    p->fair = fair_new((struct fair_bounds){
        .most = bounds.most, .each = bounds.each, .running = n > 1 ? n - 1 : 1});
    if (p->fair == NULL) {
        free(p);
        return NULL;
    }
    (void)pthread_mutex_init(&p->mutex, NULL);
    (void)pthread_cond_init(&p->more, NULL);
    (void)pthread_mutex_lock(&p->mutex); /* the threads read threads_n */
    for (; p->threads_n < n; p->threads_n++) {
        struct pool_thread *w = &p->threads[p->threads_n];
        w->pool = p;
        w->own = own != NULL ? own[p->threads_n] : NULL;
        if (pthread_create(&w->thread, NULL, thread_main, w) != 0)
            break;
    }
    (void)pthread_mutex_unlock(&p->mutex);
    if (p->threads_n == 0) {
        pool_free(p);
        return NULL;
    }
    return p;
}

void pool_stop(struct pool *p)
{
    (void)pthread_mutex_lock(&p->mutex);
    p->stop = true;
    int n = p->threads_n;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < n; i++)
        (void)pthread_join(p->threads[i].thread, NULL);
    p->threads_n = 0;
}

void pool_free(struct pool *p)
{
    if (p == NULL)
        return;
    pool_stop(p);
    (void)pthread_cond_destroy(&p->more);
    (void)pthread_mutex_destroy(&p->mutex);
    fair_free(p->fair);
    free(p);
}

int pool_add(struct pool *p, struct pool_job *j)
{
    struct fair_job *out = NULL;
    j->queued_ms = clock_ms();
    (void)pthread_mutex_lock(&p->mutex);
    bool ok = !p->stop && fair_add(p->fair, &j->fair, &out) == 0;
    if (ok)
        (void)pthread_cond_signal(&p->more);
    p->dropped += (uint64_t)(!ok) + (uint64_t)(out != NULL);
    (void)pthread_mutex_unlock(&p->mutex);
    if (out != NULL) {
        struct pool_job *evicted = CONTAINER_OF(out, struct pool_job, fair);
        evicted->drop(evicted);
    }
    return ok ? 0 : ERR_BUSY;
}

void pool_stats(struct pool *p, struct pool_stats *out)
{
    (void)pthread_mutex_lock(&p->mutex);
    *out = (struct pool_stats){fair_waiting(p->fair), p->dropped};
    (void)pthread_mutex_unlock(&p->mutex);
}
