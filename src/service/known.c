#include "service/known.h"

#include <stdlib.h>
#include <string.h>

/* Sessions that share a set do not drive each other out before there are WAYS of them. */
enum { SETS = 1024, WAYS = 8, KEEP_MS = 60 * 1000 };

struct place {
    struct people_session session;
    uint64_t changes;
    int64_t at_ms;
};

struct known {
    struct place *sets[SETS][WAYS]; /* by the hash; NULL: free */
};

struct known *known_new(void)
{
    return calloc(1, sizeof(struct known));
}

void known_free(struct known *k)
{
    for (int i = 0; k != NULL && i < SETS * WAYS; i++)
        free(k->sets[i / WAYS][i % WAYS]);
    free(k);
}

/* The hash is one already: any of its bits will do. */
static unsigned set_of(const char *hash)
{
    unsigned n = 0;
    for (int i = 0; i < 8 && hash[i] != '\0'; i++)
        n = n * 31 + (unsigned char)hash[i];
    return n % SETS;
}

bool known_get(const struct known *k, const char *hash, uint64_t changes, int64_t now_ms,
               struct people_session *out)
{
    struct place *const *set = k->sets[set_of(hash)];
    for (int i = 0; i < WAYS && set[i] != NULL; i++) {
        const struct place *p = set[i];
        if (strcmp(p->session.hash, hash) == 0 && p->changes == changes &&
            now_ms - p->at_ms < KEEP_MS) {
            *out = p->session;
            return true;
        }
    }
    return false;
}

void known_put(struct known *k, uint64_t changes, int64_t now_ms, const struct people_session *n)
{
    struct place **set = k->sets[set_of(n->hash)];
    int at = 0;
    /* Its own place, else a free one, else that of the oldest. */
    for (int i = 0; i < WAYS; i++) {
        if (set[i] == NULL || strcmp(set[i]->session.hash, n->hash) == 0) {
            at = i;
            break;
        }
        if (set[i]->at_ms < set[at]->at_ms)
            at = i;
    }
    if (set[at] == NULL)
        set[at] = malloc(sizeof *set[at]);
    if (set[at] != NULL)
        *set[at] = (struct place){*n, changes, now_ms};
}
