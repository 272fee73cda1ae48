/* feature.c - the part of explorer and engine in the life of the service. */
#include "service/analysis/collection.h"
#include "service/analysis/engine_queue.h"
#include "service/core/service_int.h"

static bool open_analysis(struct service *s)
{
    s->queue = engine_queue_new();
    return s->queue != NULL;
}

static void begin(struct service *s, const struct service_site *site)
{
    if (site->collection)
        s->collection = collection_new();
}

static void close_analysis(struct service *s)
{
    collection_free(s->collection);
    engine_queue_free(s->queue);
}

const struct feature feature_analysis = {
    .open = open_analysis, .begin = begin, .close = close_analysis};
