#include "bench/bench_http.h"

#include "platform/clock.h"
#include "platform/must.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PER_ADDRESS = 800, READ_BYTES = 64 * 1024, EVENTS_MAX = 512 };

static int poller = -1;

/* With on_end a failure ends only this link; without it, it ends the program. */
static void fail(struct link *l, const char *what)
{
    if (l->on_end != NULL) {
        link_close(l);
        l->on_end(l);
        return;
    }
    fprintf(stderr, "hoshi-bench: port %d: %s: %.300s\n", l->port, what,
            l->in != NULL ? l->in : "");
    exit(1);
}

void link_open(struct link *l, int port, int n)
{
    link_open_from(l, port, n / PER_ADDRESS);
}

void link_open_from(struct link *l, int port, int from_n)
{
    int on = 1;
    struct sockaddr_in from = {.sin_family = AF_INET};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = l};
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)from_n);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (poller < 0)
        poller = epoll_create1(EPOLL_CLOEXEC);
    l->port = port;
    l->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (l->fd < 0 || bind(l->fd, (struct sockaddr *)&from, sizeof from) != 0 ||
        connect(l->fd, (struct sockaddr *)&to, sizeof to) != 0 ||
        setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
        epoll_ctl(poller, EPOLL_CTL_ADD, l->fd, &e) != 0)
        fail(l, strerror(errno));
}

void link_close(struct link *l)
{
    if (l->fd >= 0)
        (void)close(l->fd);
    l->fd = -1;
    free(l->in);
    l->in = NULL;
    l->in_n = 0;
    l->in_cap = 0;
    l->is_stream = false;
    l->waits = false;
}

static void send_bytes(struct link *l, const char *text, size_t n)
{
    l->asked_us = clock_us();
    if (send(l->fd, text, n, MSG_NOSIGNAL) != (ssize_t)n) /* it fits into an empty socket buffer */
        fail(l, strerror(errno));
}

static void send_text(struct link *l, const char *text, int n)
{
    if (n < 0 || n >= LINK_REQUEST_BYTES) {
        fputs("hoshi-bench: a request is too long\n", stderr);
        exit(1);
    }
    send_bytes(l, text, (size_t)n);
}

void link_post(struct link *l, const char *path, const char *body)
{
    char text[LINK_REQUEST_BYTES];
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
                     "Cookie: hoshi_session=%s\r\nContent-Length: %zu\r\n\r\n%s",
                     path, l->cookie, strlen(body), body);
    l->waits = true;
    send_text(l, text, n);
}

void link_send(struct link *l, const char *bytes)
{
    send_bytes(l, bytes, strlen(bytes));
}

void link_get(struct link *l, const char *path)
{
    char text[LINK_REQUEST_BYTES];
    int n = snprintf(text, sizeof text,
                     "GET %s HTTP/1.1\r\nHost: bench\r\nCookie: hoshi_session=%s\r\n\r\n", path,
                     l->cookie);
    l->waits = true;
    send_text(l, text, n);
}

void link_listen(struct link *l, const char *topics)
{
    char text[LINK_REQUEST_BYTES];
    int n = snprintf(text, sizeof text,
                     "GET /api/events?topics=%s HTTP/1.1\r\nHost: bench\r\n"
                     "Cookie: hoshi_session=%s\r\n\r\n",
                     topics, l->cookie);
    l->is_stream = true;
    send_text(l, text, n);
}

static void keep(struct link *l, const char *bytes, size_t n)
{
    if (l->in_n + n + 1 > l->in_cap) {
        l->in_cap = 2 * (l->in_n + n + 1);
        l->in = must_have(realloc(l->in, l->in_cap));
    }
    memcpy(l->in + l->in_n, bytes, n);
    l->in_n += n;
    l->in[l->in_n] = '\0';
}

/* Calls for each whole line of data. Lines of the chunked encoding and of other fields pass by: the
 * server writes whole events. */
static void take_events(struct link *l)
{
    char *from = l->in;
    char *end;
    while ((end = strchr(from, '\n')) != NULL) {
        *end = '\0';
        if (strncmp(from, "HTTP/1.1 ", 9) == 0 && strncmp(from + 9, "200", 3) != 0) {
            fail(l, "a stream is refused");
            return;
        }
        if (strncmp(from, "data: ", 6) == 0)
            l->on_event(l, from + 6);
        from = end + 1;
    }
    l->in_n = strlen(from);
    if (l->in_n > 0) {
        memmove(l->in, from, l->in_n + 1);
    } else { /* ten thousand idle streams keep nothing */
        free(l->in);
        l->in = NULL;
        l->in_cap = 0;
    }
}

static void take_cookie(struct link *l)
{
    static const char name[] = "hoshi_session=";
    const char *cookie = strstr(l->in, name);
    if (cookie != NULL) {
        cookie += sizeof name - 1;
        snprintf(l->cookie, sizeof l->cookie, "%.*s", (int)strcspn(cookie, ";\r\n"), cookie);
    }
}

static void take_answer(struct link *l)
{
    char *head_end = strstr(l->in, "\r\n\r\n");
    const char *length = head_end != NULL ? strcasestr(l->in, "\r\ncontent-length:") : NULL;
    if (head_end == NULL)
        return;
    if (length == NULL) {
        fail(l, "an answer without a length");
        return;
    }
    size_t head_n = (size_t)(head_end + 4 - l->in);
    if (l->in_n < head_n + strtoul(length + 17, NULL, 10))
        return;
    int status = atoi(l->in + 9);
    take_cookie(l);
    l->waits = false;
    l->in_n = 0; /* the body stays readable until the next answer */
    l->on_answer(l, status, l->in + head_n);
}

static void take_bytes(struct link *l)
{
    static char bytes[READ_BYTES];
    ssize_t n = recv(l->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN)
        return; /* it was closed and opened again meanwhile */
    if (n <= 0) {
        fail(l, n == 0 ? "the server has hung up" : strerror(errno));
        return;
    }
    keep(l, bytes, (size_t)n);
    if (l->is_stream)
        take_events(l);
    else if (l->waits)
        take_answer(l);
}

void links_wait(int timeout_ms)
{
    struct epoll_event events[EVENTS_MAX];
    int n = epoll_wait(poller, events, EVENTS_MAX, timeout_ms);
    for (int i = 0; i < n; i++)
        take_bytes(events[i].data.ptr);
}

int64_t json_number(const char *json, const char *name)
{
    char key[32];
    int n = snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key);
    return at != NULL ? strtoll(at + n, NULL, 10) : -1;
}
