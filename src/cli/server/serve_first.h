/* serve_first.h - the first administrator of a site. */
#ifndef SERVE_FIRST_H
#define SERVE_FIRST_H
#include "service/core/service.h"

/* Makes the member an administrator. On a site without members it makes the account, too, and says
 * in the log the address at which its password is chosen, once. base: the address of the site, or
 * what the server listens on. False after a message. */
/* Makes an account whose password nobody knows, and the secret of the address /recover#SECRET, at
 * which it is chosen within a day, once. 0, or a negative ERR_* with a sentence. */
MUST_USE int serve_first_account(struct service *s, const char *name,
                                 char secret[SERVICE_SECRET_BYTES], struct text *why);

MUST_USE bool serve_first_admin(struct service *s, const char *name, const char *base);

#endif
