#include "bot/jobs.h"

#include "platform/clock.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { PLACES = 1024 }; /* two players of one place share its time */

struct job {
    struct job *next;
    int64_t match, player;
    int64_t begun_ms; /* while a thinker has it */
    int level;
    bool working; /* a thinker has it */
    bool again;   /* to be queued again when the thinker is done */
    bool stale;
};

struct jobs {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct job *first, **last; /* waiting and working, in order of arrival */
    int64_t used_ms[PLACES];   /* what was thought for the players of a place */
    int64_t level_ms;          /* what had been for the one served last */
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

static int64_t *used_of(struct jobs *j, const struct job *job)
{
    return &j->used_ms[(uint64_t)job->player % PLACES];
}

/* A player who starts to wait gets no credit for the time without a waiting match. */
static void begin_to_wait(struct jobs *j, const struct job *job)
{
    int64_t *used = used_of(j, job);
    if (*used < j->level_ms)
        *used = j->level_ms;
}

void jobs_push(struct jobs *j, int64_t match, int level, int64_t player, bool stale)
{
    (void)pthread_mutex_lock(&j->mutex);
    struct job *job = *place_of(j, match);
    if (job != NULL) {
        job->level = level > 0 ? level : job->level;
        job->player = player != 0 ? player : job->player;
        job->again = job->working;
        job->stale = job->stale || (job->working && stale);
    } else {
        job = calloc(1, sizeof *job);
        if (job != NULL) {
            job->match = match;
            job->level = level;
            job->player = player;
            begin_to_wait(j, job);
            append(j, job);
            (void)pthread_cond_broadcast(&j->more);
        }
    }
    (void)pthread_mutex_unlock(&j->mutex);
}

static bool is_slow(const struct job *job)
{
    return job->level > JOBS_QUICK_LEVEL;
}

static struct job *choose(struct jobs *j, bool quick_only)
{
    struct job *best[2] = {NULL, NULL}; /* quick, slow */
    for (struct job *job = j->first; job != NULL; job = job->next) {
        bool slow = is_slow(job);
        if (!job->working && (best[slow] == NULL || *used_of(j, job) < *used_of(j, best[slow])))
            best[slow] = job;
    }
    return best[1] != NULL && !quick_only ? best[1] : best[0];
}

int jobs_others(struct jobs *j, int64_t match)
{
    bool counted[PLACES] = {false};
    int n = 0;
    (void)pthread_mutex_lock(&j->mutex);
    const struct job *mine = *place_of(j, match);
    for (const struct job *job = j->first; mine != NULL && job != NULL; job = job->next) {
        size_t place = (uint64_t)job->player % PLACES;
        if (job->working || is_slow(job) != is_slow(mine) || job->player == mine->player)
            continue;
        n += !counted[place];
        counted[place] = true;
    }
    (void)pthread_mutex_unlock(&j->mutex);
    return n;
}

/* The place of a player distinguishes it from the others. */
static struct jobs_waiting waiting(struct jobs *j, const struct job *mine)
{
    bool before[PLACES] = {false};
    bool counted[PLACES] = {false};
    struct jobs_waiting w = {.match = mine->match};
    bool earlier = true; /* than mine, in the list */
    for (const struct job *job = j->first; job != NULL; job = job->next) {
        size_t place = (uint64_t)job->player % PLACES;
        earlier = earlier && job != mine;
        if (job->working || !is_slow(job) || job->player == mine->player)
            continue;
        w.others += !counted[place];
        counted[place] = true;
        int64_t apart = *used_of(j, job) - *used_of(j, mine);
        if (before[place] || apart > 0 || (apart == 0 && !earlier))
            continue;
        before[place] = true;
        w.ahead++;
    }
    return w;
}

int jobs_waiting(struct jobs *j, struct jobs_waiting *out, int max)
{
    int n = 0;
    (void)pthread_mutex_lock(&j->mutex);
    for (const struct job *job = j->first; job != NULL && n < max; job = job->next)
        if (!job->working && is_slow(job))
            out[n++] = waiting(j, job);
    (void)pthread_mutex_unlock(&j->mutex);
    return n;
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
        job->begun_ms = clock_ms();
        j->level_ms = *used_of(j, job);
        ++*used_of(j, job); /* of two who are level the other is next */
        job->again = false;
        job->stale = false;
        *match = job->match;
    }
    (void)pthread_mutex_unlock(&j->mutex);
    return ok;
}

void jobs_give_way(struct jobs *j, int most_ms, const atomic_bool *stop)
{
    enum { STEP_MS = 50 };
    struct jobs_waiting one;
    for (int ms = 0; ms < most_ms && !atomic_load(stop); ms += STEP_MS) {
        if (jobs_waiting(j, &one, 1) == 0)
            return;
        (void)usleep(STEP_MS * 1000);
    }
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
    *used_of(j, job) += clock_ms() - job->begun_ms;
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
