/* notifications.h - what players are mailed without having asked: turns, ends, words, offers, digests,
 * reminders.
 *
 * All of it follows from the committed events, read in order behind a cursor that is kept in the
 * store and moves in the transaction that writes the mails: whoever made the move, by mail or in
 * a browser, each notice is written exactly once, also across restarts.
 *
 *     sender's reader:  notifications_look: which events until half a second ago are still to be told
 *     writer, a task:   notifications_apply: mails and notices of these, and the cursor
 *     sender:           notifications_done: what was committed is not looked at again
 *
 * On a busy server nearly all turns are over when they are looked at, and cost the writer
 * nothing. */
#ifndef MAIL_NOTICES_H
#define MAIL_NOTICES_H
#include "mail/pbm.h"

enum { NOTICES_EVENTS = 200 /* dealt with at once */ };

struct notifications {
    const struct mail_site *site;
    bool send;       /* mails are written at all */
    bool daily;      /* look for digests and reminders, too */
    int64_t from;    /* of the events up to this one nothing is left to be told */
    int64_t looked;  /* up to this one they were read */
    int64_t applied; /* up to this one the task has dealt with them */
    int events_n;    /* what waits to be told */
    struct notifications_event {
        int64_t id, match;
        char type[16];
        char *text;   /* of the data */
        json_t *data; /* NULL until somebody needs it */
    } events[NOTICES_EVENTS];
};

/* Once at the start, in a task before anybody can do anything: a store that is new to this begins
 * at its newest event, and no later one is missed. */
MUST_USE int notifications_begin(struct work *w, struct notifications *n);

/* Reads what is to be told of the events up to this one, inside a transaction; `newest` may be
 * later and tells what is over already. What was read before and waits is not read again. Returns
 * how many there are. */
MUST_USE int notifications_look(struct notifications *n, struct store *s, int64_t upto,
                                int64_t newest);

/* For a task: context is the struct notices. */
MUST_USE int notifications_apply(struct work *w, void *context);

/* After the look, or the task: whether it was done. */
void notifications_done(struct notifications *n, bool done);

#endif
