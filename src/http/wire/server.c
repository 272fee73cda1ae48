/* server.c - the server as a whole: the way of an exchange from head to end, the rate limits of the
 * site, and how everything starts and stops. */
#include "http/wire/http_int.h"

#include "base/err.h"
#include "http/matches/picture_cache.h"
#include "http/wire/daemon.h"
#include "http/wire/listen.h"
#include "platform/clock.h"
#include "platform/log.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONNECTIONS_PER_ADDRESS = 1000,
    BODY_US_MAX = 30 * 1000 * 1000, /* a body that comes more slowly is cut off */
};

/* --- one exchange --- */

static void on_head(void *context, struct exchange *e)
{
    struct request *r = exchange_room(e);
    request_init(r, context, e);
    r->body_max = route_body_limit(r);
    if (request_answered(r))
        return;
    /* A body that is not read costs nothing. */
    if (route_is_unwanted_mail(r))
        answer_header(r, "Connection", "close");
}

static bool on_body(struct exchange *e, const char *bytes, size_t n)
{
    struct request *r = exchange_room(e);
    return request_take_body(r, bytes, n) && clock_us() - r->started_us <= BODY_US_MAX;
}

static void on_whole(struct exchange *e)
{
    struct request *r = exchange_room(e);
    /* The time that it waits from now on is not its sender's fault. */
    r->order.from_ms = service_steady(r->http->service);
    if (strncmp(r->path, "/api/", 5) == 0)
        routes_handle(r);
    else if (!metrics_handle(r) && !security_txt_handle(r))
        files_handle(r);
}

static void on_resumed(struct exchange *e)
{
    request_resumed(exchange_room(e));
}

/* One line for each request, as text or JSON. The path is without what follows the question mark,
 * which may hold invitations. */
static void log_request(struct request *r)
{
    char at[LOG_TIME_BYTES];
    char method[24];
    char path[400];
    long long took_us = (long long)(clock_us() - r->started_us);
    if (!log_is_json()) {
        log_quote(r->path, path, (int)sizeof path);
        fprintf(stderr, "%s %s %.*s %d %lld us %s\n", r->client.address, r->method,
                (int)strlen(path) - 2, path + 1, exchange_status(r->exchange), took_us, r->mark);
        return;
    }
    char from[80];
    log_time(at);
    log_quote(r->client.address, from, (int)sizeof from);
    log_quote(r->method, method, (int)sizeof method);
    log_quote(r->path, path, (int)sizeof path);
    fprintf(stderr,
            "{\"at\":\"%s\",\"level\":\"info\",\"request\":\"%s\",\"address\":%s,"
            "\"player\":%lld,\"method\":%s,\"path\":%s,\"status\":%d,\"us\":%lld}\n",
            at, r->mark, from, (long long)r->asker.id, method, path, exchange_status(r->exchange),
            took_us);
}

/* What the request cost, for the operator (anomaly.h). */
static void note_work(struct request *r, int status)
{
    enum { LEAST_US = 50 }; /* reading it, and writing the answer */
    char line[ANOMALY_LINE_BYTES];
    struct anomaly *a = &r->http->anomaly;
    int64_t now = clock_ms();
    while (anomaly_turn(a, now, line) != 0)
        log_error("%s", line);
    anomaly_note(a, now, r->client.address, LEAST_US + r->worked_us);
    /* Wrong passwords, codes and passkeys, and guesses beyond the limit. */
    if ((status == 401 || status == 429) && strncmp(r->path, "/api/signin", 11) == 0) {
        anomaly_miss(a, now);
        r->http->metrics.signin_misses++;
    }
}

static void on_end(struct exchange *e)
{
    struct request *r = exchange_room(e);
    arrivals_remove(service_arrivals(r->http->service), &r->arrival);
    metrics_count(&r->http->metrics, exchange_status(e), clock_us() - r->started_us);
    note_work(r, exchange_status(e));
    if (r->http->options.log)
        log_request(r);
    /* The client has gone before its answer; an exchange whose order is under way is suspended, so
     * it cannot end before that is done. */
    if (r->waits)
        (void)atomic_fetch_sub(&r->http->under_way, 1);
    request_done(r);
}

/* --- the server --- */

