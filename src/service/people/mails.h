/* mails.h - the mails that an account sends by itself: to confirm an address, to reset a password,
 * to report a change of the account's credentials, to report a sign-in from a new browser. They go
 * into the outbox within the writer's transaction. */
#ifndef MAILS_H
#define MAILS_H
#include "service/core/service.h"
#include "store/people/security.h"

/* secret: the token, which stands in the mail and nowhere else. answered: the mail is confirmed
 * by answering it, rather than on the page. 0 or what the store returned. */
MUST_USE int mails_confirm(const struct work *w, const struct store_player *p, const char *address,
                           const char *secret, bool answered);
MUST_USE int mails_recover(const struct work *w, const struct store_player *p, const char *address,
                           const char *secret);
/* Reports a change of the account's credentials: password, second factor, passkeys, addresses.
 * agent: the browser's own words; NULL: an administrator did it. Does nothing for other kinds. */
MUST_USE int mails_changed(const struct work *w, const struct store_player *p, const char *address,
                           enum security_kind kind, const char *agent);
/* Somebody has signed in from a browser that has not signed in before; agent: its own words. */
MUST_USE int mails_signed_in(const struct work *w, const struct store_player *p,
                             const char *address, const char *agent);

#endif
