#include "service/arrivals.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { PLACES = 1024 };

struct arrivals {
    pthread_mutex_t mutex;
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