/* The threads that wait for the store, each with a connection to it. */
static int start_readers(struct http *h, struct text *why)
{
    void *own[READERS];
    for (int i = 0; i < READERS; i++) {
        own[i] = h->reader[i] = reader_open(h->service, why);
        if (own[i] == NULL)
            return ERR_STORE;
    }
    const struct pool_bounds bounds = {.most = 4096, .each = 256};
    void *own_lookups = h->lookups_reader = reader_open(h->service, why);
    if (own_lookups == NULL)
        return ERR_STORE;
    h->readers = pool_new(READERS, own, bounds);
    h->lookups = pool_new(1, &own_lookups, bounds);
    h->pictures = picture_cache_new();
    if (h->readers != NULL && h->lookups != NULL && h->pictures != NULL)
        return 0;
    text_str(why, "cannot start a thread: out of memory");
    return ERR_NO_MEMORY;
}

static void stop_readers(struct http *h)
{
    pool_free(h->lookups);
    pool_free(h->readers);
    picture_cache_free(h->pictures);
    reader_close(h->lookups_reader);
    for (int i = 0; i < READERS; i++)
        reader_close(h->reader[i]);
}

/* A /48 is a large customer: an office, or a provider that gives out less than it should. */
static void widen(struct limit *wide, const struct limit *l)
{
    enum { TIMES = 8 };
    wide->burst = l->burst * TIMES;
    wide->refill_ms = l->refill_ms / TIMES;
}

static void set_limits(struct http *h)
{
    /* Generous: a school class behind one address plays at once. */
    h->guests.burst = 60;
    h->guests.refill_ms = 2000;
    h->matches.burst = 120;
    h->matches.refill_ms = 1000;
    h->commands.burst = 60;
    h->commands.refill_ms = 1000;
    widen(&h->guests_wide, &h->guests);
    widen(&h->matches_wide, &h->matches);
    widen(&h->commands_wide, &h->commands);
    h->writes.burst = 400;
    h->writes.refill_ms = 20;
    /* Passwords are guessed slowly, from one address and for one name. */
    h->signins.burst = 30;
    h->signins.refill_ms = 5 * 1000;
    widen(&h->signins_wide, &h->signins);
    h->exports.burst = 3;
    h->exports.refill_ms = 5 * 60 * 1000;
    h->names.burst = 10;
    h->names.refill_ms = 30 * 1000;
}

static bool start_daemon(struct http *h)
{
    const struct daemon_calls calls = {
        .room_bytes = sizeof(struct request),
        .context = h,
        .head = on_head,
        .body = on_body,
        .whole = on_whole,
        .resumed = on_resumed,
        .end = on_end,
    };
    /* Requests are short, streams last. */
    unsigned sockets_n = listen_sockets_max();
    h->streams_max = (int)(sockets_n - sockets_n / 3);
    const struct daemon_options o = {
        .socket = h->socket,
        .connections_max = sockets_n / 3,
        .per_address_max = head_trusts(&h->options.proxies) ? 0 : CONNECTIONS_PER_ADDRESS,
        .log = h->options.log,
    };
    h->daemon = daemon_new(&o, &calls);
    if (h->daemon == NULL)
        return false;
    h->loop = daemon_loop(h->daemon);
    return daemon_start(h->daemon);
}

struct http *http_start(struct service *s, const struct http_options *o, struct text *why)
{
    struct http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->service = s;
    h->options = *o;
    h->socket = -1;
    set_limits(h);
    randombytes_buf(&h->seed, sizeof h->seed);
    if (start_readers(h, why) < 0)
        goto failed;
    h->socket = listen_open(o->listen, h->url, sizeof h->url, why);
    if (h->socket < 0)
        goto failed;
    if (start_daemon(h))
        return h;
    text_str(why, "cannot start the HTTP server");
failed:
    daemon_free(h->daemon);
    if (h->socket >= 0)
        (void)close(h->socket);
    stop_readers(h);
    free(h);
    return NULL;
}

const char *http_url(const struct http *h)
{
    return h->url;
}

static void wait_for_answers(const struct http *h)
{
    enum { WAIT_MS = 5000 };
    int64_t until = clock_ms() + WAIT_MS;
    while (atomic_load(&h->under_way) > 0 && clock_ms() < until)
        (void)usleep(1000);
}

void http_stop(struct http *h)
{
    daemon_quiesce(h->daemon);
    atomic_store(&h->stopping, true);
    hub_close(service_hub(h->service));
    wait_for_answers(h);
    export_stop(h);
    /* Requests that wait for a slow store get a late answer rather than none. */
    pool_stop(h->lookups);
    pool_stop(h->readers);
    wait_for_answers(h);
    daemon_stop(h->daemon);
    stop_readers(h);
    stream_stop(h);
    daemon_free(h->daemon);
    (void)close(h->socket);
    free(h);
}
