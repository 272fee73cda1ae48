/* serve_mail.h - play by e-mail in `hoshi serve`: its options, and the requests that it answers. */
#ifndef SERVE_MAIL_H
#define SERVE_MAIL_H
#include "http/wire/http.h"

/* NULL: not given. */
struct serve_mail {
    const char *address, *token_file, *trust, *admins, *smtp, *login_file;
    const char *provider;                                      /* a name of mail/door/provider.h */
    const char *mailbox, *user, *password_file, *consent_file; /* that mails are fetched from */
    const char *rate;
    bool plain_mailbox, old, smtp_as_mailbox, plain_address;
};

/* The options, as rows of struct option_spec. */
#define SERVE_MAIL_SPECS(m)                                                                        \
    {.name = "mail-address", .text = &(m).address},                                                \
        {.name = "mail-token-file", .text = &(m).token_file}, {.name = "smtp", .text = &(m).smtp}, \
        {.name = "smtp-login-file", .text = &(m).login_file},                                      \
        {.name = "smtp-as-mailbox", .flag = &(m).smtp_as_mailbox},                                 \
        {.name = "mail-provider", .text = &(m).provider},                                          \
        {.name = "mailbox", .text = &(m).mailbox}, {.name = "mail-rate", .text = &(m).rate},       \
        {.name = "mailbox-user", .text = &(m).user},                                               \
        {.name = "mailbox-password-file", .text = &(m).password_file},                             \
        {.name = "mailbox-consent-file", .text = &(m).consent_file},                               \
    {                                                                                              \
        .name = "mailbox-plain", .flag = &(m).plain_mailbox                                        \
    }

/* Fills in what the provider says and the user, which is the address unless given. */
void serve_mail_complete(struct serve_mail *o);

struct serve_mail_parts {
    struct commands *commands; /* mail/commands.h */
    struct sender *sender;     /* mail/sender.h; NULL: the server has no mail */
    struct fetcher *fetcher;   /* mail/door/fetcher.h; NULL: mails come another way */
    struct credential *credential;
};

/* Starts them and sets what http needs to know; false after a message on standard error. */
MUST_USE bool serve_mail_start(struct serve_mail_parts *parts, const struct serve_mail *o,
                               struct service *s, struct http_options *http);
/* Also of parts that did not start, or are all zero. */
void serve_mail_stop(struct serve_mail_parts *parts);

#endif
