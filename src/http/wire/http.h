/* http.h - the HTTP face: the API of docs/API.md over a service, and the page.
 *
 * One thread (libmicrohttpd, epoll) reads requests, answers reads at once, and hands writes to the
 * service; the connection is suspended until the writer has committed. */
#ifndef HTTP_H
#define HTTP_H
#include "base/macros.h"
#include "base/text.h"
#include "http/wire/head.h"
#include "platform/fair.h"
#include "service/core/service.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http; /* opaque */

/* Requests that another face answers (mail): `errand` is called on the HTTP thread and must not
 * wait; `done` is called once, from any thread, when status, text and html are set. */
struct http_errand {
    bool is_mail;      /* POST /api/mail/inbound; else POST /api/pbm */
    const char *bytes; /* borrowed until done: the message, or the command line */
    size_t n;
    const char *body;      /* of a command */
    const char *recipient; /* of a message */
    const char *type;      /* of a message: the request's Content-Type, or NULL */
    char address[64];      /* the address of the network that asks */
    struct store_player asker;
    uint64_t caller; /* who pays for a command (platform/fair.h) */
    enum fair_class class;
    int status;
    char *text, *html; /* of the reply to a command; free() */
    bool failed;
    void (*done)(struct http_errand *e);
    void *context; /* the other face's */
};

struct http_options {
    void (*errand)(void *context, struct http_errand *e); /* NULL: these requests are not there */
    void *errand_context;
    const char *mail_token;    /* the token that may deliver mail; NULL: no mail is accepted */
    const char *listen;        /* "127.0.0.1:8080", "[::1]:0", ":8080" (all addresses) */
    const char *spool;         /* a folder for files without a name; NULL: no exports */
    const char *web_dir;       /* serve the page from this folder instead; NULL: the embedded one */
    bool log;                  /* one line on stderr for each request */
    struct head_trust proxies; /* whose X-Forwarded-For, Forwarded and -Proto are believed */
    int64_t keep_free_mib;     /* of the disk: while less is free, guests write no texts */
    bool no_limits;            /* no limit on how often guests and matches are made */
    bool push_any;             /* web push goes to any address, for tests */
    /* Of security.txt (RFC 9116): mailto: or https: URI, NULL: there is none; and the day on which
     * it expires. */
    const char *security_contact, *security_expires;
};

/* Whether it is a day: 2027-01-31. */
bool security_txt_fits(const char *day);

/* Starts listening. NULL on failure, and *why is a sentence (the port is taken, …). */
MUST_USE struct http *http_start(struct service *s, const struct http_options *o, struct text *why);

/* "http://127.0.0.1:8080"; valid until http_stop. */
const char *http_url(const struct http *h);

/* No new connections; waits for the answers that are under way; ends the streams. */
void http_stop(struct http *h);

#endif
