/* deliver.c - libcurl's multi interface: one thread, a handle for each slot. */
#include "push/deliver.h"

#include "base/err.h"
#include "push/webpush.h"
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_S = 5, TTL_S = DELIVER_TTL_S, TOKEN_S = 12 * 3600 };

struct delivery {
    CURL *curl; /* kept for the next delivery */
    struct curl_slist *headers;
    unsigned char body[WEBPUSH_BODY_MAX];
    bool busy;  /* curl has it */
    bool ended; /* without curl: */
    enum deliver_answer answer;
};

struct deliver {
    struct deliver_options options;
    CURLM *multi;
    struct delivery slots[DELIVER_N];
};

/* --- addresses --- */

static bool is_private4(uint32_t a)
{
    return a >> 24 == 0 || a >> 24 == 10 || a >> 24 == 127 || a >> 16 == 0xa9fe ||
           a >> 20 == 0xac1 || a >> 16 == 0xc0a8 || a >> 22 == 0x191 || a >> 28 >= 14;
}

static bool is_private(const struct sockaddr *a)
{
    const uint8_t *b;
    if (a->sa_family == AF_INET)
        return is_private4(ntohl(((const struct sockaddr_in *)(const void *)a)->sin_addr.s_addr));
    if (a->sa_family != AF_INET6)
        return true;
    b = ((const struct sockaddr_in6 *)(const void *)a)->sin6_addr.s6_addr;
    if ((b[0] & 0xe0) == 0x20)               /* 2000::/3, where all public addresses are */
        return b[0] == 0x20 && b[1] == 0x02; /* 6to4 leads anywhere */
    return true;
}

/* The address is looked at when it is connected to, so that a name cannot change in between. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *a)
{
    const struct deliver *d = context;
    if (purpose != CURLSOCKTYPE_IPCXN || (!d->options.any && is_private(&a->addr)))
        return CURL_SOCKET_BAD;
    return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* --- one message --- */

static size_t ignore(char *bytes, size_t size, size_t n, void *context)
{
    (void)bytes;
    (void)context;
    return size * n;
}

static struct curl_slist *headers_of(const struct deliver *d, const struct notification_push *m,
                                     int64_t now)
{
    char authorization[WEBPUSH_HEADER_BYTES];
    char line[WEBPUSH_HEADER_BYTES + 20];
    struct curl_slist *list = NULL;
    if (webpush_authorization(d->options.key, m->browser.endpoint, d->options.contact,
                              now / 1000 + TOKEN_S, authorization) < 0)
        return NULL;
    snprintf(line, sizeof line, "Authorization: %s", authorization);
    list = curl_slist_append(list, line);
    snprintf(line, sizeof line, "TTL: %d", TTL_S);
    list = curl_slist_append(list, line);
    list = curl_slist_append(list, "Content-Type: application/octet-stream");
    return curl_slist_append(list, "Content-Encoding: aes128gcm");
}

/* Encrypts it; returns its length, or ERR_*. */
static int seal(const struct notification_push *m, unsigned char body[WEBPUSH_BODY_MAX])
{
    unsigned char salt[16];
    randombytes_buf(salt, sizeof salt);
    struct webpush_key *own = webpush_key_new();
    int n = own != NULL
                ? webpush_encrypt(own, salt, m->browser.p256dh, m->browser.auth, m->payload, body)
                : ERR_NO_MEMORY;
    webpush_key_free(own);
    return n;
}

static void set_options(struct deliver *d, const struct delivery *s,
                        const struct notification_push *m, int n)
{
    curl_easy_reset(s->curl);
    (void)curl_easy_setopt(s->curl, CURLOPT_URL, m->browser.endpoint);
    (void)curl_easy_setopt(s->curl, CURLOPT_PROTOCOLS_STR, d->options.any ? "http,https" : "https");
    (void)curl_easy_setopt(s->curl, CURLOPT_PROXY, "");
    (void)curl_easy_setopt(s->curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(s->curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    (void)curl_easy_setopt(s->curl, CURLOPT_TIMEOUT, (long)DELIVER_MOST_S);
    (void)curl_easy_setopt(s->curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    (void)curl_easy_setopt(s->curl, CURLOPT_OPENSOCKETDATA, d);
    (void)curl_easy_setopt(s->curl, CURLOPT_WRITEFUNCTION, ignore);
    (void)curl_easy_setopt(s->curl, CURLOPT_HTTPHEADER, s->headers);
    (void)curl_easy_setopt(s->curl, CURLOPT_POSTFIELDSIZE, (long)n);
    (void)curl_easy_setopt(s->curl, CURLOPT_POSTFIELDS, s->body);
}

void deliver_begin(struct deliver *d, int slot, const struct notification_push *m, int64_t now)
{
    struct delivery *s = &d->slots[slot];
    ASSERT(!s->busy && !s->ended);
    s->ended = true;
    int n = seal(m, s->body);
    s->answer = n == ERR_SYNTAX ? DELIVER_GONE : DELIVER_NEVER;
    if (n < 0)
        return;
    s->headers = headers_of(d, m, now);
    if (s->curl == NULL)
        s->curl = curl_easy_init();
    if (s->headers == NULL || s->curl == NULL)
        return;
    set_options(d, s, m, n);
    s->busy = curl_multi_add_handle(d->multi, s->curl) == CURLM_OK;
    s->ended = !s->busy;
}

void deliver_end(struct deliver *d, int slot)
{
    struct delivery *s = &d->slots[slot];
    if (s->busy)
        (void)curl_multi_remove_handle(d->multi, s->curl);
    curl_slist_free_all(s->headers);
    s->headers = NULL;
    s->busy = false;
    s->ended = false;
}

static enum deliver_answer answer_of(CURL *curl, CURLcode rc)
{
    long status = 0;
    (void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (rc != CURLE_OK)
        return DELIVER_SILENT;
    if (status == 404 || status == 410)
        return DELIVER_GONE;
    if (status == 429 || status >= 500)
        return DELIVER_LATER;
    return status >= 200 && status < 300 ? DELIVER_SENT : DELIVER_NEVER;
}

int deliver_next(struct deliver *d, enum deliver_answer *answer)
{
    int left;
    const CURLMsg *message;
    while ((message = curl_multi_info_read(d->multi, &left)) != NULL) {
        for (int i = 0; i < DELIVER_N; i++) {
            if (!d->slots[i].busy || d->slots[i].curl != message->easy_handle)
                continue;
            *answer = answer_of(message->easy_handle, message->data.result);
            deliver_end(d, i);
            return i;
        }
    }
    for (int i = 0; i < DELIVER_N; i++) {
        if (!d->slots[i].ended)
            continue;
        *answer = d->slots[i].answer;
        deliver_end(d, i);
        return i;
    }
    return -1;
}

void deliver_wait(struct deliver *d, int ms)
{
    int running;
    (void)curl_multi_poll(d->multi, NULL, 0, ms, NULL);
    (void)curl_multi_perform(d->multi, &running);
}

void deliver_wake(struct deliver *d)
{
    (void)curl_multi_wakeup(d->multi);
}

struct deliver *deliver_new(const struct deliver_options *o)
{
    struct deliver *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->options = *o;
    d->multi = curl_multi_init();
    if (d->multi != NULL)
        return d;
    free(d);
    return NULL;
}

void deliver_free(struct deliver *d)
{
    if (d == NULL)
        return;
    for (int i = 0; i < DELIVER_N; i++) {
        deliver_end(d, i);
        curl_easy_cleanup(d->slots[i].curl);
    }
    (void)curl_multi_cleanup(d->multi);
    free(d);
}
