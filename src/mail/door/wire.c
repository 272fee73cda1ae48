#include "mail/door/wire.h"

#include "base/err.h"
#include "platform/clock.h"
#include <curl/curl.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_S = 20, SIGN_IN_S = 60, SILENT_MS = 60 * 1000, READ_BYTES = 16 * 1024 };

struct wire {
    CURL *curl;
    struct wire_stop *stop;
    curl_socket_t socket;
    char in[READ_BYTES];
    size_t at, n; /* bytes of `in` that are not taken yet */
    char why[300];
};

static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct wire_stop *stop = context;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return atomic_load(&stop->stop) ? 1 : 0;
}

/* What to do about a failure to connect. */
static const char *advice(CURLcode rc, const struct place *p)
{
    switch (rc) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "the name of the host cannot be found: look at the address of the mailbox, and at "
               "the DNS of this machine";
    case CURLE_COULDNT_CONNECT:
        return "no connection: look at host and port, at the firewall, and whether this machine "
               "has IPv4 or only IPv6";
    case CURLE_OPERATION_TIMEDOUT:
        return "no answer in time: look at host, port and firewall";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return "its certificate is not good for this name now: look at the host, at the clock of "
               "this machine, and whether ca-certificates is installed";
    case CURLE_SSL_CONNECT_ERROR:
        return p->tls ? "no TLS at this port: is it the port for STARTTLS? Then write imap:// or "
                        "pop3://"
                      : "TLS fails";
    case CURLE_USE_SSL_FAILED:
        return "it has no STARTTLS, and the password is not sent without TLS: use imaps:// or "
               "pop3s://, or allow it with --mailbox-plain";
    case CURLE_LOGIN_DENIED:
        return "it refuses the sign-in: look at the user and the password. Most providers want an "
               "application password or `hoshi mail login`, and POP or IMAP must be switched on";
    case CURLE_WEIRD_SERVER_REPLY:
        return "another kind of server answers there";
    default:
        return NULL;
    }
}

static void explain(struct text *why, const struct place *p, CURLcode rc, const char *detail)
{
    const char *todo = advice(rc, p);
    text_str(why, p->url);
    text_str(why, ": ");
    if (todo != NULL)
        text_str(why, todo);
    if (detail[0] == '\0')
        detail = curl_easy_strerror(rc);
    text_str(why, todo != NULL ? " (" : "");
    for (const char *c = detail; *c != '\0'; c++)
        text_char(why, *c >= ' ' && *c <= '~' ? *c : ' ');
    text_str(why, todo != NULL ? ")" : "");
}

