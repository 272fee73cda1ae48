#include "service/known.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 8192, KEEP_MS = 60 * 1000 };

struct place {
    struct people_session session;
    uint64_t changes;
    int64_t at_ms;
};

struct known {
    struct place *places[PLACES]; /* by the hash; NULL: free */
};

struct known *known_new(void)
{
    return calloc(1, sizeof(struct known));
}

void known_free(struct known *k)
{
    for (int i = 0; k != NULL && i < PLACES; i++)
        free(k->places[i]);
    free(k);
}

/* The hash is one already: any of its bits will do. */
static int place_of(const char *hash)
{
    unsigned n = 0;
    for (int i = 0; i < 8 && hash[i] != '\0'; i++)
        n = n * 31 + (unsigned char)hash[i];
    return (int)(n % PLACES);
}

bool known_get(const struct known *k, const char *hash, uint64_t changes, int64_t now_ms,
               struct people_session *out)
{
    const struct place *p = k->places[place_of(hash)];
    if (p == NULL || p->changes != changes || now_ms - p->at_ms >= KEEP_MS ||
        strcmp(p->session.hash, hash) != 0)
        return false;
    *out = p->session;
    return true;
}

void known_put(struct known *k, uint64_t changes, int64_t now_ms, const struct people_session *n)
{
    struct place **p = &k->places[place_of(n->hash)];
    if (*p == NULL)
        *p = malloc(sizeof **p);
    if (*p != NULL)
        **p = (struct place){*n, changes, now_ms};
}
