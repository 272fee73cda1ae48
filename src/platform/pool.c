#include "platform/pool.h"

#include "base/err.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct worker {
    struct pool *pool;
    void *own;
    pthread_t thread;
};

struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct pool_job *head, **tail;
    int queued;
    bool stop;
    int workers_n;
    struct worker workers[POOL_THREADS_MAX];
};

static void *thread_main(void *arg)
{
    const struct worker *w = arg;
    struct pool *p = w->pool;
    for (;;) {
        (void)pthread_mutex_lock(&p->mutex);
        while (p->head == NULL && !p->stop)
            (void)pthread_cond_wait(&p->more, &p->mutex);
        struct pool_job *j = p->head;
        if (j != NULL) {
            p->head = j->next;
            p->queued--;
            if (p->head == NULL)
                p->tail = &p->head;
        }
        (void)pthread_mutex_unlock(&p->mutex);
        if (j == NULL)
            return NULL;
        j->run(j, w->own);
    }
}

struct pool *pool_new(int n, void *const *own)
{
    struct pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    ASSERT(n >= 1 && n <= POOL_THREADS_MAX);
    p->tail = &p->head;
    (void)pthread_mutex_init(&p->mutex, NULL);
    (void)pthread_cond_init(&p->more, NULL);
    for (; p->workers_n < n; p->workers_n++) {
        struct worker *w = &p->workers[p->workers_n];
        w->pool = p;
        w->own = own != NULL ? own[p->workers_n] : NULL;
        if (pthread_create(&w->thread, NULL, thread_main, w) != 0)
            break;
    }
    if (p->workers_n == 0) {
        pool_free(p);
        return NULL;
    }
    return p;
}

void pool_stop(struct pool *p)
{
    (void)pthread_mutex_lock(&p->mutex);
    p->stop = true;
    (void)pthread_cond_broadcast(&p->more);
    (void)pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < p->workers_n; i++)
        (void)pthread_join(p->workers[i].thread, NULL);
    p->workers_n = 0;
}

void pool_free(struct pool *p)
{
    if (p == NULL)
        return;
    pool_stop(p);
    (void)pthread_cond_destroy(&p->more);
    (void)pthread_mutex_destroy(&p->mutex);
    free(p);
}

int pool_add(struct pool *p, struct pool_job *j, int most)
{
    j->next = NULL;
    (void)pthread_mutex_lock(&p->mutex);
    bool full = p->queued >= most || p->stop;
    if (!full) {
        *p->tail = j;
        p->tail = &j->next;
        p->queued++;
        (void)pthread_cond_signal(&p->more);
    }
    (void)pthread_mutex_unlock(&p->mutex);
    return full ? ERR_BUSY : 0;
}
