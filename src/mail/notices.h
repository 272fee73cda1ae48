/* notices.h - what players are mailed without having asked: turns, ends, words, offers, digests,
 * reminders.
 *
 * All of it follows from the committed events, read in order behind a cursor that is kept in the
 * store and moves in the transaction that writes the letters: whoever made the move, by mail or in
 * a browser, each notice is written exactly once, also across restarts. */
#ifndef MAIL_NOTICES_H
#define MAIL_NOTICES_H
#include "mail/pbm.h"

struct notices {
    const struct mail_site *site;
    bool send;  /* letters are written at all */
    bool daily; /* look for digests and reminders, too */
    bool more;  /* out: there are further events to deal with */
};

/* Once at the start, before anybody can do anything: a store that is new to this begins at its newest
 * event, and no later one is missed. */
MUST_USE int notices_begin(struct work *w);

/* For a task: context is the struct notices. */
MUST_USE int notices_apply(struct work *w, void *context);

#endif
