/* open.c - opens and closes the service: its store, its features, its threads. */
#include "service/run/open.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/clock.h"
#include "service/core/arrivals.h"
#include "service/core/mail_state.h"
#include "service/core/site_time.h"
#include "service/run/features.h"
#include "service/run/run.h"
#include <sodium.h>
#include <stdlib.h>

static const char engine_name[] = "engine";

/* Both of one moment: read again when the thread was held up in between. */
static void read_system_time(void *context, int64_t *unix_ms, int64_t *steady_ms)
{
    enum { TRIES = 5, APART_MS = 20 };
    (void)context;
    for (int i = 0; i < TRIES; i++) {
        int64_t before = clock_ms();
        *unix_ms = clock_unix_ms();
        *steady_ms = clock_ms();
        if (*steady_ms - before <= APART_MS)
            return;
    }
}

/* Makes the engine's account at the first start; forgets old sessions. */
static int settle_in(struct service *s)
{
    enum { KEEP_SESSIONS_DAYS = 366 }; /* a cookie lasts for a year */
    int err = store_begin(s->store);
    if (err < 0)
        return err;
    err = site_time_wake_up(s);
    int64_t now = service_now(s);
    if (err == 0)
        err = store_player_named(s->store, engine_name, &s->engine);
    if (err == ERR_NOT_FOUND) {
        int64_t id;
        err = store_player_add(s->store, PLAYER_BOT, engine_name, now, &id);
        if (err == 0)
            err = store_player_get(s->store, id, &s->engine);
    }
    if (err == 0)
        err = store_sessions_trim(s->store, now - KEEP_SESSIONS_DAYS * DAY_MS);
    int64_t last = 0;
    if (err == 0)
        err = store_settled(s->store, &last);
    if (err == 0)
        err = store_commit(s->store);
    if (err < 0) {
        store_rollback(s->store);
        return err;
    }
    s->seen = last;
    s->hub = hub_new(last);
    return s->hub != NULL ? 0 : ERR_NO_MEMORY;
}

#define FEATURE_ROW(name) &feature_##name,
static const struct feature *const features[] = {SERVICE_FEATURES(FEATURE_ROW) NULL};

static void stop(struct service *s)
{
    for (size_t i = 0; features[i] != NULL; i++)
        if (features[i]->stop != NULL)
            features[i]->stop(s);
}

/* Gives back what open_it took, also when it came only half way. */
static void release(struct service *s)
{
    for (size_t i = ARRAY_LEN(features) - 1; i-- > 0;)
        if (features[i]->close != NULL)
            features[i]->close(s);
    arrivals_free(s->arrivals);
    mail_state_free(s->mail_state);
    session_cache_free(s->session_cache);
    hub_free(s->hub);
    peers_close(s);
    store_close(s->reads);
    store_close(s->store);
    event_list_cut(&s->held, 0);
    free(s->held.events);
    free(s->events.events);
    free(s);
}

static struct service *open_it(const char *where, const struct service_time *time, bool begun,
                               struct text *why)
{
    static const struct service_time system_time = {read_system_time, NULL};
    if (sodium_init() < 0) {
        text_str(why, "cannot start libsodium");
        return NULL;
    }
    struct service *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->time = time != NULL ? *time : system_time;
    int err = store_open(where, &s->store, why);
    if (err == 0) {
        err = settle_in(s);
        if (err < 0)
            text_str(why, store_failure(s->store));
    }
    if (err == 0)
        err = store_open_reader(s->store, &s->reads, why);
    if (err == 0)
        err = peers_open(s, why);
    s->features = features;
    s->apply = orders_apply;
    s->session_cache = session_cache_new();
    s->arrivals = arrivals_new();
    s->mail_state = mail_state_new();
    bool opened =
        err == 0 && s->session_cache != NULL && s->arrivals != NULL && s->mail_state != NULL;
    for (size_t i = 0; opened && features[i] != NULL; i++)
        opened = features[i]->open == NULL || features[i]->open(s);
    if (!opened) {
        stop(s);
        release(s);
        return NULL;
    }
    atomic_init(&s->begun, begun);
    writer_start(s);
    return s;
}

struct service *service_open(const char *where, struct text *why)
{
    return open_it(where, NULL, true, why);
}

struct service *service_open_at(const char *where, const struct service_time *time,
                                struct text *why)
{
    return open_it(where, time, true, why);
}

struct service *service_prepare(const char *where, struct text *why)
{
    return open_it(where, NULL, false, why);
}

void service_begin(struct service *s, const struct service_site *site)
{
    s->site = *site;
    for (size_t i = 0; features[i] != NULL; i++)
        if (features[i]->begin != NULL)
            features[i]->begin(s, site);
    atomic_store(&s->begun, true);
}

struct service *service_look(const char *where, struct text *why)
{
    struct service *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->looks = true;
    s->time = (struct service_time){.read = read_system_time};
    s->hub = hub_new(0);
    s->session_cache = session_cache_new();
    if (s->hub == NULL || s->session_cache == NULL || store_look(where, &s->store, why) < 0) {
        session_cache_free(s->session_cache);
        hub_free(s->hub);
        free(s);
        return NULL;
    }
    return s;
}

void service_close(struct service *s)
{
    stop(s);
    writer_stop(s);
    release(s);
}
