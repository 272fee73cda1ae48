/* serve_mail.h - play by e-mail in `hoshi serve`: its options, and the requests that it answers. */
#ifndef SERVE_MAIL_H
#define SERVE_MAIL_H
#include "http/wire/http.h"

struct mail;

struct serve_mail {
    const char *address, *token_file, *trust, *admins, *smtp, *login_file; /* NULL: not given */
};

/* Starts it and sets what http needs to know; NULL after a message on standard error. */
MUST_USE struct mail *serve_mail_start(const struct serve_mail *o, struct service *s,
                                       struct http_options *http);
void serve_mail_stop(struct mail *m); /* NULL is fine */

#endif
