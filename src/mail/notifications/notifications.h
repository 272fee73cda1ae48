/* notifications.h - mails that players get without a request: turns, ends, messages, offers,
 * reminders, and digests once a day.
 *
 * What happened comes as rows of the inbox (INBOX_MAIL), which service/notifications/notifier.h
 * leaves for those who write mails. The transaction that takes a row writes its mails to the
 * outbox; so each is written exactly once, whenever the server restarts, and whichever server of
 * the site takes the row. A mail that cannot be written delays no other, and nothing that the page
 * shows. */
#ifndef MAIL_NOTIFICATIONS_H
#define MAIL_NOTIFICATIONS_H
#include "mail/pbm.h"
#include "service/core/inbox.h"

/* A taker of those rows, for the mails of that site. */
void notifications_taker(struct inbox_taker *t, const struct mail_site *site);

/* Applied by a batch, every few minutes: reminders and digests that are due; what is old is
 * forgotten. context: the struct mail_site. Says that mails are written here. */
MUST_USE int notifications_daily(struct work *w, void *context);

#endif
