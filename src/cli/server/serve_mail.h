/* serve_mail.h - play by e-mail in `hoshi serve`: its options, and the requests that it answers. */
#ifndef SERVE_MAIL_H
#define SERVE_MAIL_H
#include "http/wire/http.h"

struct serve_mail {
    const char *address, *token_file, *trust, *admins, *smtp, *login_file; /* NULL: not given */
};

struct serve_mail_parts {
    struct commands *commands; /* mail/commands.h */
    struct sender *sender;     /* mail/sender.h; NULL: the server has no mail */
};

/* Starts them and sets what http needs to know; false after a message on standard error. */
MUST_USE bool serve_mail_start(struct serve_mail_parts *parts, const struct serve_mail *o,
                               struct service *s, struct http_options *http);
/* Also of parts that did not start, or are all zero. */
void serve_mail_stop(struct serve_mail_parts *parts);

#endif
