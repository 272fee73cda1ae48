/* mails.h - the mails that an account sends by itself: an address is to be confirmed, a
 * password to be chosen anew, or was, and a new browser has signed in. They go into the outbox
 * within the writer's transaction. */
#ifndef MAILS_H
#define MAILS_H
#include "service/service.h"

/* secret: the token, which stands in the mail and nowhere else. answered: the mail is confirmed
 * by answering it, rather than on the page. 0 or what the store returned. */
MUST_USE int mails_confirm(const struct work *w, const struct store_player *p, const char *address,
                           const char *secret, bool answered);
MUST_USE int mails_recover(const struct work *w, const struct store_player *p, const char *address,
                           const char *secret);
/* The password is another one now. */
MUST_USE int mails_changed(const struct work *w, const struct store_player *p, const char *address);
/* Somebody has signed in from a browser that has not signed in before; agent: its own words. */
MUST_USE int mails_signed_in(const struct work *w, const struct store_player *p,
                             const char *address, const char *agent);

#endif
