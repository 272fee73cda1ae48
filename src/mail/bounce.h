/* bounce.h - reports of mail servers about mails that came back (RFC 3464), read with GMime.
 *
 * Only what says that an address is not good for mail counts: a failure for good (Status 5.x.x)
 * that speaks of the address, the mailbox or the way to it; a delay, a full disk on the way, or a
 * refusal of the mail itself (5.6.x, 5.7.x) does not. Which mail it was is told by the
 * address that the report went to and by the Message-ID of what was returned (keys.h); the
 * recipient that a report names is never believed. Thread-safe. */
#ifndef MAIL_BOUNCE_H
#define MAIL_BOUNCE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>

enum { BOUNCE_ID_BYTES = 300 };

struct bounce {
    bool hard;
    char returned[BOUNCE_ID_BYTES]; /* Message-ID of the mail that came back; "" unknown */
};

/* Whether the message is a report of a mail that was not delivered; *out is filled then. */
MUST_USE bool bounce_read(const char *bytes, size_t n, struct bounce *out);

#endif
