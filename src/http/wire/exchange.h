/* exchange.h - one request and its answer as they travel on a connection. The rest of http/ sees
 * libmicrohttpd only through this. The daemon (daemon.h) makes exchanges and calls the functions
 * that answer them.
 *
 *     head -> body* -> whole --answered------------------------------> end
 *                        \--suspend ... go on -> resumed --answered--/
 *
 * Everything here belongs to the loop's thread, except exchange_go_on and, while the exchange is
 * suspended, reading the request and answering it: those are for the one thread that works on it.
 *
 * An exchange comes with room for the state of its owner (daemon_calls.room_bytes), zeroed, which
 * lives as long as the exchange. */
#ifndef EXCHANGE_H
#define EXCHANGE_H
#include "base/macros.h"
#include "platform/headers.h"
#include <stdbool.h>
#include <stddef.h>

struct exchange; /* opaque */

/* The owner's state. */
void *exchange_room(struct exchange *e);

/* The request; texts are valid until the end. NULL: there is no such argument. */
const char *exchange_method(const struct exchange *e);
/* As it was sent, without the query: "/path", or "http://host/path" (head.h). */
const char *exchange_target(const struct exchange *e);
bool exchange_is_http_11(const struct exchange *e);
const char *exchange_argument(const struct exchange *e, const char *name);
/* Its head; the values end with '\0' somewhere behind their end. */
struct headers exchange_headers(const struct exchange *e);
/* The address of the network that asks, as digits; "unknown" if it is not known. */
void exchange_address(const struct exchange *e, char *out, size_t size);

/* The ownership of the bytes of an answer: they are copied, freed after sending, or static. */
enum exchange_bytes { EXCHANGE_COPIED, EXCHANGE_FREED, EXCHANGE_STATIC };

/* Sends the answer; call it once. If memory is short it sends none, and the connection ends. */
void exchange_answer(struct exchange *e, int status, const void *bytes, size_t n,
                     enum exchange_bytes fate);
/* The same from a file, which is closed afterwards. */
void exchange_answer_file(struct exchange *e, int status, int fd, size_t n);
/* A line of the answer's head; nothing if there is no answer. */
void exchange_add(struct exchange *e, const char *name, const char *value);
bool exchange_answered(const struct exchange *e);
int exchange_status(const struct exchange *e); /* 0: not answered */

/* The exchange continues after exchange_go_on, which any thread may call, once. Suspend before
 * another thread learns of the exchange. */
void exchange_suspend(struct exchange *e);
void exchange_go_on(struct exchange *e);

/* Hands over the connection's socket. The caller closes it, and writes to it once the current call
 * has returned. There is no other answer; `status` is for the log. -1 if this fails. */
MUST_USE int exchange_take_socket(struct exchange *e, int status);

#endif
