/* server.c - the connection to libmicrohttpd: one request from its first byte to its answer.
 *
 *     on_request (headers) -> (body)* -> (end) --answered-------------------> queue the answer
 *                                         \--suspend ... go on: resume -> then --/
 *
 * While it is suspended, its order waits for the writer or is done, a password is computed, or one
 * of the threads of h->readers asks the store for what it needs: one after the other. A connection
 * is suspended before anything of this is queued, so that nobody can resume it too soon. */
#include "http/http_int.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "platform/net.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTION_TIMEOUT_S = 60, /* a stream is written to every 15 s; others are short */
    CONNECTIONS_PER_ADDRESS = 1000,
    BODY_US_MAX = 30 * 1000 * 1000, /* who sends it more slowly is cut off */
    CONNECTION_MEMORY = 6 * 1024,   /* also the longest head of a request; cleared for each */
    READ_WAIT_MS = 10 * 1000,       /* who has not been read for by then is told to come again */
};

void answer_header(struct request *r, const char *name, const char *value)
{
    if (r->response != NULL)
        (void)MHD_add_response_header(r->response, name, value);
}

static void set_answer(struct request *r, int status, struct MHD_Response *response)
{
    ASSERT(r->response == NULL);
    r->response = response;
    r->status = status;
}

void answer_text(struct request *r, int status, const char *mime, const char *bytes, size_t n)
{
    /* MHD copies (MHD_RESPMEM_MUST_COPY), but its argument is not const. */
    set_answer(r, status,
               MHD_create_response_from_buffer(n, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY));
    answer_header(r, "Content-Type", mime);
    answer_header(r, "Cache-Control", "no-store");
}

static void answer_json_as(struct request *r, int status, const char *mime, json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_decref(value);
    if (text == NULL) {
        answer_text(r, 500, "text/plain", "", 0);
        return;
    }
    set_answer(r, status,
               MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE));
    answer_header(r, "Content-Type", mime);
    answer_header(r, "Cache-Control", "no-store");
}

void answer_json(struct request *r, int status, json_t *value)
{
    answer_json_as(r, status, "application/json", value);
}

void answer_problem(struct request *r, const struct problem *p)
{
    answer_json_as(r, p->status, "application/problem+json", problem_json(p));
}

void answer_error(struct request *r, int status, const char *format, ...)
{
    char detail[SERVICE_DETAIL_BYTES];
    struct problem p;
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    problem_set(&p, status, "%s", detail);
    answer_problem(r, &p);
}

