/* push.h - sends waiting notifications (store/notifications/notification.h) to the push services of
 * the players' browsers, over HTTP with libcurl, encrypted and signed by webpush.h.
 *
 * service/notifications/notify.h decides what is pushed; a thread of this face sends it, so a slow
 * push service delays nothing else. The server's key is made at the first use and kept in the
 * store: browsers subscribe to it. The thread retries a message for a day, and stops if the service
 * says that the browser is gone. Nothing is sent to addresses of private networks, because the
 * subscriber chooses the address. */
#ifndef PUSH_H
#define PUSH_H
#include "service/core/service.h"
#include "store/core/store.h"

struct push; /* opaque */

struct push_options {
    const char *contact; /* mailto: or https: URI of the operator, which push services want */
    bool any;            /* also to private addresses and without TLS, for tests */
};

/* Whether push services can get that contact: mailto:ADDRESS or https://… */
bool push_contact_fits(const char *contact);

/* Makes a new key in the store and forgets all browsers: they subscribed to the former one. For a
 * transaction of the operator; servers use it when they start. 0 or ERR_*. */
MUST_USE int push_rotate(struct store *store);

/* The contact fits. Loads or makes the key, writes its public half to the site, and begins to send;
 * pages of such a site can subscribe. NULL on failure, with a sentence. */
MUST_USE struct push *push_start(struct service *s, const struct push_options *o,
                                 struct service_site *site, struct text *why);
void push_stop(struct push *p); /* NULL is fine */

#endif