static void set_options(struct wire *w, const struct place *p, char *detail)
{
    const char *authorities = getenv("SSL_CERT_FILE");
    (void)curl_easy_setopt(w->curl, CURLOPT_URL, p->url);
    (void)curl_easy_setopt(w->curl, CURLOPT_PROTOCOLS_STR, "imap,imaps,pop3,pop3s");
    (void)curl_easy_setopt(w->curl, CURLOPT_CONNECT_ONLY, 1L);
    (void)curl_easy_setopt(w->curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(w->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    (void)curl_easy_setopt(w->curl, CURLOPT_TIMEOUT, (long)SIGN_IN_S);
    (void)curl_easy_setopt(w->curl, CURLOPT_TCP_KEEPALIVE, 1L);
    (void)curl_easy_setopt(w->curl, CURLOPT_ERRORBUFFER, detail);
    (void)curl_easy_setopt(w->curl, CURLOPT_NOPROGRESS, 0L);
    (void)curl_easy_setopt(w->curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    (void)curl_easy_setopt(w->curl, CURLOPT_XFERINFODATA, w->stop);
    if (authorities != NULL)
        (void)curl_easy_setopt(w->curl, CURLOPT_CAINFO, authorities);
    if (!p->tls)
        (void)curl_easy_setopt(w->curl, CURLOPT_USE_SSL,
                               p->secure ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
}

struct wire *wire_open(const struct place *p, struct credential *c, struct wire_stop *stop,
                       bool *refused, struct text *why)
{
    char detail[CURL_ERROR_SIZE] = "";
    struct wire *w = calloc(1, sizeof *w);
    *refused = false;
    if (w == NULL)
        return NULL;
    w->curl = curl_easy_init();
    w->stop = stop;
    w->socket = CURL_SOCKET_BAD;
    if (w->curl != NULL && credential_apply(c, w->curl, why) == 0) {
        set_options(w, p, detail);
        CURLcode rc = curl_easy_perform(w->curl);
        (void)curl_easy_setopt(w->curl, CURLOPT_ERRORBUFFER, NULL);
        *refused = rc == CURLE_LOGIN_DENIED;
        if (rc == CURLE_OK)
            rc = curl_easy_getinfo(w->curl, CURLINFO_ACTIVESOCKET, &w->socket);
        if (rc == CURLE_OK && w->socket != CURL_SOCKET_BAD)
            return w;
        explain(why, p, rc, detail);
    }
    wire_close(w);
    return NULL;
}

void wire_close(struct wire *w)
{
    if (w == NULL)
        return;
    curl_easy_cleanup(w->curl);
    free(w);
}

static int fail(struct wire *w, const char *what)
{
    if (w->why[0] == '\0')
        snprintf(w->why, sizeof w->why, "%s", what);
    return ERR_NETWORK;
}

/* Waits for the socket: 1, 0 after the time or at a stop, or ERR_NETWORK. */
static int wait_socket(struct wire *w, short events, int ms)
{
    struct pollfd fds[] = {{.fd = w->socket, .events = events},
                           {.fd = w->stop->fd, .events = POLLIN}};
    if (atomic_load(&w->stop->stop))
        return 0;
    int n = poll(fds, 2, ms);
    if (n < 0 && errno != EINTR)
        return fail(w, strerror(errno));
    return n > 0 && fds[0].revents != 0;
}

/* One step of reading: bytes are there (1), or not yet (0). */
static int fill(struct wire *w)
{
    size_t got = 0;
    if (w->at < w->n)
        return 1;
    CURLcode rc = curl_easy_recv(w->curl, w->in, sizeof w->in, &got);
    if (rc == CURLE_AGAIN)
        return 0;
    if (rc != CURLE_OK || got == 0)
        return fail(w, rc == CURLE_OK ? "the connection was closed" : curl_easy_strerror(rc));
    w->at = 0;
    w->n = got;
    return 1;
}

int wire_wait(struct wire *w, int ms)
{
    int64_t until = clock_ms() + ms;
    for (;;) {
        int n = fill(w);
        int64_t left = until - clock_ms();
        if (n != 0 || left <= 0 || atomic_load(&w->stop->stop))
            return n;
        n = wait_socket(w, POLLIN, (int)left);
        if (n < 0)
            return n;
    }
}

/* Bytes that must come. */
static int need(struct wire *w)
{
    int n = wire_wait(w, SILENT_MS);
    if (n == 0)
        return fail(w, atomic_load(&w->stop->stop) ? "the server stops" : "no answer in time");
    return n;
}

int wire_send(struct wire *w, const char *bytes, size_t n)
{
    int64_t until = clock_ms() + SILENT_MS;
    while (n > 0) {
        size_t sent = 0;
        CURLcode rc = curl_easy_send(w->curl, bytes, n, &sent);
        if (rc != CURLE_OK && rc != CURLE_AGAIN)
            return fail(w, curl_easy_strerror(rc));
        bytes += sent;
        n -= sent;
        if (rc == CURLE_AGAIN && (clock_ms() > until || atomic_load(&w->stop->stop)))
            return fail(w, "nothing can be sent");
        if (rc == CURLE_AGAIN && wait_socket(w, POLLOUT, 1000) < 0)
            return ERR_NETWORK;
    }
    return 0;
}

int wire_line(struct wire *w, GString *out, size_t most)
{
    for (;;) {
        int err = need(w);
        if (err < 0)
            return err;
        const char *from = w->in + w->at;
        const char *end = memchr(from, '\n', w->n - w->at);
        size_t n = end != NULL ? (size_t)(end - from) : w->n - w->at;
        if (out->len + n > most) {
            (void)fail(w, "a line of its answer is too long");
            return ERR_TOO_BIG;
        }
        g_string_append_len(out, from, (gssize)n);
        w->at += n + (end != NULL);
        if (end == NULL)
            continue;
        if (out->len > 0 && out->str[out->len - 1] == '\r')
            g_string_truncate(out, out->len - 1);
        return 0;
    }
}

int wire_bytes(struct wire *w, GString *out, size_t n)
{
    while (n > 0) {
        int err = need(w);
        if (err < 0)
            return err;
        size_t some = w->n - w->at < n ? w->n - w->at : n;
        g_string_append_len(out, w->in + w->at, (gssize)some);
        w->at += some;
        n -= some;
    }
    return 0;
}

const char *wire_why(const struct wire *w)
{
    return w->why[0] != '\0' ? w->why : "the connection was lost";
}
