#include "http/matches/picture_cache.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 512, KEY_BYTES = 16, ONE_MAX = PICTURE_CACHE_BYTES / PLACES };

struct place {
    unsigned char key[KEY_BYTES];
    unsigned char *png; /* NULL: free */
    size_t n;
};

struct picture_cache {
    pthread_mutex_t mutex;
    uint64_t drawn;
    struct place places[PLACES]; /* by the key: a newer picture takes the place of an older one */
};

struct picture_cache *picture_cache_new(void)
{
    struct picture_cache *c = calloc(1, sizeof *c);
    if (c != NULL)
        (void)pthread_mutex_init(&c->mutex, NULL);
    return c;
}

void picture_cache_free(struct picture_cache *c)
{
    if (c == NULL)
        return;
    for (int i = 0; i < PLACES; i++)
        free(c->places[i].png);
    (void)pthread_mutex_destroy(&c->mutex);
    free(c);
}

static struct place *place_of(struct picture_cache *c, const char *svg, size_t svg_n,
                              unsigned char key[KEY_BYTES])
{
    crypto_generichash(key, KEY_BYTES, (const unsigned char *)svg, svg_n, NULL, 0);
    return &c->places[(key[0] << 8 | key[1]) % PLACES];
}

bool picture_cache_get(struct picture_cache *c, const char *svg, size_t svg_n, unsigned char **png,
                       size_t *n)
{
    unsigned char key[KEY_BYTES];
    const struct place *at = place_of(c, svg, svg_n, key);
    unsigned char *copy = NULL;
    (void)pthread_mutex_lock(&c->mutex);
    if (at->png != NULL && memcmp(at->key, key, sizeof key) == 0)
        copy = malloc(at->n);
    if (copy != NULL) {
        memcpy(copy, at->png, at->n);
        *png = copy;
        *n = at->n;
    }
    (void)pthread_mutex_unlock(&c->mutex);
    return copy != NULL;
}

void picture_cache_put(struct picture_cache *c, const char *svg, size_t svg_n,
                       const unsigned char *png, size_t n)
{
    unsigned char key[KEY_BYTES];
    struct place *at = place_of(c, svg, svg_n, key);
    unsigned char *copy = n > 0 && n <= ONE_MAX ? malloc(n) : NULL;
    (void)pthread_mutex_lock(&c->mutex);
    c->drawn++;
    if (copy != NULL) {
        memcpy(copy, png, n);
        free(at->png);
        at->png = copy;
        at->n = n;
        memcpy(at->key, key, sizeof key);
    }
    (void)pthread_mutex_unlock(&c->mutex);
}

uint64_t picture_cache_drawn(struct picture_cache *c)
{
    (void)pthread_mutex_lock(&c->mutex);
    uint64_t drawn = c->drawn;
    (void)pthread_mutex_unlock(&c->mutex);
    return drawn;
}
