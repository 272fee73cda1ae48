/* service.c - opening and closing, secrets, and reading.
 *
 * Over 600 lines because struct reader stays in one file with all functions that read by it. */
#include "service/service.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/clock.h"
#include "service/arrivals.h"
#include "service/audience.h"
#include "service/batch.h"
#include "service/collection.h"
#include "service/delay.h"
#include "service/engine_queue.h"
#include "service/known.h"
#include "service/lobby.h"
#include "service/moderation.h"
#include "service/passwords.h"
#include "service/presence.h"
#include "service/quick.h"
#include "service/ratings.h"
#include "service/service_int.h"
#include "service/site_time.h"
#include "service/tournaments.h"
#include "store/social.h"
#include <sodium.h>
#include <stdio.h>
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

struct service *service_open(const char *where, struct text *why)
{
    return service_open_at(where, NULL, why);
}

/* Who hears that a match has ended. */
static work_on_over *const on_over[] = {tournaments_match_over, NULL};

/* Gives back what service_open_at took, also when it came only half way. */
static void release(struct service *s)
{
    presence_free(s->presence);
    lobby_free(s->lobby);
    quick_free(s->quick);
    arrivals_free(s->arrivals);
    collection_free(s->collection);
    engine_queue_free(s->queue);
    known_free(s->known);
    hub_free(s->hub);
    positions_free(s->positions);
    peers_close(s);
    store_close(s->store);
    free(s->events.events);
    free(s);
}

