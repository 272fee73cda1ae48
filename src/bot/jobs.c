#include "bot/jobs.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int64_t match;
    int level;
    bool working; /* a worker has it */
    bool again;   /* to be queued again when the worker is done */
    bool stale;
};

struct jobs {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct job *first, **last; /* waiting and working, in order of arrival */
    bool closed;
};

struct jobs *jobs_new(void)
{
    struct jobs *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    (void)pthread_mutex_init(&j->mutex, NULL);
    (void)pthread_cond_init(&j->more, NULL);
    j->last = &j->first;
    return j;
}

void jobs_free(struct jobs *j)
{
    if (j == NULL)
        return;
    while (j->first != NULL) {
        struct job *job = j->first;
        j->first = job->next;
        free(job);
    }
    (void)pthread_cond_destroy(&j->more);
    (void)pthread_mutex_destroy(&j->mutex);
    free(j);
}

/* The place that points to the job of a match; *place is NULL if there is none. */
static struct job **place_of(struct jobs *j, int64_t match)
{
    struct job **at = &j->first;
    while (*at != NULL && (*at)->match != match)
        at = &(*at)->next;
    return at;
}

static void append(struct jobs *j, struct job *job)
{
    job->next = NULL;
    *j->last = job;
    j->last = &job->next;
}

static void cut(struct jobs *j, struct job **at)
{
    struct job *job = *at;
    *at = job->next;
    if (j->last == &job->next)
        j->last = at;
}

void jobs_push(struct jobs *j, int64_t match, int level, bool stale)
{
    (void)pthread_mutex_lock(&j->mutex);
    struct job *job = *place_of(j, match);
    if (job != NULL) {
        job->level = level > 0 ? level : job->level;
        job->again = job->working;
        job->stale = job->stale || (job->working && stale);
    } else {
        job = calloc(1, sizeof *job);
        if (job != NULL) {
            job->match = match;
            job->level = level;
            append(j, job);
            (void)pthread_cond_broadcast(&j->more);
        }
    }
    (void)pthread_mutex_unlock(&j->mutex);
}

static struct job *choose(struct jobs *j, bool quick_only)
{
    struct job *quick = NULL;
    for (struct job *job = j->first; job != NULL; job = job->next) {
        if (job->working)
            continue;
        if (job->level > JOBS_QUICK_LEVEL && !quick_only)
            return job;
        if (job->level <= JOBS_QUICK_LEVEL && quick == NULL)
            quick = job;
    }
    return quick;
}

bool jobs_take(struct jobs *j, bool quick_only, int64_t *match)
{
    struct job *job = NULL;
    (void)pthread_mutex_lock(&j->mutex);
    while (!j->closed && (job = choose(j, quick_only)) == NULL)
        (void)pthread_cond_wait(&j->more, &j->mutex);
    bool ok = !j->closed;
    if (ok) {
        job->working = true;
        job->again = false;
        job->stale = false;
        *match = job->match;
    }
    (void)pthread_mutex_unlock(&j->mutex);
    return ok;
}

bool jobs_stale(struct jobs *j, int64_t match)
{
    (void)pthread_mutex_lock(&j->mutex);
    const struct job *job = *place_of(j, match);
    bool stale = j->closed || (job != NULL && job->stale);
    (void)pthread_mutex_unlock(&j->mutex);
    return stale;
}

void jobs_end(struct jobs *j, int64_t match, bool again)
{
    (void)pthread_mutex_lock(&j->mutex);
    struct job **at = place_of(j, match);
    struct job *job = *at;
    ASSERT(job != NULL && job->working);
    cut(j, at);
    job->working = false;
    if (again || job->again) {
        append(j, job); /* behind the others that wait */
        (void)pthread_cond_broadcast(&j->more);
    } else {
        free(job);
    }
    (void)pthread_mutex_unlock(&j->mutex);
}

void jobs_close(struct jobs *j)
{
    (void)pthread_mutex_lock(&j->mutex);
    j->closed = true;
    (void)pthread_cond_broadcast(&j->more);
    (void)pthread_mutex_unlock(&j->mutex);
}

bool jobs_closed(struct jobs *j)
{
    (void)pthread_mutex_lock(&j->mutex);
    bool closed = j->closed;
    (void)pthread_mutex_unlock(&j->mutex);
    return closed;
}
