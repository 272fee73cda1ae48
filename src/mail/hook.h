/* hook.h - what mail providers post to a webhook, as a message of RFC 5322.
 *
 * Understood are the message itself; JSON, multipart/form-data and
 * application/x-www-form-urlencoded with the whole message in one field (raw, body-mime, email,
 * RawEmail, message); and the same with its parts in fields, of which a message is made: from, to,
 * subject, the text or HTML, and the headers as a block of lines, as [["name","value"]],
 * [{"Name":"…","Value":"…"}] or {"name":"value"}. The names are those of Mailgun, SendGrid,
 * Postmark and CloudMailin. Thread-safe. */
#ifndef MAIL_HOOK_H
#define MAIL_HOOK_H
#include "store/people/mailbox.h"

struct hook {
    char *made; /* owned; NULL: the bytes are the message */
    size_t n;
    char recipient[MAILBOX_ADDRESS_BYTES]; /* of the envelope; "" if unknown */
};

/* type: the Content-Type of the request, NULL for none. 0, ERR_SYNTAX (no message in it) or
 * ERR_NO_MEMORY. hook_done in any case. */
MUST_USE int hook_read(const char *type, const char *bytes, size_t n, struct hook *out);
void hook_done(struct hook *h);

#endif
