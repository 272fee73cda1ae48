/* automatic.h - mails that a program wrote: they are neither executed nor answered, or two programs
 * would write to each other for ever (RFC 3834). */
#ifndef MAIL_AUTOMATIC_H
#define MAIL_AUTOMATIC_H
#include <gmime/gmime.h>
#include <stdbool.h>

/* from: the sender, in lower case; own: this server's address; subject: decoded. A mail without a
 * sender that can be answered counts as automatic. Feedback-ID is no mark: Fastmail writes it into
 * what people send. */
bool automatic_is(GMimeMessage *m, const char *from, const char *own, const char *subject);

/* Whether an address is the server's own, with or without what follows a '+'. */
bool automatic_is_own(const char *address, const char *own);

#endif
