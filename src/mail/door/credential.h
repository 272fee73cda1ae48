/* credential.h - how the server signs in at a mailbox and at the mail server that sends: with a
 * password from a file, or with access tokens (oauth.h). Safe from several threads. */
#ifndef MAIL_DOOR_CREDENTIAL_H
#define MAIL_DOOR_CREDENTIAL_H
#include "base/text.h"
#include "service/core/service.h"

struct credential; /* opaque */

struct credential_options {
    const char *user;
    const char *password_file; /* one of both */
    const char *consent_file;
};

/* Reads the file. The options live as long. NULL, with a sentence. s: notes a loss of the consent
 * there (service/core/mail_state.h); NULL: nowhere. */
MUST_USE struct credential *credential_new(const struct credential_options *o, struct service *s,
                                           struct text *why);
void credential_free(struct credential *c); /* NULL is fine */

/* Sets the user and the password or token of a transfer (a CURL *), after getting a new token if
 * the old one ends soon. 0 or ERR_*, with a sentence. */
MUST_USE int credential_apply(struct credential *c, void *curl, struct text *why);
/* The other side refused it: the file is read again next time, or a new token is made. */
void credential_refused(struct credential *c);
/* Gets a new token before the old one ends, so that a loss is known before mail stops. */
void credential_tend(struct credential *c);
const char *credential_user(const struct credential *c);
bool credential_has_consent(const struct credential *c);

#endif
