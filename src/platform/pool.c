/* pool.c - threads that are shared fairly (pool.h).
 *
 * Start-time fair queueing: each caller has a place in a table, with the time that they have used
 * (us). A place that starts to wait is set to the level of the last one served. So no caller saves
 * up time, and none is punished for time used while no other waited. Two callers may share a place,
 * and then share its time; a seed of the face decides which two, so that no caller can choose. */
#include "platform/pool.h"

#include "base/err.h"
#include "base/list.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include <pthread.h>
#include <stdlib.h>

enum { NICER = 5, PLACES = 4096, STRANGERS_TURN = 8, GUESS_US = 1000 };

struct place {
    struct pool_job *head, **tail;
    struct list_link link; /* among those that wait */
    int64_t used_us;
    int queued, running;
    bool known, bounded;
};

struct pool_thread {
    struct pool *pool;
    void *own;
    pthread_t thread;
};

struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct pool_bounds bounds;
    struct list waiting; /* places with jobs */
    int64_t level_us;    /* what the one last served had used */
    int queued;
    unsigned served;
    uint64_t dropped;
    bool stop;
    int threads_n;
    struct pool_thread threads[POOL_THREADS_MAX];
    struct place places[PLACES];
};

static struct place *place_of(struct pool *p, uint64_t caller)
{
    return &p->places[caller % PLACES];
}

static void push(struct pool *p, struct place *at, struct pool_job *j)
{
    j->next = NULL;
    if (at->queued++ == 0) {
        at->tail = &at->head;
        list_add_first(&p->waiting, &at->link);
        if (at->used_us < p->level_us)
            at->used_us = p->level_us;
    }
    *at->tail = j;
    at->tail = &j->next;
    at->known = j->known;
    at->bounded = j->caller != 0;
    p->queued++;
}

static struct pool_job *pop(struct pool *p, struct place *at)
{
    struct pool_job *j = at->head;
    at->head = j->next;
    p->queued--;
    if (--at->queued == 0)
        list_remove(&p->waiting, &at->link);
    return j;
}

/* The newest job of a place, which stays with one at least. */
static struct pool_job *pop_newest(struct pool *p, struct place *at)
{
    struct pool_job **last = &at->head;
    while ((*last)->next != NULL)
        last = &(*last)->next;
    struct pool_job *j = *last;
    ASSERT(at->queued > 1);
    *last = NULL;
    at->tail = last;
    at->queued--;
    p->queued--;
    return j;
}

/* Whether a thread may be given to this place now. */
static bool may_run(const struct pool *p, const struct place *at)
{
    return !at->bounded || p->threads_n <= 1 || at->running < p->threads_n - 1;
}

/* The next caller to be served; NULL if no waiting caller may run. */
static struct place *choose(const struct pool *p)
{
    struct place *best[2] = {NULL, NULL}; /* strangers, known */
    LIST_EACH (struct place, at, &p->waiting, link)
        if (may_run(p, at) && (best[at->known] == NULL || at->used_us < best[at->known]->used_us))
            best[at->known] = at;
    bool strangers = p->served % STRANGERS_TURN == 0;
    return best[!strangers] != NULL ? best[!strangers] : best[strangers];
}

static void charge(struct place *at, int64_t us)
{
    at->used_us += us;
    at->running--;
}

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
        struct place *at = choose(p);
        if (at == NULL && p->stop && p->queued == 0)
            break;
        if (at == NULL) {
            (void)pthread_cond_wait(&p->more, &p->mutex);
            continue;
        }
        struct pool_job *j = pop(p, at);
        p->served++;
        p->level_us = at->used_us;
        bool late = is_late(j) && !p->stop;
        p->dropped += late;
        at->running++;
        /* Until it is known what it costs. */
        at->used_us += GUESS_US;
        (void)pthread_mutex_unlock(&p->mutex);
        int64_t begun_us = clock_us();
        if (late)
            j->drop(j);
        else
            j->run(j, w->own);
        int64_t us = clock_us() - begun_us;
        (void)pthread_mutex_lock(&p->mutex);
        charge(at, us - GUESS_US);
        if (at->queued > 0 || p->stop)
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
    p->bounds = bounds;
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
    free(p);
}

/* The place that has the most waiting, if that is more than `than`. */
static struct place *greediest(const struct pool *p, int than)
{
    struct place *most = NULL;
    LIST_EACH (struct place, at, &p->waiting, link) {
        if (at->bounded && at->queued > than) {
            most = at;
            than = at->queued;
        }
    }
    return most;
}

/* Makes room for one job of `at`. False: it must go itself; *out: the one that goes instead, if any
 * must. */
static bool make_room(struct pool *p, const struct place *at, struct pool_job **out)
{
    if (at->queued >= p->bounds.each)
        return false;
    if (p->queued < p->bounds.most)
        return true;
    struct place *other = greediest(p, at->queued > 1 ? at->queued : 1);
    if (other != NULL)
        *out = pop_newest(p, other);
    return other != NULL;
}

int pool_add(struct pool *p, struct pool_job *j)
{
    struct pool_job *out = NULL;
    j->queued_ms = clock_ms();
    (void)pthread_mutex_lock(&p->mutex);
    struct place *at = place_of(p, j->caller);
    bool ok = !p->stop && (j->caller == 0 || make_room(p, at, &out));
    if (ok) {
        push(p, at, j);
        (void)pthread_cond_signal(&p->more);
    }
    p->dropped += (uint64_t)(!ok) + (uint64_t)(out != NULL);
    (void)pthread_mutex_unlock(&p->mutex);
    if (out != NULL)
        out->drop(out);
    return ok ? 0 : ERR_BUSY;
}

void pool_stats(struct pool *p, struct pool_stats *out)
{
    (void)pthread_mutex_lock(&p->mutex);
    *out = (struct pool_stats){p->queued, p->dropped};
    (void)pthread_mutex_unlock(&p->mutex);
}