const char *request_argument(struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *request_header(struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

void request_address(struct request *r, char *out, size_t size)
{
    const char *forwarded =
        r->http->options.trust_proxy ? request_header(r, "X-Forwarded-For") : NULL;
    if (forwarded != NULL) {
        /* The last entry is what our proxy saw; those before are what others claim. */
        const char *comma = strrchr(forwarded, ',');
        const char *last = comma != NULL ? comma + 1 : forwarded;
        last += strspn(last, " ");
        snprintf(out, size, "%s", last);
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL ||
        getnameinfo(info->client_addr,
                    info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                             : sizeof(struct sockaddr_in),
                    out, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
        snprintf(out, size, "unknown");
}

static void resume(struct task *t)
{
    struct request *r = (struct request *)(void *)((char *)t - offsetof(struct request, task));
    MHD_resume_connection(r->connection);
}

struct request_payer request_payer(struct request *r)
{
    char name[80];
    char net[NET_BYTES];
    struct request_payer p = {0, r->asker.id != 0};
    if (r->http->options.no_limits)
        return p;
    /* Anybody may be as many guests as he likes. */
    if (r->asker.id != 0 && r->asker.kind != PLAYER_GUEST) {
        snprintf(name, sizeof name, "player %lld", (long long)r->asker.id);
        p.caller = limit_key(name, r->http->seed);
        return p;
    }
    request_address(r, name, sizeof name);
    net_of(name, NET_NEAR_BITS, net);
    p.caller = limit_key(net, r->http->seed);
    return p;
}

void answer_busy(struct request *r)
{
    answer_error(r, 503, "You have asked for too much at once; try again in a moment.");
    answer_header(r, "Retry-After", "5");
}

static void drop_reading(struct pool_job *j)
{
    struct request *r = (struct request *)(void *)((char *)j - offsetof(struct request, reading));
    answer_busy(r);
    request_go_on(r);
}

static void run_reading(struct pool_job *j, void *reader)
{
    struct request *r = (struct request *)(void *)((char *)j - offsetof(struct request, reading));
    r->reader = reader;
    r->read(r);
    r->reader = NULL;
    request_go_on(r);
}

void request_read(struct request *r, void (*read)(struct request *r),
                  void (*then)(struct request *r))
{
    if (!request_suspend(r))
        return;
    r->read = read;
    r->then = then;
    struct request_payer payer = request_payer(r);
    r->reading = (struct pool_job){.run = run_reading,
                                   .drop = drop_reading,
                                   .caller = payer.caller,
                                   .known = payer.known,
                                   .wait_ms = READ_WAIT_MS};
    if (pool_add(r->http->readers, &r->reading) == 0)
        return;
    if (atomic_load(&r->http->stopping))
        answer_error(r, 503, "The server is stopping.");
    else
        answer_busy(r);
    request_go_on(r);
}

void request_go_on(struct request *r)
{
    atomic_store(&r->done, true);
    loop_post(r->http->loop, &r->task);
}

/* On the writer's thread. */
static void on_done(struct order *o)
{
    request_go_on(o->context);
}

bool request_suspend(struct request *r)
{
    if (!r->resumed && atomic_load(&r->http->stopping)) {
        answer_error(r, 503, "The server is stopping.");
        return false;
    }
    r->submitted = true;
    r->then = routes_finish;
    r->order.asker = r->asker;
    r->order.done = on_done;
    r->order.context = r;
    (void)atomic_fetch_add(&r->http->under_way, 1);
    MHD_suspend_connection(r->connection);
    return true;
}

void request_submit(struct request *r)
{
    if (request_suspend(r))
        service_submit(r->http->service, &r->order);
}

/* The number that log and answer share: the proxy's when it has one, else the next of ours. */
static void mark_request(struct request *r)
{
    static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
    const char *given = r->http->options.trust_proxy ? request_header(r, "X-Request-Id") : NULL;
    size_t n = given != NULL ? strlen(given) : 0;
    if (n > 0 && n < sizeof r->mark && strspn(given, allowed) == n)
        memcpy(r->mark, given, n + 1);
    else
        snprintf(r->mark, sizeof r->mark, "%08x-%llx", (unsigned)(r->http->seed >> 32),
                 (unsigned long long)++r->http->requests_n);
}

static struct request *request_new(struct http *h, struct MHD_Connection *connection,
                                   const char *path, const char *method)
{
    struct request *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->http = h;
    r->connection = connection;
    r->task.run = resume;
    r->method = method;
    r->path = path;
    r->started_us = clock_us();
    mark_request(r);
    return r;
}

/* Takes a piece of the body; keeps no more than the limit. A little more is read and dropped, so
 * that the client hears why; false ends the connection. */
static bool take_body(struct request *r, const char *bytes, size_t n)
{
    enum { DROP_MAX = 16 * BODY_BYTES_MAX };
    if (r->body_too_big || r->body_bytes + n > errand_limit(r)) {
        r->body_too_big = true;
        r->body_dropped += n;
        return r->body_dropped <= DROP_MAX;
    }
    char *more = realloc(r->body, r->body_bytes + n);
    if (more == NULL)
        return false;
    memcpy(more + r->body_bytes, bytes, n);
    r->body = more;
    r->body_bytes += n;
    return true;
}

static const char *const common[][2] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"X-Frame-Options", "DENY"},
};

size_t answer_lines(const struct request *r, char *out, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(common); i++)
        n += (size_t)snprintf(out + n, size - n, "%s: %s\r\n", common[i][0], common[i][1]);
    n += (size_t)snprintf(out + n, size - n, "X-Request-Id: %s\r\n", r->mark);
    ASSERT(n < size);
    return n;
}

/* Without an answer libmicrohttpd gives the connection up. */
static enum MHD_Result send_answer(struct request *r)
{
    r->http->taken = r->taken && r->response == NULL;
    if (r->response == NULL)
        return MHD_NO;
    for (size_t i = 0; i < ARRAY_LEN(common); i++)
        answer_header(r, common[i][0], common[i][1]);
    answer_header(r, "X-Request-Id", r->mark);
    enum MHD_Result ok = MHD_queue_response(r->connection, (unsigned)r->status, r->response);
    MHD_destroy_response(r->response);
    r->response = NULL;
    return ok;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *body, size_t *body_bytes, void **slot)
{
    struct request *r = *slot;
    if (r == NULL) {
        r = request_new(context, connection, path, method);
        *slot = r;
        if (r == NULL)
            return MHD_NO;
        connection_request_begins(r->http, connection);
        /* What is not read costs nothing. */
        if (errand_is_unwanted(r)) {
            answer_header(r, "Connection", "close");
            return send_answer(r);
        }
        return MHD_YES;
    }
    if (r->submitted) {
        if (!atomic_load(&r->done))
            return MHD_YES;
        r->submitted = false;
        r->resumed = true;
        atomic_store(&r->done, false);
        if (r->response == NULL && r->then != NULL)
            r->then(r);
        /* Only now: it may be under way again. */
        (void)atomic_fetch_sub(&r->http->under_way, 1);
        return r->submitted ? MHD_YES : send_answer(r);
    }
    if (*body_bytes > 0) {
        if (!take_body(r, body, *body_bytes) || clock_us() - r->started_us > BODY_US_MAX)
            return MHD_NO;
        *body_bytes = 0;
        return MHD_YES;
    }
    /* All of it has come: what it waits from now on is not its sender's fault. */
    r->order.from_ms = service_steady(r->http->service);
    if (strncmp(r->path, "/api/", 5) == 0)
        routes_handle(r);
    else if (!metrics_handle(r))
        files_handle(r);
    return r->submitted ? MHD_YES : send_answer(r);
}

/* One line for each request, as text or JSON. The path is without what follows the question mark,
 * which may hold invitations. */
static void log_request(struct request *r)
{
    char at[LOG_TIME_BYTES];
    char address[64];
    char method[24];
    char path[400];
    long long took_us = (long long)(clock_us() - r->started_us);
    request_address(r, address, sizeof address);
    if (!log_is_json()) {
        log_quote(r->path, path, (int)sizeof path);
        fprintf(stderr, "%s %s %.*s %d %lld us %s\n", address, r->method, (int)strlen(path) - 2,
                path + 1, r->status, took_us, r->mark);
        return;
    }
    char from[80];
    log_time(at);
    log_quote(address, from, (int)sizeof from);
    log_quote(r->method, method, (int)sizeof method);
    log_quote(r->path, path, (int)sizeof path);
    fprintf(stderr,
            "{\"at\":\"%s\",\"level\":\"info\",\"request\":\"%s\",\"address\":%s,"
            "\"player\":%lld,\"method\":%s,\"path\":%s,\"status\":%d,\"us\":%lld}\n",
            at, r->mark, from, (long long)r->asker.id, method, path, r->status, took_us);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **slot,
                         enum MHD_RequestTerminationCode why)
{
    struct request *r = *slot;
    if (r == NULL)
        return;
    connection_request_ends(r->http, connection);
    metrics_count(&r->http->metrics, r->status, clock_us() - r->started_us);
    if (r->http->options.log)
        log_request(r);
    /* A connection whose order is under way is suspended, so it cannot end before it is done. */
    if (r->submitted)
        (void)atomic_fetch_sub(&r->http->under_way, 1);
    /* The client has gone while it was read. */
    if (r->response != NULL)
        MHD_destroy_response(r->response);
    order_free(&r->order);
    free(r->errand.text);
    free(r->errand.html);
    json_decref(r->json);
    stream_forget(r->stream);
    sink_done(&r->file);
    free(r->notify);
    free(r->body);
    free(r);
    *slot = NULL;
}

/* Splits "host:port", "[v6]:port", ":port"; false if it is none. */
static bool split_address(const char *listen_on, char *host, size_t host_size, char *port,
                          size_t port_size)
{
    const char *colon = strrchr(listen_on, ':');
    if (colon == NULL || colon[1] == '\0')
        return false;
    size_t n = (size_t)(colon - listen_on);
    const char *from = listen_on;
    if (n >= 2 && from[0] == '[' && from[n - 1] == ']') {
        from++;
        n -= 2;
    }
    if (n >= host_size || strlen(colon + 1) >= port_size)
        return false;
    memcpy(host, from, n);
    host[n] = '\0';
    snprintf(port, port_size, "%s", colon + 1);
    return true;
}

/* The ports of names ("http") are the system's business; of numbers it would keep the low 16
 * bits. */
static bool is_port(const char *port)
{
    size_t digits = strspn(port, "0123456789");
    return port[digits] != '\0' || (digits <= 5 && strtol(port, NULL, 10) <= 65535);
}

static int open_socket(const struct addrinfo *a)
{
    int on = 1;
    int s = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0)
        return -1;
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(s, a->ai_addr, a->ai_addrlen) == 0 && listen(s, 1024) == 0)
        return s;
    int saved = errno;
    (void)close(s);
    errno = saved;
    return -1;
}

