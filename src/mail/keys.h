/* keys.h - the secrets of play by e-mail: reply addresses, confirmations, mail passwords.
 *
 * A reply address says who may do what, and a keyed hash (BLAKE2b, 96 bits) makes it unforgeable;
 * so nothing needs to be stored for it. Letters are hexadecimal because some systems fold the case
 * of addresses.
 *
 *     hoshi+12-5-17-0123456789abcdef01234567@example.org     match 12, player 5, 17 plies played
 */
#ifndef MAIL_KEYS_H
#define MAIL_KEYS_H
#include "store/people/mailbox.h"
#include <stdbool.h>
#include <stdint.h>

enum { KEYS_BYTES = 32, KEYS_TOKEN_BYTES = 25 };

struct keys_seat {
    int64_t match, player; /* 0: none */
    int ply;               /* plies played when the address was mailed */
};

/* The server's key, made at the first use. Inside a transaction of a writing store. */
MUST_USE int keys_load(struct store *s, unsigned char key[KEYS_BYTES]);

/* The reply address of a seat, from the server's own address. */
void keys_reply_address(const unsigned char key[KEYS_BYTES], const char *address,
                        const struct keys_seat *seat, char *out, size_t size);
/* Finds such an address in a text of addresses; false when there is none with a right hash. */
bool keys_find_seat(const unsigned char key[KEYS_BYTES], const char *text, struct keys_seat *out);

/* The identity of a mail: its number and a keyed hash, within its Message-ID,
 *     letter-7-0123456789abcdef01234567@example.org
 * and within the address that reports about it go to, its sender on the envelope,
 *     hoshi+b-7-0123456789abcdef01234567@example.org */
void keys_mail_id(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail, char *out,
                  size_t size);
void keys_bounce_address(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail,
                         char *out, size_t size);
/* Finds either in a text; 0 when there is none with a right hash. */
int64_t keys_find_mail(const unsigned char key[KEYS_BYTES], const char *text);

/* The token that confirms an address of a player. */
void keys_confirm(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                  char out[KEYS_TOKEN_BYTES]);
bool keys_same(const char *a, const char *b); /* in constant time for equal lengths */

/* Argon2id string of a mail password; 0 or ERR_NO_MEMORY. Takes about 50 ms. */
MUST_USE int keys_password(const char *password, char out[MAILBOX_PASSWORD_BYTES]);
/* Whether the password matches the string. The process remembers right passwords (as keyed hashes),
 * so only the first check is slow. quota.h limits the guesses. Safe from any thread. */
bool keys_password_fits(const char *stored, const char *password);

#endif
