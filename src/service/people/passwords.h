/* passwords.h - Argon2id, computed by the threads of a pool, so that neither the event loop nor the
 * writer waits for it (about 50 ms and 64 MiB each).
 *
 * The queue is bounded, for each caller and for all (platform/pool.h): a caller who floods it gets
 * a refusal at once (ERR_BUSY) or later (dropped), so that the others do not wait ever longer. A
 * check without a stored password takes as long as one with it, so the time does not reveal whether
 * an account exists. */
#ifndef PASSWORDS_H
#define PASSWORDS_H
#include "platform/pool.h"
#include "store/people/people.h"
#include <stdbool.h>
#include <stddef.h>

enum {
    PASSWORDS_MIN = 8,
    PASSWORDS_MAX = 200,
    PASSWORDS_QUEUE = 256, /* together: */
    PASSWORDS_EACH = 8,    /* of one caller */
    PASSWORDS_WAIT_MS = 15 * 1000,
};

struct password_job {
    bool check, make;                   /* the wanted steps; both: make only if the check
                                         * succeeds */
    char given[PASSWORDS_MAX + 1];      /* check: this one */
    char stored[PEOPLE_PASSWORD_BYTES]; /* against this string; "" fits nothing, in the same time */
    char fresh[PASSWORDS_MAX + 1];      /* make: the string of this one */
    bool (*verify)(void *context);      /* a further check that must succeed; NULL: none */
    bool fits;                          /* out of check; true without */
    char made[PEOPLE_PASSWORD_BYTES];   /* out of make; "" when memory is short */
    uint64_t caller;                    /* who pays (platform/fair.h); 0: the server */
    enum fair_class class;
    bool dropped; /* out: it was not computed, for others had to be served */
    void (*done)(struct password_job *j); /* on a thread of the pool; given and fresh are wiped */
    void *context;
    struct pool_job job;
};

/* Queues a job, which lives until its `done` was called. ERR_BUSY when the queue is full. */
MUST_USE int passwords_submit(struct pool *p, struct password_job *j);

/* The two computations themselves, for threads that may wait. 0 or ERR_NO_MEMORY. Passwords are
 * prepared first (unicode.h), so that they fit however a keyboard spells their letters. */
MUST_USE int passwords_make(const char *password, char out[PEOPLE_PASSWORD_BYTES]);
MUST_USE bool passwords_fit(const char *stored, const char *password);

/* The threads for it. */
struct service;
struct pool *passwords_of(struct service *s);

#endif
