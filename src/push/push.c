#include "push/push.h"

#include "base/err.h"
#include "base/prefix.h"
#include "platform/clock.h"
#include "platform/ticker.h"
#include "push/webpush.h"
#include "service/core/batch.h"
#include "service/core/order.h"
#include "store/notifications/notification.h"
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 200, AT_ONCE = 16, CLAIM_MS = 120 * 1000, TTL_S = 24 * 3600, TOKEN_S = 12 * 3600 };
static const char key_name[] = "push_key";

struct push {
    struct service *service;
    struct reader *reader; /* the thread's */
    struct push_options options;
    pthread_t thread;
    bool started;
    struct ticker ticker;
    struct webpush_key *key;
    char key_text[WEBPUSH_KEY_TEXT_BYTES];
    CURL *curl;
};

static int load_key(struct work *w, void *context)
{
    struct push *p = context;
    char hex[2 * WEBPUSH_DER_BYTES + 1];
    int err = store_meta_get(batch_store(w), key_name, hex, (int)sizeof hex);
    if (err == 0)
        p->key = webpush_key_load(hex);
    if (err != ERR_NOT_FOUND)
        return err;
    p->key = webpush_key_new();
    if (p->key == NULL || webpush_key_save(p->key, hex) < 0)
        return 0; /* push_start sees that there is none */
    err = store_meta_set(batch_store(w), key_name, hex);
    sodium_memzero(hex, sizeof hex);
    return err;
}

/* --- one message --- */

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
    const struct push *p = context;
    if (purpose != CURLSOCKTYPE_IPCXN || (!p->options.any && is_private(&a->addr)))
        return CURL_SOCKET_BAD;
    return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

static size_t ignore(char *bytes, size_t size, size_t n, void *context)
{
    (void)bytes;
    (void)context;
    return size * n;
}

static struct curl_slist *headers_of(const struct push *p, const struct notification_push *m,
                                     int64_t now)
{
    char authorization[WEBPUSH_HEADER_BYTES];
    char line[WEBPUSH_HEADER_BYTES + 20];
    struct curl_slist *list = NULL;
    if (webpush_authorization(p->key, m->browser.endpoint, p->options.contact, now / 1000 + TOKEN_S,
                              authorization) < 0)
        return NULL;
    snprintf(line, sizeof line, "Authorization: %s", authorization);
    list = curl_slist_append(list, line);
    snprintf(line, sizeof line, "TTL: %d", TTL_S);
    list = curl_slist_append(list, line);
    list = curl_slist_append(list, "Content-Type: application/octet-stream");
    return curl_slist_append(list, "Content-Encoding: aes128gcm");
}

enum answer { PUSH_SENT, PUSH_LATER, PUSH_NEVER, PUSH_GONE };

