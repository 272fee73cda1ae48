#include "store/core/cache.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096, CHANGED_MAX = 64 };

struct store_cache {
    struct store_match *places[PLACES]; /* by match % PLACES; NULL, or id 0: free */
    int64_t changed[CHANGED_MAX];       /* put since the outermost savepoint */
    int changed_n;                      /* above CHANGED_MAX: too many to tell */
    int depth;
};

struct store_cache *store_cache_new(void)
{
    return calloc(1, sizeof(struct store_cache));
}

void store_cache_free(struct store_cache *c)
{
    for (int i = 0; c != NULL && i < PLACES; i++)
        free(c->places[i]);
    free(c);
}

static struct store_match **place_of(struct store_cache *c, int64_t match)
{
    return &c->places[(uint64_t)match % PLACES];
}

bool store_cache_get(struct store_cache *c, int64_t match, struct store_match *out)
{
    const struct store_match *m = *place_of(c, match);
    if (m == NULL || m->id != match)
        return false;
    *out = *m;
    return true;
}

int64_t store_cache_revision(const struct store_cache *c, int64_t match)
{
    const struct store_match *m = c->places[(uint64_t)match % PLACES];
    return m != NULL && m->id == match ? m->revision : -1;
}

void store_cache_put(struct store_cache *c, const struct store_match *m)
{
    struct store_match **at = place_of(c, m->id);
    if (*at == NULL)
        *at = malloc(sizeof **at);
    if (*at == NULL)
        return;
    **at = *m;
    if (c->depth == 0)
        return;
    if (c->changed_n < CHANGED_MAX)
        c->changed[c->changed_n] = m->id;
    if (c->changed_n <= CHANGED_MAX)
        c->changed_n++;
}

void store_cache_drop(struct store_cache *c, int64_t match)
{
    struct store_match *m = *place_of(c, match);
    if (m != NULL && m->id == match)
        m->id = 0;
}

void store_cache_clear(struct store_cache *c)
{
    for (int i = 0; i < PLACES; i++)
        if (c->places[i] != NULL)
            c->places[i]->id = 0;
}

void store_cache_savepoint(struct store_cache *c)
{
    if (c->depth++ == 0)
        c->changed_n = 0;
}

void store_cache_release(struct store_cache *c)
{
    c->depth--;
}

void store_cache_undo(struct store_cache *c)
{
    c->depth--;
    if (c->changed_n > CHANGED_MAX)
        store_cache_clear(c);
    else
        for (int i = 0; i < c->changed_n; i++)
            store_cache_drop(c, c->changed[i]);
}
