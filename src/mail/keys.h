/* keys.h - the secrets of play by e-mail: proofs of a seat, confirmations, mail passwords.
 *
 * The proof of a seat says who may do what, since when, and a keyed hash (BLAKE2b, 130 bits of its
 * output under a random key of 256 bits) makes it unforgeable; so nothing needs to be stored for
 * it. No two mails have the same one, except within a second.
 *
 *     12-5-17-ab2de3f-abcdefghijklmnopqrstuvwxyz      match 12, player 5, 17 plies played; the
 *                                                     second it was made in; the hash: in base32,
 *                                                     because some systems fold the case of letters
 *
 * It travels in the reply address (hoshi+PROOF@example.org) and, where the server's address has no
 * plus, in the subject ("[PROOF]"). An answer also cites the Message-ID of our mail in In-Reply-To
 * and References, and our mail knows its reply address. Whether a proof still counts is pbm.h's to
 * say: for a few plies and KEYS_SEAT_DAYS, unless it was revoked. */
#ifndef MAIL_KEYS_H
#define MAIL_KEYS_H
#include "store/people/mailbox.h"
#include <stdbool.h>
#include <stdint.h>

/* Key and former key, each of 256 bits, and until when (ms since 1970) what the former one made
 * still counts; equal keys: there is no former one. */
enum { KEYS_KEY = 32, KEYS_BYTES = 2 * KEYS_KEY + 8 };
enum { KEYS_TOKEN_BYTES = 33, KEYS_HASH_BYTES = 27, KEYS_SEAT_DAYS = 60 };
enum { KEYS_PROOF_BYTES = 72 }; /* of a seat, as text */

struct keys_seat {
    int64_t match, player;      /* 0: none */
    int ply;                    /* plies played when it was mailed */
    int64_t at;                 /* when it was made, in seconds since 1970 */
    char hash[KEYS_HASH_BYTES]; /* "" in a seat that no proof was given for */
};

enum keys_found { KEYS_NONE, KEYS_WRONG /* one that this server has not made */, KEYS_RIGHT };

/* The server's key, made at the first use. Inside a transaction of a writing store. */
MUST_USE int keys_load(struct store *s, unsigned char key[KEYS_BYTES]);
/* A new key; what the present one has made counts until then (0: no longer). Servers learn it when
 * they start. Inside a transaction. */
MUST_USE int keys_rotate(struct store *s, int64_t until);

/* The proof of a seat; match, player, ply and at are set. */
void keys_proof(const unsigned char key[KEYS_BYTES], const struct keys_seat *seat,
                char out[KEYS_PROOF_BYTES]);
/* The reply address of a seat, from the server's own address. */
void keys_reply_address(const unsigned char key[KEYS_BYTES], const char *address,
                        const struct keys_seat *seat, char *out, size_t size);
/* Finds a proof anywhere in a text; the first right one counts. */
enum keys_found keys_find_seat(const unsigned char key[KEYS_BYTES], const char *text,
                               struct keys_seat *out);
/* Whether a text has a reply address of the server's in it, of whatever form ("NAME+12-5-17-…").
 * Those of older versions had fewer letters, and some mail programs cut long addresses. */
bool keys_is_reply(const char *text, const char *address);
/* As keys_find_seat, and where the next one stands, from `text` on: its first byte, and its
 * length. */
enum keys_found keys_next_seat(const unsigned char key[KEYS_BYTES], const char *text,
                               struct keys_seat *out, const char **where, size_t *n);

/* The identity of a mail: its number and a keyed hash of 128 bits, within its Message-ID,
 *     letter-7-0123456789abcdef0123456789abcdef@example.org
 * and within the address that reports about it go to, its sender on the envelope,
 *     hoshi+b-7-0123456789abcdef0123456789abcdef@example.org */
void keys_mail_id(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail, char *out,
                  size_t size);
void keys_bounce_address(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail,
                         char *out, size_t size);
/* Finds either in a text; 0 when there is none with a right hash. */
int64_t keys_find_mail(const unsigned char key[KEYS_BYTES], const char *text);

/* The token that confirms an address of a player. */
void keys_confirm(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                  char out[KEYS_TOKEN_BYTES]);
/* Whether it is that token, or its first `least` characters; of the present or the former key. */
bool keys_confirms(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                   size_t least, const char *given);
bool keys_same(const char *a, const char *b); /* in constant time for equal lengths */

/* Argon2id string of a mail password; 0 or ERR_NO_MEMORY. Takes about 50 ms. */
MUST_USE int keys_password(const char *password, char out[MAILBOX_PASSWORD_BYTES]);
/* Whether the password matches the string. The process remembers right passwords (as keyed hashes),
 * so only the first check is slow. quota.h limits the guesses. Safe from any thread. */
bool keys_password_fits(const char *stored, const char *password);

#endif
