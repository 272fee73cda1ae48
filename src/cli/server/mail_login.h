/* mail_login.h - `hoshi mail login`: the owner of a mailbox agrees, in a browser, that the server
 * uses it (OAuth 2). */
#ifndef MAIL_LOGIN_H
#define MAIL_LOGIN_H
#include <stdbool.h>
#include <stdint.h>

struct mail_login_options {
    const char *provider; /* a name of mail/door/provider.h, or the URL of an issuer */
    const char *client_id, *client_secret_file;
    const char *user, *out; /* the mailbox's user; the file of the consent */
    const char *scope;      /* NULL: of the provider */
    const char *mailbox;    /* is tried afterwards; NULL: of the provider */
    int64_t port;           /* of the redirect; 0: any free one */
    bool device;            /* the browser is on another machine (RFC 8628) */
    bool plain;             /* the mailbox may be without TLS */
};

/* The exit status; messages on standard error. */
int mail_login(const struct mail_login_options *o);

#endif
