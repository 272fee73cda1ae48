/* reader.c - a handle that reads what is committed; who asks, and whether they may see a match. */
#include "service/core/reader.h"

#include "base/err.h"
#include "platform/clock.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/core/session_cache.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct reader {
    struct service *s;
    struct store *store;
    struct reader_kept kept[SERVICE_LEVEL_MAX + 1];
};

struct reader *reader_open(struct service *s, struct text *why)
{
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->s = s;
    if (store_open_reader(s->store, &r->store, why) < 0) {
        free(r);
        return NULL;
    }
    return r;
}

void reader_close(struct reader *r)
{
    if (r == NULL)
        return;
    for (int level = 0; level <= SERVICE_LEVEL_MAX; level++)
        json_decref(r->kept[level].view);
    store_close(r->store);
    free(r);
}

struct reader_kept *reader_kept(struct reader *r, int level)
{
    return &r->kept[level];
}

struct store *reader_store(struct reader *r)
{
    return r->store;
}

struct service *batch_reader_service(const struct reader *r)
{
    return r->s;
}

const struct service *reader_service(const struct reader *r)
{
    return r->s;
}

static void on_event(void *context, const struct store_event *e)
{
    (void)context;
    (void)e;
}

bool reader_ahead(struct reader *r, int64_t event, const struct topic *topics, int n)
{
    return store_is_shared(r->store) &&
           store_events(r->store, event, INT64_MAX, topics, n, 1, on_event, NULL) > 0;
}

void reader_wait(void)
{
    const struct timespec wait = {.tv_nsec = 2 * 1000 * 1000};
    (void)nanosleep(&wait, NULL);
}

int reader_check(struct reader *r)
{
    int64_t last;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = store_event_last(r->store, &last);
    store_end(r->store);
    return err;
}

int reader_session(struct reader *r, const char *secret, struct people_session *out)
{
    char hash[STORE_HASH_BYTES];
    int64_t now = clock_ms();
    uint64_t changes = session_cache_changes(r->s->session_cache); /* before the store is read */
    service_hash(secret, hash);
    if (session_cache_get(r->s->session_cache, hash, now, out))
        return 0;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = people_session_get(r->store, hash, out);
    store_end(r->store);
    if (err == 0)
        session_cache_put(r->s->session_cache, changes, now, out);
    return err;
}

int reader_session_lives(struct reader *r, const char *hash)
{
    struct people_session session;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = people_session_get(r->store, hash, &session);
    store_end(r->store);
    return err;
}

int reader_player(struct reader *r, const char *secret, struct store_player *out)
{
    struct people_session session;
    int err = reader_session(r, secret, &session);
    if (err == 0)
        *out = session.player;
    return err;
}

int64_t reader_player_named(struct reader *r, const char *name, int *err)
{
    struct store_player p = {.id = 0};
    *err = store_begin(r->store);
    if (*err < 0)
        return 0;
    *err = store_player_named(r->store, name, &p);
    store_end(r->store);
    return *err < 0 ? 0 : p.id;
}

bool service_session(struct service *s, const char *secret, struct people_session *out)
{
    char hash[STORE_HASH_BYTES];
    service_hash(secret, hash);
    return session_cache_get(s->session_cache, hash, clock_ms(), out);
}
