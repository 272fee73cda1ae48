/* webpush.h - web push: encryption for a browser (RFC 8291 over RFC 8188) and the sender's
 * signature (VAPID, RFC 8292). It uses OpenSSL, because libsodium has no P-256.
 *
 * A message is encrypted for the browser alone; the push service that carries it learns its length
 * and who sends. Each message has a key pair and a salt of its own. */
#ifndef WEBPUSH_H
#define WEBPUSH_H
#include "base/macros.h"
#include <stddef.h>
#include <stdint.h>

enum {
    WEBPUSH_PUBLIC_BYTES = 65,
    WEBPUSH_KEY_TEXT_BYTES = 100, /* base64url of a public key, with NUL */
    WEBPUSH_DER_BYTES = 256,
    WEBPUSH_PAYLOAD_MAX = 3000,
    WEBPUSH_BODY_MAX = WEBPUSH_PAYLOAD_MAX + 120,
    WEBPUSH_HEADER_BYTES = 700,
};

struct webpush_key; /* a P-256 key pair */

MUST_USE struct webpush_key *webpush_key_new(void); /* NULL when OpenSSL fails */
void webpush_key_free(struct webpush_key *k);       /* NULL is fine */
/* Converts a key to DER in hexadecimal, for storage, and back; NULL or ERR_SYNTAX for a text that
 * is no key. */
MUST_USE int webpush_key_save(const struct webpush_key *k, char out[2 * WEBPUSH_DER_BYTES + 1]);
MUST_USE struct webpush_key *webpush_key_load(const char *hex);
/* From the private number, as the tests of the RFC give it; NULL if the number is not valid. */
MUST_USE struct webpush_key *webpush_key_from(const unsigned char number[32]);
/* The public half: base64url, the applicationServerKey of a page. */
MUST_USE int webpush_key_text(const struct webpush_key *k, char out[WEBPUSH_KEY_TEXT_BYTES]);

/* The body of a request. p256dh and auth come from the browser; `own` and `salt` are of this
 * message alone. Returns its length, or ERR_SYNTAX (the browser's keys are invalid),
 * ERR_TOO_BIG. */
MUST_USE int webpush_encrypt(const struct webpush_key *own, const unsigned char salt[16],
                             const char *p256dh, const char *auth, const char *payload,
                             unsigned char out[WEBPUSH_BODY_MAX]);

/* The value of Authorization for a push service: endpoint gives its origin, contact is a mailto: or
 * https: URI, expires in seconds since 1970. */
MUST_USE int webpush_authorization(const struct webpush_key *k, const char *endpoint,
                                   const char *contact, int64_t expires,
                                   char out[WEBPUSH_HEADER_BYTES]);

#endif
