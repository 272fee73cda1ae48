/* daemon.h - libmicrohttpd on a loop of ours: connections come in, exchanges (exchange.h) go to the
 * calls below. It knows nothing of hoshi. */
#ifndef DAEMON_H
#define DAEMON_H
#include "http/wire/exchange.h"
#include "http/wire/loop.h"
#include <stdbool.h>
#include <stddef.h>

/* All are called on the loop's thread. After `head`, `whole` and `resumed` an exchange is answered,
 * suspended, or given up: without an answer its connection ends. */
struct daemon_calls {
    size_t room_bytes; /* of each exchange, for the owner */
    void *context;
    /* Method, path and headers are there. An answer now means that the body is not read. */
    void (*head)(void *context, struct exchange *e);
    /* A piece of the body; false ends the connection. */
    bool (*body)(struct exchange *e, const char *bytes, size_t n);
    void (*whole)(struct exchange *e);   /* all of the body has come */
    void (*resumed)(struct exchange *e); /* after exchange_go_on; may already be answered */
    void (*end)(struct exchange *e);     /* the last call; also when the client has gone */
};

struct daemon_options {
    int socket; /* it listens; stays the caller's */
    unsigned connections_max;
    unsigned per_address_max; /* connections; 0: any number */
    bool log;                 /* errors of libmicrohttpd go to stderr */
};

struct daemon; /* opaque */

/* NULL if the system gives no memory or no descriptors. Nothing is called before daemon_start. */
MUST_USE struct daemon *daemon_new(const struct daemon_options *o,
                                   const struct daemon_calls *calls);
/* False if there is no thread. */
MUST_USE bool daemon_start(struct daemon *d);
struct loop *daemon_loop(struct daemon *d);

/* Stops accepting connections. May be called from any thread. */
void daemon_quiesce(struct daemon *d);
/* Ends the loop's thread. */
void daemon_stop(struct daemon *d);
/* Ends the remaining exchanges; after daemon_stop, or without daemon_start. NULL is fine. */
void daemon_free(struct daemon *d);

#endif
