/* bounce.h - reports of mail servers about mails that came back (RFC 3464), read with GMime.
 *
 * A report counts only if it says that an address cannot take mail: a permanent failure (Status
 * 5.x.x) of the address, the mailbox or the route. A delay, a full disk on the way, or a refusal of
 * the mail itself (5.6.x, 5.7.x) does not count. The address to which the report went and the
 * Message-ID of the returned mail identify the mail (keys.h). The recipient that a report names is
 * never trusted. Thread-safe. */
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
