#include "service/core/session_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Up to WAYS sessions that share a set keep their places. */
enum { SETS = 1024, WAYS = 8, MATCHES = 4096, PLAYERS = 4096, KEEP_MS = 60 * 1000 };

struct place {
    struct people_session session;
    uint64_t changes;
    int64_t at_ms;
};

struct seated {
    struct cached_seats seats;
    uint64_t changes;
    int64_t at_ms;
    uint32_t events; /* of all matches that have this place */
};

struct session_cache {
    pthread_mutex_t mutex;
    uint64_t changes;               /* counts */
    uint64_t everybody, seats;      /* the last change of all players, and of all seats */
    uint64_t players[PLAYERS];      /* the last one of a player, by the number */
    struct seated seated[MATCHES];  /* by match % MATCHES; match 0: free */
    struct place *sets[SETS][WAYS]; /* by the hash; NULL: free */
};

struct session_cache *session_cache_new(void)
{
    struct session_cache *k = calloc(1, sizeof *k);
    if (k != NULL)
        (void)pthread_mutex_init(&k->mutex, NULL);
    return k;
}

void session_cache_free(struct session_cache *k)
{
    if (k == NULL)
        return;
    for (int i = 0; i < SETS * WAYS; i++)
        free(k->sets[i / WAYS][i % WAYS]);
    (void)pthread_mutex_destroy(&k->mutex);
    free(k);
}

/* The text is already a hash, so any of its bits will do. */
static unsigned set_of(const char *hash)
{
    unsigned n = 0;
    for (int i = 0; i < 8 && hash[i] != '\0'; i++)
        n = n * 31 + (unsigned char)hash[i];
    return n % SETS;
}

static uint64_t *player_of(struct session_cache *k, int64_t player)
{
    return &k->players[(uint64_t)player % PLAYERS];
}

void session_cache_touched(struct session_cache *k, const struct touched *t)
{
    (void)pthread_mutex_lock(&k->mutex);
    k->changes++;
    if (t->everybody)
        k->everybody = k->changes;
    if (t->seats)
        k->seats = k->changes;
    for (int i = 0; i < t->players_n; i++)
        *player_of(k, t->players[i]) = k->changes;
    (void)pthread_mutex_unlock(&k->mutex);
}

uint64_t session_cache_changes(struct session_cache *k)
{
    (void)pthread_mutex_lock(&k->mutex);
    uint64_t changes = k->changes;
    (void)pthread_mutex_unlock(&k->mutex);
    return changes;
}

static bool find(struct session_cache *k, const char *hash, int64_t now_ms,
                 struct people_session *out)
{
    struct place *const *set = k->sets[set_of(hash)];
    for (int i = 0; i < WAYS && set[i] != NULL; i++) {
        const struct place *p = set[i];
        if (strcmp(p->session.hash, hash) == 0 && p->changes >= k->everybody &&
            p->changes >= *player_of(k, p->session.player.id) && now_ms - p->at_ms < KEEP_MS) {
            *out = p->session;
            return true;
        }
    }
    return false;
}

bool session_cache_get(struct session_cache *k, const char *hash, int64_t now_ms,
                       struct people_session *out)
{
    (void)pthread_mutex_lock(&k->mutex);
    bool found = find(k, hash, now_ms, out);
    (void)pthread_mutex_unlock(&k->mutex);
    return found;
}

static void keep(struct place **set, const struct place *p)
{
    int at = 0;
    /* Its own place, else a free place, else the place of the oldest entry. */
    for (int i = 0; i < WAYS; i++) {
        if (set[i] == NULL || strcmp(set[i]->session.hash, p->session.hash) == 0) {
            at = i;
            break;
        }
        if (set[i]->at_ms < set[at]->at_ms)
            at = i;
    }
    if (set[at] == NULL)
        set[at] = malloc(sizeof *set[at]);
    if (set[at] != NULL)
        *set[at] = *p;
}

void session_cache_put(struct session_cache *k, uint64_t changes, int64_t now_ms,
                       const struct people_session *n)
{
    const struct place p = {*n, changes, now_ms};
    (void)pthread_mutex_lock(&k->mutex);
    keep(k->sets[set_of(n->hash)], &p);
    (void)pthread_mutex_unlock(&k->mutex);
}

static struct seated *seated_of(struct session_cache *k, int64_t match)
{
    return &k->seated[(uint64_t)match % MATCHES];
}

bool session_cache_seats_get(struct session_cache *k, int64_t match, int64_t now_ms,
                             struct cached_seats *out)
{
    (void)pthread_mutex_lock(&k->mutex);
    const struct seated t = *seated_of(k, match);
    uint64_t changed = k->seats;
    (void)pthread_mutex_unlock(&k->mutex);
    *out = t.seats;
    return t.seats.match == match && t.changes >= changed && now_ms - t.at_ms < KEEP_MS;
}

uint32_t session_cache_seats_events(struct session_cache *k, int64_t match)
{
    (void)pthread_mutex_lock(&k->mutex);
    uint32_t events = seated_of(k, match)->events;
    (void)pthread_mutex_unlock(&k->mutex);
    return events;
}

void session_cache_seats_put(struct session_cache *k, uint64_t changes, uint32_t events,
                             int64_t now_ms, const struct cached_seats *seats)
{
    (void)pthread_mutex_lock(&k->mutex);
    struct seated *t = seated_of(k, seats->match);
    if (!seats->open || t->events == events)
        *t = (struct seated){*seats, changes, now_ms, t->events};
    (void)pthread_mutex_unlock(&k->mutex);
}

void session_cache_seats_event(struct session_cache *k, int64_t match)
{
    (void)pthread_mutex_lock(&k->mutex);
    struct seated *t = seated_of(k, match);
    t->events++;
    if (t->seats.match == match && t->seats.open)
        t->seats.match = 0;
    (void)pthread_mutex_unlock(&k->mutex);
}
