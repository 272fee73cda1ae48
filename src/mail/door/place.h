/* place.h - where a mailbox is: imaps://HOST[:PORT]/FOLDER, imap://, pop3s:// or pop3://. */
#ifndef MAIL_DOOR_PLACE_H
#define MAIL_DOOR_PLACE_H
#include "base/macros.h"
#include "base/text.h"

enum { PLACE_BYTES = 300, PLACE_FOLDER_BYTES = 120 };

struct place {
    char url[PLACE_BYTES]; /* scheme, host and port, as libcurl takes it */
    char host[PLACE_BYTES];
    char folder[PLACE_FOLDER_BYTES]; /* "INBOX"; of POP3: "" */
    bool pop;
    bool tls;    /* from the first byte */
    bool secure; /* no byte of a mail or password goes without TLS */
};

/* plain: TLS may be missing where the address has none. To a loopback address it may be missing
 * anyway; to others STARTTLS is required then. On failure ERR_SYNTAX, with a sentence that says
 * what is right. */
MUST_USE int place_parse(const char *url, bool plain, struct place *out, struct text *why);

/* Whether a host is this machine. */
bool place_is_loopback(const char *host);

#endif