static enum answer send_one(struct push *p, const struct notification_push *m, int64_t now)
{
    unsigned char body[WEBPUSH_BODY_MAX];
    unsigned char salt[16];
    long status = 0;
    randombytes_buf(salt, sizeof salt);
    struct webpush_key *own = webpush_key_new();
    int n = own != NULL
                ? webpush_encrypt(own, salt, m->browser.p256dh, m->browser.auth, m->payload, body)
                : ERR_NO_MEMORY;
    webpush_key_free(own);
    if (n < 0)
        return n == ERR_SYNTAX ? PUSH_GONE : PUSH_NEVER;
    struct curl_slist *headers = headers_of(p, m, now);
    if (headers == NULL)
        return PUSH_NEVER;
    curl_easy_reset(p->curl);
    (void)curl_easy_setopt(p->curl, CURLOPT_URL, m->browser.endpoint);
    (void)curl_easy_setopt(p->curl, CURLOPT_PROTOCOLS_STR, p->options.any ? "http,https" : "https");
    (void)curl_easy_setopt(p->curl, CURLOPT_PROXY, "");
    (void)curl_easy_setopt(p->curl, CURLOPT_NOSIGNAL, 1L);
    (void)curl_easy_setopt(p->curl, CURLOPT_CONNECTTIMEOUT, 5L);
    (void)curl_easy_setopt(p->curl, CURLOPT_TIMEOUT, 15L);
    (void)curl_easy_setopt(p->curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    (void)curl_easy_setopt(p->curl, CURLOPT_OPENSOCKETDATA, p);
    (void)curl_easy_setopt(p->curl, CURLOPT_WRITEFUNCTION, ignore);
    (void)curl_easy_setopt(p->curl, CURLOPT_HTTPHEADER, headers);
    (void)curl_easy_setopt(p->curl, CURLOPT_POSTFIELDSIZE, (long)n);
    (void)curl_easy_setopt(p->curl, CURLOPT_POSTFIELDS, body);
    CURLcode rc = curl_easy_perform(p->curl);
    (void)curl_easy_getinfo(p->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    if (rc != CURLE_OK || status == 429 || status >= 500)
        return PUSH_LATER;
    if (status == 404 || status == 410)
        return PUSH_GONE;
    return status >= 200 && status < 300 ? PUSH_SENT : PUSH_NEVER;
}

/* --- what is due --- */

struct batch {
    struct notification_push list[AT_ONCE];
    enum answer answers[AT_ONCE];
    int64_t now;
    int n, mine;
};

static void on_push(void *context, const struct notification_push *m)
{
    struct batch *b = context;
    if (b->n < AT_ONCE)
        b->list[b->n++] = *m;
}

/* Of several processes that saw it due one sends it. */
static int apply_claims(struct work *w, void *context)
{
    struct batch *b = context;
    for (int i = 0; i < b->n; i++) {
        int err = notification_push_claim(batch_store(w), b->list[i].id, b->now, b->now + CLAIM_MS);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
        if (err == 0) {
            struct notification_push mine = b->list[i];
            b->list[i] = b->list[b->mine];
            b->list[b->mine++] = mine;
        }
    }
    return 0;
}

static int apply_answers(struct work *w, void *context)
{
    const struct batch *b = context;
    struct store *store = batch_store(w);
    int err = 0;
    for (int i = 0; err == 0 && i < b->mine; i++) {
        const struct notification_push *m = &b->list[i];
        bool old = b->now - m->at > (int64_t)TTL_S * 1000;
        int64_t wait_ms = (int64_t)10 * 1000 << (m->tries < 9 ? m->tries : 9);
        if (b->answers[i] == PUSH_GONE)
            err = notification_browser_gone(store, m->browser.id);
        else if (b->answers[i] == PUSH_LATER && !old)
            err = notification_push_later(store, m->id, b->now + wait_ms);
        else
            err = notification_push_done(store, m->id);
    }
    return err;
}

static void send_due(struct push *p)
{
    struct store *store = reader_store(p->reader);
    struct batch *b = calloc(1, sizeof *b);
    if (b == NULL)
        return;
    b->now = clock_unix_ms();
    if (store_begin(store) == 0) {
        if (notification_push_due(store, b->now, AT_ONCE, on_push, b) < 0)
            b->n = 0;
        store_end(store);
    }
    if (b->n > 0 && batch_run_alone(p->service, apply_claims, b) != OUTCOME_DONE)
        b->mine = 0;
    for (int i = 0; i < b->mine; i++)
        b->answers[i] = send_one(p, &b->list[i], b->now);
    if (b->mine > 0)
        (void)batch_run_alone(p->service, apply_answers, b);
    free(b);
}

static void *thread_main(void *arg)
{
    struct push *p = arg;
    while (ticker_wait(&p->ticker, TICK_MS))
        send_due(p);
    return NULL;
}

/* --- start and stop --- */

bool push_contact_fits(const char *contact)
{
    const char *rest = prefix_after_either(contact, "mailto:", "https://");
    return rest != NULL && rest[0] != '\0' && strlen(contact) <= 200 &&
           strpbrk(contact, "\"\\ \r\n") == NULL;
}

static bool load(struct push *p, struct service_site *site, struct text *why)
{
    p->curl = curl_easy_init();
    if (p->curl == NULL || batch_run_alone(p->service, load_key, p) != OUTCOME_DONE ||
        p->key == NULL || webpush_key_text(p->key, p->key_text) < 0) {
        text_str(why, "the key for web push cannot be loaded or made");
        return false;
    }
    snprintf(site->push_key, sizeof site->push_key, "%s", p->key_text);
    return true;
}

struct push *push_start(struct service *s, const struct push_options *o, struct service_site *site,
                        struct text *why)
{
    ASSERT(push_contact_fits(o->contact));
    struct push *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->service = s;
    p->options = *o;
    ticker_init(&p->ticker);
    p->reader = reader_open(s, why);
    if (p->reader == NULL || !load(p, site, why)) {
        push_stop(p);
        return NULL;
    }
    p->started = pthread_create(&p->thread, NULL, thread_main, p) == 0;
    if (!p->started)
        abort(); /* memory is exhausted: what is on the disk is safe */
    return p;
}

void push_stop(struct push *p)
{
    if (p == NULL)
        return;
    ticker_stop(&p->ticker);
    if (p->started)
        (void)pthread_join(p->thread, NULL);
    reader_close(p->reader);
    webpush_key_free(p->key);
    curl_easy_cleanup(p->curl);
    ticker_done(&p->ticker);
    free(p);
}