struct service *service_open_at(const char *where, const struct service_time *time,
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
        err = peers_open(s, why);
    s->on_over = on_over;
    s->positions = positions_new();
    s->passwords = pool_new(PASSWORD_THREADS, NULL,
                            (struct pool_bounds){.most = PASSWORDS_QUEUE, .each = PASSWORDS_EACH});
    s->known = known_new();
    s->quick = quick_new();
    s->lobby = lobby_new();
    s->presence = presence_new();
    s->arrivals = arrivals_new();
    s->queue = engine_queue_new();
    if (err < 0 || s->arrivals == NULL || s->queue == NULL || s->positions == NULL ||
        s->passwords == NULL || s->known == NULL || s->quick == NULL || s->lobby == NULL ||
        s->presence == NULL) {
        pool_free(s->passwords);
        release(s);
        return NULL;
    }
    writer_start(s);
    return s;
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

void service_site_set(struct service *s, const struct service_site *site)
{
    s->site = *site;
    if (site->collection && s->collection == NULL)
        s->collection = collection_new();
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

struct reader {
    struct service *s;
    struct store *store;
};

struct reader *service_reader_open(struct service *s, struct text *why)
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

void service_reader_close(struct reader *r)
{
    if (r == NULL)
        return;
    store_close(r->store);
    free(r);
}

struct store *service_reader_store(struct reader *r)
{
    return r->store;
}

static void end(struct reader *r)
{
    if (store_commit(r->store) < 0)
        store_rollback(r->store);
}

struct service *batch_reader_service(const struct reader *r)
{
    return r->s;
}

const struct service *service_reader_service(const struct reader *r)
{
    return r->s;
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

int reader_check(struct reader *r)
{
    int64_t last;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = store_event_last(r->store, &last);
    end(r);
    return err;
}

bool service_session(struct service *s, const char *secret, struct people_session *out)
{
    char hash[STORE_HASH_BYTES];
    service_hash(secret, hash);
    return known_get(s->known, hash, atomic_load(&s->people_changes), clock_ms(), out);
}

int reader_session(struct reader *r, const char *secret, struct people_session *out)
{
    char hash[STORE_HASH_BYTES];
    int64_t now = clock_ms();
    uint64_t changes = atomic_load(&r->s->people_changes); /* before the store is read */
    service_hash(secret, hash);
    if (known_get(r->s->known, hash, changes, now, out))
        return 0;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = people_session_get(r->store, hash, out);
    end(r);
    if (err == 0)
        known_put(r->s->known, changes, now, out);
    return err;
}

int reader_session_lives(struct reader *r, const char *hash)
{
    struct people_session session;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = people_session_get(r->store, hash, &session);
    end(r);
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
    end(r);
    return *err < 0 ? 0 : p.id;
}

int reader_may_see(struct reader *r, int64_t match, int64_t asker, const char *invite)
{
    struct store_match m;
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = store_match_get(r->store, match, &m);
    end(r);
    return err < 0 ? err : audience_may_see(&m, asker, invite) ? 0 : ERR_NOT_FOUND;
}

static void add_move(void *context, const struct store_move *m)
{
    json_array_append_new(context,
                          json_pack("{si si si ss sI}", "ply", m->ply, "seat", m->seat, "side",
                                    m->side, "move", m->move, "at", (json_int_t)m->at));
}

/* The chat of a match without the lines of those whom the reader has blocked. */
struct chat_list {
    json_t *out;
    const struct store_match *m;
    int64_t blocked[STORE_SEATS_MAX + 1];
    int blocked_n;
};

static void note_blocked(void *context, const struct store_player *p)
{
    struct chat_list *l = context;
    bool here = p->id == l->m->creator;
    for (int i = 0; i < l->m->seats_n; i++)
        here = here || p->id == l->m->seats[i].player.id;
    if (here && l->blocked_n < (int)ARRAY_LEN(l->blocked))
        l->blocked[l->blocked_n++] = p->id;
}

/* Moves until a ply. */
struct shown {
    json_t *moves;
    int until;
};

static void add_shown(void *context, const struct store_move *m)
{
    const struct shown *s = context;
    if (m->ply <= s->until)
        add_move(s->moves, m);
}

static void add_chat(void *context, const struct store_chat *line)
{
    const struct chat_list *l = context;
    for (int i = 0; i < l->blocked_n; i++)
        if (l->blocked[i] == line->player.id)
            return;
    json_array_append_new(l->out, view_chat(line));
}

static struct known_seats seats_of(const struct store_match *m)
{
    struct known_seats seats = {.match = m->id, .open = m->state == MATCH_OPEN};
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id != 0)
            seats.players[seats.n++] = m->seats[i].player.id;
    return seats;
}

/* Those who watch: they listen to the match and sit nowhere in it. */
static int watchers(const struct service *s, const struct known_seats *seats)
{
    return hub_count(s->hub, topic_match(seats->match), seats->players, seats->n);
}

/* Reads a match in a transaction of its own, and remembers who sits in it. */
static int read_match(struct reader *r, int64_t match, struct store_match *m)
{
    uint64_t changes = atomic_load(&r->s->people_changes);
    uint32_t events = known_seats_events(r->s->known, match);
    int err = store_begin(r->store);
    if (err < 0)
        return err;
    err = store_match_get(r->store, match, m);
    end(r);
    if (err < 0)
        return err;
    struct known_seats seats = seats_of(m);
    known_seats_put(r->s->known, changes, events, clock_ms(), &seats);
    return 0;
}

int reader_topic(struct reader *r, int64_t match, int64_t asker, const char *invite, topic_t *out)
{
    struct store_match m;
    int err = read_match(r, match, &m);
    if (err == 0 && !audience_may_see(&m, asker, invite))
        err = ERR_NOT_FOUND;
    if (err < 0)
        return err;
    bool delayed = m.delay_plies != 0 || m.delay_ms != 0;
    *out = delayed && delay_inside(&m, asker) ? topic_inside(match) : topic_match(match);
    return 0;
}

int service_watchers(struct service *s, int64_t match)
{
    struct known_seats seats;
    if (!known_seats_get(s->known, match, atomic_load(&s->people_changes), clock_ms(), &seats))
        return ERR_NOT_FOUND;
    return watchers(s, &seats);
}

int reader_watchers(struct reader *r, int64_t match)
{
    struct store_match m;
    int n = service_watchers(r->s, match);
    if (n >= 0)
        return n;
    int err = read_match(r, match, &m);
    if (err < 0)
        return err;
    struct known_seats seats = seats_of(&m);
    return watchers(r->s, &seats);
}

json_t *reader_match(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err)
{
    struct store_match m;
    json_t *out = NULL;
    json_t *moves = json_array();
    json_t *chat = json_array();
    struct chat_list lines = {.out = chat, .m = &m};
    int64_t event = 0;
    *err = store_begin(r->store);
    if (*err < 0)
        goto out;
    json_t *ratings = NULL;
    json_t *annulled = NULL;
    *err = store_match_get(r->store, match, &m);
    if (*err == 0 && ratings_count(&m)) {
        ratings = ratings_of_match(r->store, match);
        annulled = json_is_null(ratings) ? moderation_annulled(r->store, match) : NULL;
    }
    if (*err == 0 && !audience_view(&m, asker, invite))
        *err = ERR_NOT_FOUND;
    if (*err == 0)
        *err = store_event_last(r->store, &event);
    struct shown shown = {moves, *err == 0 ? m.ply : 0};
    if (*err == 0)
        *err = store_moves(r->store, match, add_shown, &shown);
    if (*err == 0 && asker != 0)
        *err = social_blocked(r->store, asker, note_blocked, &lines);
    if (*err == 0)
        *err = store_chats(r->store, match, add_chat, &lines);
    end(r);
    if (*err < 0) {
        json_decref(ratings);
        json_decref(annulled);
        goto out;
    }
    struct known_seats seats = seats_of(&m);
    out = view_match(&m, asker, watchers(r->s, &seats));
    json_object_set(out, "moves", moves);
    json_object_set(out, "chat", chat);
    json_object_set_new(out, "event", json_integer(event));
    json_object_set_new(out, "now", json_integer(service_now(r->s)));
    if (ratings != NULL)
        json_object_set_new(out, "ratings", ratings);
    if (annulled != NULL)
        json_object_set_new(out, "annulled", annulled);
out:
    json_decref(moves);
    json_decref(chat);
    return out;
}

/* A page of matches: at most `limit` of the n that were read. rest: below which others may be; 0:
 * none. */
static json_t *view_page(const struct reader *r, struct store_match *list, int n, int limit,
                         int64_t rest, int64_t asker)
{
    json_t *matches = json_array();
    for (int i = 0; i < n && i < limit; i++) {
        /* Which private ones are among them the store has seen to. */
        if (!audience_view(&list[i], asker, NULL))
            continue;
        struct known_seats seats = seats_of(&list[i]);
        json_array_append_new(matches, view_match(&list[i], asker, watchers(r->s, &seats)));
    }
    json_t *next = n > limit   ? json_integer(list[limit - 1].id)
                   : rest != 0 ? json_integer(rest)
                               : json_null();
    return json_pack("{so so sI}", "matches", matches, "next", next, "now",
                     (json_int_t)service_now(r->s));
}

/* A page of a list or of a search (the other is NULL). */
static json_t *read_page(struct reader *r, const struct store_filter *f,
                         const struct store_search *search, int64_t asker, int *err)
{
    ASSERT((f == NULL) != (search == NULL));
    int limit = f != NULL ? f->limit : search->limit;
    ASSERT(limit >= 1 && limit <= SERVICE_LIST_MAX);
    struct store_match *list = calloc((size_t)limit + 1, sizeof *list);
    if (list == NULL) {
        *err = ERR_NO_MEMORY;
        return NULL;
    }
    int64_t rest = 0;
    int n = store_begin(r->store);
    if (n == 0 && f != NULL) {
        struct store_filter more = *f;
        more.limit++; /* one more tells whether there is a next page */
        n = store_match_list(r->store, &more, list);
        end(r);
    } else if (n == 0) {
        struct store_search more = *search;
        more.limit++;
        n = store_match_search(r->store, &more, list, &rest);
        end(r);
    }
    *err = n < 0 ? n : 0;
    json_t *out = n >= 0 ? view_page(r, list, n, limit, rest, asker) : NULL;
    free(list);
    return out;
}

json_t *reader_matches(struct reader *r, const struct store_filter *f, int64_t asker, int *err)
{
    return read_page(r, f, NULL, asker, err);
}

json_t *reader_search(struct reader *r, const struct store_search *f, int64_t asker, int *err)
{
    return read_page(r, NULL, f, asker, err);
}

json_t *reader_challenges(struct reader *r, int64_t player, int *err)
{
    struct store_match *list = calloc(SERVICE_LIST_MAX, sizeof *list);
    struct store_filter f = {
        .state = MATCH_OPEN, .mine = player, .viewer = player, .limit = SERVICE_LIST_MAX};
    json_t *in = json_array();
    json_t *out = json_array();
    json_t *answer = NULL;
    *err = list != NULL ? store_begin(r->store) : ERR_NO_MEMORY;
    if (*err < 0)
        goto out;
    int n = store_match_asked(r->store, player, SERVICE_LIST_MAX, list);
    for (int i = 0; i < n; i++)
        json_array_append_new(in, view_match(&list[i], player, 0));
    *err = n < 0 ? n : 0;
    n = n < 0 ? n : store_match_list(r->store, &f, list);
    for (int i = 0; i < n; i++)
        if (list[i].creator == player)
            json_array_append_new(out, view_match(&list[i], player, 0));
    *err = n < 0 ? n : 0;
    end(r);
    if (*err == 0)
        answer =
            json_pack("{sO sO sI}", "in", in, "out", out, "now", (json_int_t)service_now(r->s));
out:
    json_decref(in);
    json_decref(out);
    free(list);
    return answer;
}

json_t *reader_vacation(struct reader *r, int64_t player, int *err)
{
    struct store_vacation v = {0, 0, 0, 0};
    *err = store_begin(r->store);
    if (*err < 0)
        return NULL;
    *err = store_vacation_get(r->store, player, &v);
    end(r);
    if (*err < 0)
        return NULL;
    vacation_now(&v, service_now(r->s));
    return json_pack("{so si si}", "until", v.until != 0 ? json_integer(v.until) : json_null(),
                     "left_days", VACATION_DAYS - v.days, "year", v.year);
}

struct find_line {
    int64_t id;
    json_t *out;
};

static void on_line(void *context, const struct store_chat *line)
{
    struct find_line *f = context;
    if (line->id == f->id && f->out == NULL)
        f->out = view_chat(line);
}

json_t *reader_chat_line(struct reader *r, int64_t match, int64_t line, int *err)
{
    struct find_line f = {line, NULL};
    *err = store_begin(r->store);
    if (*err < 0)
        return NULL;
    *err = store_chats(r->store, match, on_line, &f);
    end(r);
    if (*err == 0 && f.out == NULL)
        *err = ERR_NOT_FOUND;
    return f.out;
}
