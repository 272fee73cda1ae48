/* passkeys.h - passkeys (WebAuthn level 2): this module compares the data that a browser sends with
 * the expected data, and libfido2 checks the signature. Nothing here knows the store.
 *
 * A passkey belongs to one site: its name (the RP id) is the host of the public address, and what
 * is signed names the page that asked (the origin). Without a public address only localhost works,
 * for trying. No attestation is asked for, so a new passkey proves nothing about its maker; it
 * belongs to the player who is signed in and has given the password.
 *
 * Verifying takes a fraction of a millisecond and allocates; it runs on the password pool. */
#ifndef PASSKEYS_H
#define PASSKEYS_H
#include "store/people/security.h"

enum { PASSKEYS_MAX = 10, PASSKEYS_DATA_MAX = 8192 /* of a text that a browser sends */ };

/* Where passkeys are good. */
struct passkeys_site {
    char origin[240]; /* "https://hoshi.example" */
    char host[200];   /* "hoshi.example", the RP id */
};

/* url: the public address, or ""; host: of the request. False when passkeys cannot work there. */
MUST_USE bool passkeys_site(const char *url, const char *host, struct passkeys_site *out);

/* The data that a browser sends, in base64url as in WebAuthn's JSON; borrowed. */
struct passkeys_claim {
    const char *id, *client_data, *authenticator_data;
    const char *signature; /* NULL: a passkey is made */
    struct passkeys_site site;
    /* Out, when it is right: */
    char challenge[STORE_HASH_BYTES]; /* the hash of the challenge that it answers */
    struct security_passkey key;      /* made: id, alg, key; else in: the one that is stored */
    int64_t counter;
    bool verified; /* the authenticator has asked for a PIN, a finger, a face */
};

/* Whether everything fits; the caller takes the challenge, which is good once. */
MUST_USE bool passkeys_fit(struct passkeys_claim *c);

#endif
