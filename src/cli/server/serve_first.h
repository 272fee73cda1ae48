/* serve_first.h - the first administrator of a site. */
#ifndef SERVE_FIRST_H
#define SERVE_FIRST_H
#include "service/core/service.h"

/* Makes the member an administrator. On a site without members it makes the account, too, and says
 * in the log the address at which its password is chosen, once. base: the address of the site, or
 * what the server listens on. False after a message. */
MUST_USE bool serve_first_admin(struct service *s, const char *name, const char *base);

#endif
