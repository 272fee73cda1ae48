/* fetcher.h - fetches mails from a mailbox and hands them to the commands, each exactly once.
 *
 *     mailbox ---> fetcher's thread ---> commands_run ---> the store, with the mail's mark
 *        ^                |                                        |
 *        +- hoshi/done ---+----------------------------------------+ after the commit
 *
 * A mail's mark (UIDVALIDITY and UID, or UIDL) is written in the transaction with its answer, and
 * each command leaves the hash of the mail's content in the transaction with its effects. So a
 * server that ends at any moment, or loses the connection, goes on where it was; a mailbox whose
 * UIDVALIDITY changes is read again without doing anything twice. Of several servers with one store
 * the one that has the lease fetches, and another takes over when it ends. */
#ifndef MAIL_DOOR_FETCHER_H
#define MAIL_DOOR_FETCHER_H
#include "mail/commands.h"
#include "mail/door/credential.h"
#include "mail/door/place.h"

struct fetcher; /* opaque */

struct fetcher_options {
    struct place place;
    struct credential *credential; /* borrowed */
    bool old;                      /* also mails that lay there before the first start */
};

/* The options live as long. On failure NULL, with a sentence. */
MUST_USE struct fetcher *fetcher_start(struct service *s, struct commands *c,
                                       const struct fetcher_options *o, struct text *why);
void fetcher_stop(struct fetcher *f); /* NULL is fine */

#endif
