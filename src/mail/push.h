/* push.h - sends the messages that wait (store/notification.h) to the push services of the players'
 * browsers, over HTTP with libcurl, encrypted and signed by webpush.h.
 *
 * The server's key is made at the first use and kept in the store: browsers subscribe to it. A
 * message is tried for a day; a service that says that the browser is gone ends it. Nothing is sent
 * to addresses of private networks: whoever subscribes names the address. */
#ifndef MAIL_PUSH_H
#define MAIL_PUSH_H
#include "mail/webpush.h"
#include "service/service.h"

struct push;

struct push_options {
    const char *contact; /* mailto: or https: URI of the operator, which push services want */
    bool any;            /* also to private addresses and without TLS, for tests */
};

/* Loads or makes the key. NULL on failure, with a sentence. */
MUST_USE struct push *push_new(struct service *s, const struct push_options *o, struct text *why);
void push_free(struct push *p); /* NULL is fine */
/* The key that browsers subscribe with. */
const char *push_key(const struct push *p);

/* Sends what is due; returns how many were tried. The reader is the calling thread's. */
int push_send_due(struct push *p, struct reader *r);

#endif
