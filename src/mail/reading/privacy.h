/* privacy.h - the last line of defence before a text goes to somebody else: whatever was taken for
 * the words of a person, no address of theirs or of this server, and no proof of a seat, is in it.
 *
 * An address is found in any case of letters, with a blank or line break in it, behind "mailto:",
 * and with its '@' in full width or written as %40, =40 or &#64;. Pure, except for memory. */
#ifndef MAIL_PRIVACY_H
#define MAIL_PRIVACY_H
#include "mail/keys.h"

enum { PRIVACY_ADDRESSES_MAX = 64, PRIVACY_SEATS_MAX = 8 };

struct privacy {
    const unsigned char *key;                                     /* of the server (keys.h) */
    const char *own;                                              /* its address */
    char addresses[PRIVACY_ADDRESSES_MAX][MAILBOX_ADDRESS_BYTES]; /* in lower case */
    int addresses_n;
    /* out */
    bool removed;                              /* something was */
    struct keys_seat seats[PRIVACY_SEATS_MAX]; /* the right proofs among it */
    int seats_n;
};

/* Adds all addresses of a text, such as header fields. Those beyond the maximum are not added. */
void privacy_add(struct privacy *p, const char *text);

/* A copy with "[...]" for each address and proof; the caller frees. NULL when memory is short. */
MUST_USE char *privacy_clean(struct privacy *p, const char *text);

#endif
