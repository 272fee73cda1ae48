/* sender.h - brings mails out: writes those about what has happened (notifications.h), and sends
 * what is in the outbox by SMTP. Only a server with an address has one.
 *
 *     rows of the inbox, reminders, digests ---> sending thread ---> outbox ---> SMTP
 *     replies, codes for accounts ----------------------------------/
 *
 * The outbox and the rows of the inbox are the store's: of several servers with mail each sends
 * what it claims, and a mail that cannot be sent now waits there. */
#ifndef MAIL_SENDER_H
#define MAIL_SENDER_H
#include "base/text.h"
#include "service/core/service.h"

struct sender; /* opaque */

struct sender_options {
    const char *address; /* of this server */
    const char *smtp;    /* "smtp://localhost:25", "smtps://…"; NULL: smtp://localhost:25 */
    const char *login;   /* "user:password", which requires TLS; NULL: no login */
    struct credential *credential; /* signs in instead (door/credential.h); NULL: nothing does */
    bool open;                     /* the sign-in may go without TLS */
    const char *rate;              /* rate.h: what the mail server lets us send; NULL: no limit */
    bool plain; /* no mail arrives at NAME+anything@HOST: proofs stand in the subject */
};

/* Whether mails can go to a URL (smtp://HOST or smtps://HOST, each with :PORT or not). */
bool sender_smtp_fits(const char *url);

/* The options fit, and live as long. On failure NULL, with a sentence. */
MUST_USE struct sender *sender_start(struct service *s, const struct sender_options *o,
                                     struct text *why);
void sender_stop(struct sender *m); /* NULL is fine */

#endif
