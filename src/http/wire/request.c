#include "http/wire/request.h"

#include "http/wire/alias.h"
#include "http/wire/route.h"
#include "platform/clock.h"
#include "platform/net.h"
#include "service/core/unicode.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const common[][2] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "same-origin"},
    /* These two isolate the page from others, so that the engine in it may have several threads:
     * browsers ask it of the page, of the scripts of its workers and of what it frames. */
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"X-Frame-Options", "DENY"},
};

/* --- answers --- */

static void add_common(struct request *r)
{
    for (size_t i = 0; i < ARRAY_LEN(common); i++)
        if (!(r->framed && strcmp(common[i][0], "X-Frame-Options") == 0))
            answer_header(r, common[i][0], common[i][1]);
    if (r->framed) /* also by sites that are isolated */
        answer_header(r, "Cross-Origin-Resource-Policy", "cross-origin");
    answer_header(r, "X-Request-Id", r->mark);
}

size_t answer_lines(const struct request *r, char *out, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(common); i++)
        n += (size_t)snprintf(out + n, size - n, "%s: %s\r\n", common[i][0], common[i][1]);
    n += (size_t)snprintf(out + n, size - n, "X-Request-Id: %s\r\n", r->mark);
    ASSERT(n < size);
    return n;
}

bool request_answered(const struct request *r)
{
    return exchange_answered(r->exchange);
}

void answer_header(struct request *r, const char *name, const char *value)
{
    exchange_add(r->exchange, name, value);
}

static void answer_bytes(struct request *r, int status, const char *mime, const char *bytes,
                         size_t n, enum exchange_bytes fate)
{
    exchange_answer(r->exchange, status, bytes, n, fate);
    add_common(r);
    answer_header(r, "Content-Type", mime);
    answer_header(r, "Cache-Control", "no-store");
}

void answer_text(struct request *r, int status, const char *mime, const char *bytes, size_t n)
{
    answer_bytes(r, status, mime, bytes, n, EXCHANGE_COPIED);
}

void answer_static(struct request *r, int status, const void *bytes, size_t n)
{
    exchange_answer(r->exchange, status, bytes, n, EXCHANGE_STATIC);
    add_common(r);
}

void answer_file(struct request *r, int status, int fd, size_t n)
{
    exchange_answer_file(r->exchange, status, fd, n);
    add_common(r);
}

static void answer_json_as(struct request *r, int status, const char *mime, json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_decref(value);
    if (text != NULL)
        answer_bytes(r, status, mime, text, strlen(text), EXCHANGE_FREED);
    else
        answer_text(r, 500, "text/plain", "", 0);
}

void answer_json(struct request *r, int status, json_t *value)
{
    if (r->renamed && alias_answer(value) < 0) {
        json_decref(value);
        value = NULL;
    }
    answer_json_as(r, status, "application/json", value);
}

