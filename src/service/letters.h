/* letters.h - the letters that an account sends by itself: an address is to be confirmed, a
 * password to be chosen anew, or was. They go into the outbox within the writer's transaction. */
#ifndef LETTERS_H
#define LETTERS_H
#include "service/service.h"

/* secret: the token, which stands in the letter and nowhere else. answered: the letter is confirmed
 * by answering it, rather than on the page. 0 or what the store returned. */
MUST_USE int letters_confirm(const struct work *w, const struct store_player *p,
                             const char *address, const char *secret, bool answered);
MUST_USE int letters_recover(const struct work *w, const struct store_player *p,
                             const char *address, const char *secret);
/* The password is another one now. */
MUST_USE int letters_changed(const struct work *w, const struct store_player *p,
                             const char *address);

#endif
