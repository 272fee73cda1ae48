/* deliver.h - deliveries to push services side by side, over HTTP with libcurl, each in a slot.
 * turns.h says which may begin. For one thread, except deliver_wake. */
#ifndef DELIVER_H
#define DELIVER_H
#include "push/turns.h"
#include "store/notifications/notification.h"

enum {
    DELIVER_N = TURNS_N,
    DELIVER_MOST_S = 15,       /* then a delivery ends by itself */
    DELIVER_TTL_S = 24 * 3600, /* so long a push service keeps a message */
};

struct deliver; /* opaque */
struct webpush_key;

struct deliver_options {
    const struct webpush_key *key; /* the server's */
    const char *contact;           /* as in push.h */
    bool any;
};

/* What the options point to lives as long. NULL: memory is short. */
MUST_USE struct deliver *deliver_new(const struct deliver_options *o);
void deliver_free(struct deliver *d); /* ends them all; NULL is fine */

/* Encrypts the message and begins to send it; the slot is free. */
void deliver_begin(struct deliver *d, int slot, const struct notification_push *m, int64_t now);
/* Gives it up, if it is under way. */
void deliver_end(struct deliver *d, int slot);

enum deliver_answer {
    DELIVER_SENT,
    DELIVER_LATER, /* the push service asks to try again */
    DELIVER_NEVER, /* it refuses this message */
    DELIVER_GONE,  /* the browser does not exist any more */
    DELIVER_SILENT,
};
/* The slot of a delivery that has ended, which is then free; -1: none has. */
MUST_USE int deliver_next(struct deliver *d, enum deliver_answer *answer);
/* Goes on with all of them; returns when something has happened, or after so many ms. */
void deliver_wait(struct deliver *d, int ms);
void deliver_wake(struct deliver *d); /* from any thread: deliver_wait returns */

#endif
