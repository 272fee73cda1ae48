/* notifications.h - mails that players get without a request: turns, ends, messages, offers,
 * digests, reminders.
 *
 * All of them follow from the committed events, which are read in order behind a cursor. The store
 * keeps the cursor, and the transaction that writes the mails moves it. So each notification is
 * written exactly once, however the move was made and whenever the server restarts.
 *
 *     sender's reader:  notifications_look: events older than half a second that are still current
 *     writer, a batch:  notifications_apply: the mails and notifications for them, and the cursor
 *     sender:           notifications_done: committed events are not looked at again
 *
 * On a busy server nearly all turns are over when they are looked at, and cost the writer
 * nothing. */
#ifndef MAIL_NOTIFICATIONS_H
#define MAIL_NOTIFICATIONS_H
#include "mail/pbm.h"

enum { NOTICES_EVENTS = 200 /* dealt with at once */ };

struct notifications {
    const struct mail_site *site;
    bool send;       /* mails are written at all */
    bool daily;      /* look for digests and reminders, too */
    int64_t from;    /* the events up to this one are done */
    int64_t looked;  /* up to this one they were read */
    int64_t applied; /* up to this one the batch has dealt with them */
    int events_n;    /* events that wait */
    struct notifications_event {
        int64_t id, match;
        char type[16];
        char *text;   /* of the data */
        json_t *data; /* NULL until it is needed */
    } events[NOTICES_EVENTS];
};

/* Called once at the start, in a batch before any other order: a new store begins at its newest
 * event, and no later one is missed. */
MUST_USE int notifications_begin(struct work *w, struct notifications *n);

/* Reads the notifications that follow from the events up to `upto`, inside a transaction. newest
 * may be later; it shows which turns are over already. Entries that were read before and still wait
 * are not read again. Returns how many there are. */
MUST_USE int notifications_look(struct notifications *n, struct store *s, int64_t upto,
                                int64_t newest);

/* Applied by a batch: context is the struct notifications. */
MUST_USE int notifications_apply(struct work *w, void *context);

/* After the look, or the batch: whether it succeeded. */
void notifications_done(struct notifications *n, bool done);

#endif
