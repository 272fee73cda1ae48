/* service.c - opening and closing, secrets, and what is known without asking the store. */
#include "service/core/service.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/clock.h"
#include "service/analysis/collection.h"
#include "service/analysis/engine_queue.h"
#include "service/community/crowd.h"
#include "service/community/presence.h"
#include "service/core/arrivals.h"
#include "service/core/known.h"
#include "service/core/service_int.h"
#include "service/core/site_time.h"
#include "service/matches/lobby.h"
#include "service/matches/quick.h"
#include "service/people/passwords.h"
#include "service/tournaments/simuls.h"
#include "service/tournaments/tournaments.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const char engine_name[] = "engine";

enum { PASSWORD_THREADS = 2 };

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

int64_t service_now(const struct service *s)
{
    int64_t now;
    int64_t steady;
    s->time.read(s->time.context, &now, &steady);
    return s->holds ? steady + s->offset : now;
}

int64_t service_steady(const struct service *s)
{
    int64_t now;
    int64_t steady;
    s->time.read(s->time.context, &now, &steady);
    return steady;
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
        err = store_event_last(s->store, &last);
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

/* The parts that are told when a match ends. */
static work_on_over *const on_over[] = {tournaments_match_over, simuls_match_over, NULL};

/* Gives back what open_it took, also when it came only half way. */
static void release(struct service *s)
{
    crowd_free(s->crowd);
    presence_free(s->presence);
    lobby_free(s->lobby);
    quick_wishes_free(s->quick);
    arrivals_free(s->arrivals);
    collection_free(s->collection);
    engine_queue_free(s->queue);
    known_free(s->known);
    hub_free(s->hub);
    positions_free(s->positions);
    peers_close(s);
    store_close(s->reads);
    store_close(s->store);
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
    s->on_over = on_over;
    s->positions = positions_new();
    s->passwords = pool_new(PASSWORD_THREADS, NULL,
                            (struct pool_bounds){.most = PASSWORDS_QUEUE, .each = PASSWORDS_EACH});
    s->known = known_new();
    s->quick = quick_wishes_new();
    s->lobby = lobby_new();
    s->presence = presence_new();
    s->crowd = crowd_new();
    s->arrivals = arrivals_new();
    s->queue = engine_queue_new();
    if (err < 0 || s->arrivals == NULL || s->queue == NULL || s->positions == NULL ||
        s->passwords == NULL || s->known == NULL || s->quick == NULL || s->lobby == NULL ||
        s->presence == NULL || s->crowd == NULL) {
        pool_free(s->passwords);
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
    if (site->collection)
        s->collection = collection_new();
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
    s->known = known_new();
    if (s->hub == NULL || s->known == NULL || store_look(where, &s->store, why) < 0) {
        known_free(s->known);
        hub_free(s->hub);
        free(s);
        return NULL;
    }
    return s;
}

void service_close(struct service *s)
{
    pool_free(s->passwords); /* whose jobs end in orders */
    writer_stop(s);
    release(s);
}

struct hub *service_hub(struct service *s)
{
    return s->hub;
}

struct arrivals *service_arrivals(struct service *s)
{
    return s->arrivals;
}

struct engine_queue *service_engine_queue(struct service *s)
{
    return s->queue;
}

bool service_is_shared(const struct service *s)
{
    return store_is_shared(s->store);
}

struct pool *service_passwords(struct service *s)
{
    return s->passwords;
}

struct collection *service_collection(const struct service *s)
{
    return s->collection;
}

const struct service_site *service_site(const struct service *s)
{
    return &s->site;
}

int64_t service_engine(const struct service *s)
{
    return s->engine.id;
}

void service_hash(const char *secret, char hash[STORE_HASH_BYTES])
{
    unsigned char bytes[crypto_generichash_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2hex(hash, STORE_HASH_BYTES, bytes, sizeof bytes);
}

void service_secret(char secret[SERVICE_SECRET_BYTES], char hash[STORE_HASH_BYTES])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SERVICE_SECRET_BYTES, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    service_hash(secret, hash);
}

int service_bot_secret(struct service *s, const char *use, char secret[SERVICE_SECRET_BYTES])
{
    struct order o = {.kind = ORDER_SECRET, .asker = s->engine};
    o.u.secret.use = use;
    service_secret(secret, o.u.secret.hash);
    service_run(s, &o);
    return o.out.kind == OUTCOME_DONE ? 0 : ERR_STORE;
}

void service_stats(struct service *s, struct service_stats *out)
{
    *out = (struct service_stats){.orders = atomic_load(&s->stats.orders),
                                  .moves = atomic_load(&s->stats.moves),
                                  .commits = atomic_load(&s->stats.commits),
                                  .commit_us = atomic_load(&s->stats.commit_us),
                                  .failures = atomic_load(&s->stats.failures),
                                  .peer_events = atomic_load(&s->stats.peer_events),
                                  .mails_dropped = atomic_load(&s->stats.mails_dropped),
                                  .mails_unanswered = atomic_load(&s->stats.mails_unanswered),
                                  .waiting = atomic_load(&s->stats.waiting),
                                  .turned_ms = atomic_load(&s->stats.turned_ms),
                                  .refused = atomic_load(&s->stats.refused)};
}

void service_note_mail(struct service *s, bool dropped)
{
    (void)atomic_fetch_add(dropped ? &s->stats.mails_dropped : &s->stats.mails_unanswered, 1);
}

bool service_session(struct service *s, const char *secret, struct people_session *out)
{
    char hash[STORE_HASH_BYTES];
    service_hash(secret, hash);
    return known_get(s->known, hash, atomic_load(&s->people_changes), clock_ms(), out);
}

int service_watchers_of(const struct service *s, const struct known_seats *seats)
{
    return crowd_count(s, topic_match(seats->match), seats->players, seats->n);
}

int service_watchers(struct service *s, int64_t match)
{
    struct known_seats seats;
    if (!known_seats_get(s->known, match, atomic_load(&s->people_changes), clock_ms(), &seats))
        return ERR_NOT_FOUND;
    return service_watchers_of(s, &seats);
}