static int find_address(const char *where, struct addrinfo **found, struct text *why)
{
    char host[128];
    char port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    if (!split_address(where, host, sizeof host, port, sizeof port)) {
        text_str(why, "--listen takes ADDRESS:PORT");
        return ERR_SYNTAX;
    }
    if (!is_port(port)) {
        text_str(why, "a port is a number from 0 (any free one) to 65535");
        return ERR_RANGE;
    }
    int rc = getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, found);
    if (rc != 0) {
        text_str(why, gai_strerror(rc));
        return ERR_UNKNOWN;
    }
    return 0;
}

int http_check_address(const char *listen, struct text *why)
{
    struct addrinfo *found = NULL;
    int err = find_address(listen, &found, why);
    if (err == 0)
        freeaddrinfo(found);
    return err;
}

/* Opens h->socket and writes h->url. */
static int listen_on(struct http *h, struct text *why)
{
    char port[16];
    char name[80];
    struct addrinfo *found = NULL;
    struct sockaddr_storage bound;
    socklen_t bound_n = sizeof bound;
    int err = find_address(h->options.listen, &found, why);
    if (err < 0)
        return err;
    h->socket = open_socket(found);
    freeaddrinfo(found);
    if (h->socket < 0) {
        text_str(why, errno == EADDRINUSE ? "the port is taken" : strerror(errno));
        return ERR_BUSY;
    }
    if (getsockname(h->socket, (struct sockaddr *)&bound, &bound_n) != 0 ||
        getnameinfo((struct sockaddr *)&bound, bound_n, name, sizeof name, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        text_str(why, "its own address cannot be read");
        return ERR_IO;
    }
    snprintf(h->url, sizeof h->url, strchr(name, ':') != NULL ? "http://[%s]:%s" : "http://%s:%s",
             name, port);
    return 0;
}

/* As many descriptors as the system grants for connections. */
static unsigned sockets_max(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 900;
    if (files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)getrlimit(RLIMIT_NOFILE, &files);
    rlim_t n = files.rlim_cur > 128 ? files.rlim_cur - 64 : 64;
    return n < 60000 ? (unsigned)n : 60000;
}

static PRINTF_LIKE(2, 0) void on_mhd_log(void *context, const char *format, va_list args)
{
    struct http *h = context;
    if (h->options.log && !h->taken)
        (void)vfprintf(stderr, format, args);
    h->taken = false;
}

static void quiesce(struct task *t)
{
    struct http *h = (struct http *)(void *)((char *)t - offsetof(struct http, quiesce));
    MHD_socket listening = MHD_quiesce_daemon(h->daemon); /* the socket is ours again */
    if (listening != MHD_INVALID_SOCKET)
        (void)shutdown(listening, SHUT_RDWR);
}

/* The threads that wait for the store, each with a connection to it. */
static int start_readers(struct http *h, struct text *why)
{
    void *own[READERS];
    for (int i = 0; i < READERS; i++) {
        own[i] = h->reader[i] = service_reader_open(h->service, why);
        if (own[i] == NULL)
            return ERR_STORE;
    }
    h->readers = pool_new(READERS, own, (struct pool_bounds){.most = 4096, .each = 256});
    if (h->readers == NULL)
        text_str(why, "there are no threads to be had");
    return h->readers == NULL ? ERR_NO_MEMORY : 0;
}

static void stop_readers(struct http *h)
{
    pool_free(h->readers);
    for (int i = 0; i < READERS; i++)
        service_reader_close(h->reader[i]);
}

/* A /48 is a large customer: an office, or a provider that gives out less than it should. */
static void widen(struct limit *wide, const struct limit *l)
{
    enum { TIMES = 8 };
    wide->burst = l->burst * TIMES;
    wide->refill_ms = l->refill_ms / TIMES;
}

struct http *http_start(struct service *s, const struct http_options *o, struct text *why)
{
    struct http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->service = s;
    h->options = *o;
    h->socket = -1;
    h->quiesce.run = quiesce;
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
    randombytes_buf(&h->seed, sizeof h->seed);
    if (start_readers(h, why) < 0 || listen_on(h, why) < 0)
        goto failed;
    /* Requests are short, streams last. */
    unsigned sockets_n = sockets_max();
    h->streams_max = (int)(sockets_n - sockets_n / 3);
    h->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        on_request, h, MHD_OPTION_EXTERNAL_LOGGER, on_mhd_log, h, MHD_OPTION_LISTEN_SOCKET,
        h->socket, MHD_OPTION_CONNECTION_LIMIT, sockets_n / 3, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        o->trust_proxy ? 0u : (unsigned)CONNECTIONS_PER_ADDRESS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)CONNECTION_TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, on_completed, h,
        MHD_OPTION_NOTIFY_CONNECTION, connection_notify, h, MHD_OPTION_END);
    h->loop = h->daemon != NULL ? loop_new(h->daemon) : NULL;
    if (h->loop != NULL && loop_start(h->loop, connection_sweep, h))
        return h;
    text_str(why, "the HTTP server does not start");
failed:
    loop_free(h->loop);
    if (h->daemon != NULL) {
        (void)MHD_quiesce_daemon(h->daemon); /* the socket stays ours */
        MHD_stop_daemon(h->daemon);
    }
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
    loop_post(h->loop, &h->quiesce);
    atomic_store(&h->stopping, true);
    hub_close(service_hub(h->service));
    wait_for_answers(h);
    export_stop(h);
    /* What waits for a slow store is answered late rather than never. */
    pool_stop(h->readers);
    wait_for_answers(h);
    loop_stop(h->loop);
    stop_readers(h);
    stream_stop(h);
    loop_free(h->loop);
    MHD_stop_daemon(h->daemon);
    (void)close(h->socket);
    free(h);
}
