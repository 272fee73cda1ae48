#include "service/analysis/engine_queue.h"

#include "service/core/service_int.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEEP_MS = 5000 };

struct engine_queue {
    pthread_mutex_t mutex;
    struct engine_waits list[ENGINE_QUEUE_MAX];
    int n;
    int64_t at_ms;
};

struct engine_queue *engine_queue_new(void)
{
    struct engine_queue *q = calloc(1, sizeof *q);
    if (q != NULL)
        (void)pthread_mutex_init(&q->mutex, NULL);
    return q;
}

void engine_queue_free(struct engine_queue *q)
{
    if (q == NULL)
        return;
    (void)pthread_mutex_destroy(&q->mutex);
    free(q);
}

void engine_queue_put(struct engine_queue *q, const struct engine_waits *list, int n,
                      int64_t now_ms)
{
    (void)pthread_mutex_lock(&q->mutex);
    q->n = n < ENGINE_QUEUE_MAX ? n : ENGINE_QUEUE_MAX;
    memcpy(q->list, list, (size_t)q->n * sizeof *list);
    q->at_ms = now_ms;
    (void)pthread_mutex_unlock(&q->mutex);
}

bool engine_queue_find(struct engine_queue *q, int64_t match, int64_t now_ms,
                       struct engine_waits *out)
{
    bool found = false;
    (void)pthread_mutex_lock(&q->mutex);
    for (int i = 0; !found && i < q->n && now_ms - q->at_ms < KEEP_MS; i++) {
        found = q->list[i].match == match;
        if (found)
            *out = q->list[i];
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return found;
}

struct engine_queue *engine_queue_of(struct service *s)
{
    return s->queue;
}
