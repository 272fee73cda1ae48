#include "service/core/arrivals.h"

#include "service/core/service_int.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum {
    PLACES = 1024,
    GRACE_MS = 2000,  /* how long to wait for the announcement of a move that waits elsewhere, */
    TRUST_MS = 30000, /* and to expect the move: until this long after the deadline */
};

struct arrivals {
    pthread_mutex_t mutex;
    int n;
    struct arrival *first[PLACES]; /* by match % PLACES */
};

struct arrivals *arrivals_new(void)
{
    struct arrivals *list = calloc(1, sizeof *list);
    if (list != NULL)
        (void)pthread_mutex_init(&list->mutex, NULL);
    return list;
}

void arrivals_free(struct arrivals *list)
{
    if (list == NULL)
        return;
    (void)pthread_mutex_destroy(&list->mutex);
    free(list);
}

static struct arrival **place(struct arrivals *list, int64_t match)
{
    return &list->first[(uint64_t)match % PLACES];
}

void arrivals_add(struct arrivals *list, struct arrival *a)
{
    (void)pthread_mutex_lock(&list->mutex);
    struct arrival **at = place(list, a->match);
    a->before = NULL;
    a->after = *at;
    if (a->after != NULL)
        a->after->before = a;
    *at = a;
    list->n++;
    (void)pthread_mutex_unlock(&list->mutex);
}

void arrivals_remove(struct arrivals *list, struct arrival *a)
{
    (void)pthread_mutex_lock(&list->mutex);
    if (a->match != 0) {
        if (a->before != NULL)
            a->before->after = a->after;
        else
            *place(list, a->match) = a->after;
        if (a->after != NULL)
            a->after->before = a->before;
        a->match = 0;
        list->n--;
    }
    (void)pthread_mutex_unlock(&list->mutex);
}

int64_t arrivals_first(struct arrivals *list, int64_t match)
{
    int64_t first = 0;
    (void)pthread_mutex_lock(&list->mutex);
    for (const struct arrival *a = *place(list, match); a != NULL; a = a->after)
        if (a->match == match && (first == 0 || a->from_ms < first))
            first = a->from_ms;
    (void)pthread_mutex_unlock(&list->mutex);
    return first;
}

static bool is_new(int64_t match, const int64_t *matches, int n)
{
    for (int i = 0; i < n; i++)
        if (matches[i] == match)
            return false;
    return true;
}

int arrivals_waiting(struct arrivals *list, int64_t before_ms, int64_t *matches, int max)
{
    int n = 0;
    (void)pthread_mutex_lock(&list->mutex);
    for (int i = 0; i < PLACES && list->n > 0; i++)
        for (const struct arrival *a = list->first[i]; a != NULL && n < max; a = a->after)
            if (a->from_ms < before_ms && is_new(a->match, matches, n))
                matches[n++] = a->match;
    (void)pthread_mutex_unlock(&list->mutex);
    return n;
}

int arrivals_elsewhere(struct service *s, int64_t match, int64_t late_ms)
{
    struct store_elsewhere there;
    if (s->listening == NULL || late_ms > TRUST_MS)
        return 0;
    int err = store_elsewhere(s->store, match, &there);
    if (err < 0)
        return err;
    return there.waits || (there.others_n > 0 && late_ms <= GRACE_MS);
}
