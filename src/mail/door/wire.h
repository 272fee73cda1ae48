/* wire.h - one connection to a mailbox: libcurl connects, negotiates TLS, checks the certificate
 * and signs in (password, XOAUTH2 or OAUTHBEARER); then lines and counted bytes go over it.
 *
 * libcurl has no IDLE, which needs a connection that waits, and libetpan checks no certificate
 * unless its caller does and knows no OAUTHBEARER. So libcurl does what is hard to do right, and
 * the few commands after the sign-in are spoken here. Not thread-safe, except wire_stop. */
#ifndef MAIL_DOOR_WIRE_H
#define MAIL_DOOR_WIRE_H
#include "mail/door/credential.h"
#include "mail/door/place.h"
#include <glib.h>
#include <stdatomic.h>

struct wire; /* opaque */

/* A thread that may be stopped while it waits. */
struct wire_stop {
    int fd; /* readable when it is time to stop */
    atomic_bool stop;
};

/* NULL, with a sentence that says what is wrong and what to do. *refused: the sign-in was. */
MUST_USE struct wire *wire_open(const struct place *p, struct credential *c, struct wire_stop *stop,
                                bool *refused, struct text *why);
void wire_close(struct wire *w); /* NULL is fine */

/* 0, or ERR_NETWORK with a sentence in wire_why. */
MUST_USE int wire_send(struct wire *w, const char *bytes, size_t n);
/* Appends a line without its end. ERR_TOO_BIG beyond `most` bytes. */
MUST_USE int wire_line(struct wire *w, GString *out, size_t most);
/* Appends n bytes. */
MUST_USE int wire_bytes(struct wire *w, GString *out, size_t n);
/* Waits until there are bytes: 1, 0 after so many ms or at a stop, or ERR_NETWORK. */
MUST_USE int wire_wait(struct wire *w, int ms);
const char *wire_why(const struct wire *w);

#endif
