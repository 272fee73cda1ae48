/* smtp.h - brings one mail after another to a mail server, with libcurl. */
#ifndef MAIL_SMTP_H
#define MAIL_SMTP_H
#include "mail/door/credential.h"
#include <stddef.h>
#include <stdint.h>

struct smtp;

enum smtp_answer {
    SMTP_SENT,
    SMTP_LATER,  /* no connection, or a 4xx answer */
    SMTP_NEVER,  /* a 5xx answer to this mail */
    SMTP_NOBODY, /* the same, and it is of the address: 550 to 553 */
};

/* url: "smtp://host:port" or "smtps://host:port"; NULL: smtp://localhost:25. login:
 * "user:password", or NULL; credential: the same from a mailbox, or NULL. Either is only sent over
 * TLS, except that plain allows it without. */
struct smtp *smtp_new(const char *url, const char *login, struct credential *credential,
                      bool plain);
void smtp_free(struct smtp *s); /* NULL is fine */

/* bytes: the mail with CRLF. On failure a sentence in why. The connection is kept. */
enum smtp_answer smtp_send(struct smtp *s, const char *from, const char *to, const char *bytes,
                           char *why, size_t why_size);

/* What to do when no mail at all can be sent: a sentence about the last call of smtp_send. NULL: it
 * was sent, or the mail server speaks of that mail. */
const char *smtp_advice(const struct smtp *s);

/* The state of a mail after an answer: "sent", "failed", or "waiting" until *due_at: 5 s after
 * the first failure, twice as long after each further one, up to four hours; given up after five
 * days. Times in ms. */
const char *smtp_next(enum smtp_answer answer, int tries, int64_t age, int64_t now,
                      int64_t *due_at);

#endif
