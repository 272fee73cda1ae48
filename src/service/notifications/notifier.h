/* notifier.h - the thread that tells players what concerns them.
 *
 *     an order         its transaction makes an event, and leaves a row of the inbox for it
 *                      (service/core/events.h)
 *     the notifier     half a second later: takes the row, and in the same transaction writes what
 *                      the page shows (notify.h) and its event, what is pushed, and a row for mail
 *     page, push/, mail/   each brings its own part, on a thread of its own
 *
 * The three are of equal rank: none waits for another, and what fails in one is not noticed in the
 * others. Rows for mail are left only if a server of the site takes them. States and what a kill
 * leaves at each step are those of the inbox (store/core/inbox.h): a row is there and nothing was
 * told, or all of it is on the disk and the row is gone.
 *
 * On a busy server nearly all turns are over when their rows are due; those cost the writer one
 * look at the match that it has in its cache, and a deletion.
 *
 * Any number of servers of a site may have one. */
#ifndef NOTIFIER_H
#define NOTIFIER_H
#include "base/text.h"
#include "service/core/inbox.h"

struct notifier; /* opaque */

/* The service has begun. NULL on failure, with a sentence. */
MUST_USE struct notifier *notifier_start(struct service *s, struct text *why);
void notifier_stop(struct notifier *n); /* NULL is fine */

/* What the thread does, for those who have a thread: takes rows of INBOX_EVENTS. mails: for
 * the taker itself. */
void notifier_taker(struct inbox_taker *t, bool *mails);

/* Applied by a batch before the first row is taken. Up to version 0.3 a cursor over the events said
 * who was told: leaves rows for the events behind it, once for the store. */
MUST_USE int notifier_upgrade(struct work *w, void *unused);

#endif