void answer_problem(struct request *r, const struct problem *p)
{
    struct problem done;
    if (p->status == 503 && r->changed) {
        problem_set(&done, 500,
                    "This was done, but its result cannot be read now. Look before you send it"
                    " again.");
        p = &done;
    }
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

void answer_busy(struct request *r)
{
    answer_error(r, 503, "You sent too many requests at once; try again in a moment.");
    if (!r->changed)
        answer_header(r, "Retry-After", "5");
}

/* --- the request --- */

/* The number that log and answer share: the proxy's when it has one, else the next of ours. */
static void mark_request(struct request *r)
{
    static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
    const char *given = r->client.believed ? request_header(r, "X-Request-Id") : NULL;
    size_t n = given != NULL ? strlen(given) : 0;
    if (n > 0 && n < sizeof r->mark && strspn(given, allowed) == n)
        memcpy(r->mark, given, n + 1);
    else
        snprintf(r->mark, sizeof r->mark, "%08x-%llx", (unsigned)(r->http->seed >> 32),
                 (unsigned long long)++r->http->requests_n);
}

/* Lines that may stand once only: of two, a proxy may have believed the other one. */
static const char *repeated(const struct headers *head)
{
    static const char *const names[] = {"Authorization", "Content-Type", "Origin"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (headers_count(head, names[i]) > 1)
            return names[i];
    return NULL;
}

/* Who asks for which site; answers if that is not clear. */
static void read_head(struct request *r)
{
    char peer[HEAD_ADDRESS_BYTES];
    char why_buf[160];
    struct text why;
    const struct headers head = request_head(r);
    text_init(&why, why_buf, sizeof why_buf);
    exchange_address(r->exchange, peer, sizeof peer);
    int err = head_client(&r->http->options.proxies, peer, &head, &r->client, &why);
    mark_request(r);
    if (err == 0)
        err = head_host(r->path, exchange_is_http_11(r->exchange), &head, r->host, &r->path, &why);
    const char *name = err == 0 ? repeated(&head) : NULL;
    if (err < 0)
        answer_error(r, 400, "%s.", why_buf);
    else if (!head_is_plain(&head))
        answer_error(r, 400, "A header's name must be a word, with its value on the same line.");
    else if (name != NULL)
        answer_error(r, 400, "Send one %s line only.", name);
    if (request_answered(r))
        answer_header(r, "Connection", "close"); /* its body is not read */
}

void request_init(struct request *r, struct http *h, struct exchange *e)
{
    r->http = h;
    r->exchange = e;
    r->method = exchange_method(e);
    r->path = exchange_target(e);
    r->started_us = clock_us();
    read_head(r);
}

void request_done(struct request *r)
{
    order_free(&r->order);
    json_decref(r->json);
    stream_forget(r->stream);
    if (r->arg != NULL && r->table->free_arg != NULL)
        r->table->free_arg(r->arg);
    free(r->arg);
    free(r->body);
}

bool request_take_body(struct request *r, const char *bytes, size_t n)
{
    enum { DROP_MAX = 16 * BODY_BYTES_MAX };
    if (r->body_too_big || r->body_bytes + n > r->body_max) {
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

const char *request_argument(struct request *r, const char *name)
{
    return exchange_argument(r->exchange, name);
}

const char *request_words(struct request *r, const char *name, char *out, size_t size)
{
    const char *given = request_argument(r, name);
    return given != NULL && unicode_name(given, out, size) ? out : given;
}

struct headers request_head(struct request *r)
{
    return exchange_headers(r->exchange);
}

const char *request_header(struct request *r, const char *name)
{
    struct header line;
    const struct headers head = request_head(r);
    return headers_first(&head, name, &line) ? line.value : NULL;
}

bool request_cookie(struct request *r, const char *name, char *out, size_t size)
{
    size_t n = 0;
    const struct headers head = request_head(r);
    const char *value = head_cookie(&head, name, &n);
    if (value == NULL || n >= size)
        return false;
    memcpy(out, value, n);
    out[n] = '\0';
    return true;
}

int request_take_socket(struct request *r)
{
    return exchange_take_socket(r->exchange, 200);
}

struct request_payer request_payer(struct request *r)
{
    enum { NETS_OF_WIDE = 8 };
    char net[NET_BYTES];
    /* One person may open any number of guest accounts. */
    bool member = r->asker.id != 0 && r->asker.kind != PLAYER_GUEST;
    struct request_payer p = {0, member ? FAIR_MEMBER : FAIR_STRANGER};
    if (r->http->options.no_limits)
        return p;
    if (member) {
        snprintf(net, sizeof net, "player %lld", (long long)r->asker.id);
        p.caller = limit_key(net, r->http->seed);
        return p;
    }
    net_of(r->client.address, NET_NEAR_BITS, net);
    p.caller = limit_key(net, r->http->seed);
    if (net_is_wide(net)) {
        uint64_t part = p.caller % NETS_OF_WIDE;
        net_of(r->client.address, NET_WIDE_BITS, net);
        p.caller = limit_key(net, r->http->seed) + part;
    }
    return p;
}
