#include "mail/keys.h"

#include "base/err.h"
#include "service/people/passwords.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_N = 4096 };

struct session_cache { /* a password that was right */
    unsigned char hash[16];
};

static struct {
    pthread_mutex_t mutex;
    bool ready;
    unsigned char key[crypto_generichash_KEYBYTES];
    struct session_cache known[CACHE_N];
} cache = {.mutex = PTHREAD_MUTEX_INITIALIZER};

int keys_load(struct store *s, unsigned char key[KEYS_BYTES])
{
    char hex[2 * KEYS_BYTES + 1];
    int err = store_meta_get(s, "mail_key", hex, (int)sizeof hex);
    if (err == 0 && sodium_hex2bin(key, KEYS_BYTES, hex, 2 * KEYS_BYTES, NULL, NULL, NULL) == 0)
        return 0;
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    randombytes_buf(key, KEYS_BYTES);
    sodium_bin2hex(hex, sizeof hex, key, KEYS_BYTES);
    return store_meta_set(s, "mail_key", hex);
}

static void token_of(const unsigned char key[KEYS_BYTES], const char *what,
                     char out[KEYS_TOKEN_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)what, strlen(what), key,
                       KEYS_BYTES);
    sodium_bin2hex(out, KEYS_TOKEN_BYTES, hash, (KEYS_TOKEN_BYTES - 1) / 2);
}

static void seat_token(const unsigned char key[KEYS_BYTES], const struct keys_seat *seat,
                       char out[KEYS_TOKEN_BYTES])
{
    char what[80];
    snprintf(what, sizeof what, "seat %lld %lld %d", (long long)seat->match,
             (long long)seat->player, seat->ply);
    token_of(key, what, out);
}

void keys_reply_address(const unsigned char key[KEYS_BYTES], const char *address,
                        const struct keys_seat *seat, char *out, size_t size)
{
    char token[KEYS_TOKEN_BYTES];
    const char *at = strchr(address, '@');
    int local = at != NULL ? (int)(at - address) : (int)strlen(address);
    seat_token(key, seat, token);
    snprintf(out, size, "%.*s+%lld-%lld-%d-%s%s", local, address, (long long)seat->match,
             (long long)seat->player, seat->ply, token, at != NULL ? at : "");
}

bool keys_find_seat(const unsigned char key[KEYS_BYTES], const char *text, struct keys_seat *out)
{
    for (const char *p = strchr(text, '+'); p != NULL; p = strchr(p + 1, '+')) {
        long long match;
        long long player;
        struct keys_seat seat;
        char given[KEYS_TOKEN_BYTES];
        char right[KEYS_TOKEN_BYTES];
        if (sscanf(p, "+%9lld-%9lld-%4d-%24[0-9a-fA-F]", &match, &player, &seat.ply, given) != 4)
            continue;
        seat.match = match;
        seat.player = player;
        for (char *c = given; *c != '\0'; c++)
            *c = (char)(*c >= 'A' && *c <= 'F' ? *c + ('a' - 'A') : *c);
        seat_token(key, &seat, right);
        if (keys_same(given, right)) {
            *out = seat;
            return true;
        }
    }
    return false;
}

static void mail_token(const unsigned char key[KEYS_BYTES], int64_t mail,
                       char out[KEYS_TOKEN_BYTES])
{
    char what[40];
    snprintf(what, sizeof what, "letter %lld", (long long)mail);
    token_of(key, what, out);
}

void keys_mail_id(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail, char *out,
                  size_t size)
{
    char token[KEYS_TOKEN_BYTES];
    const char *at = strchr(address, '@');
    mail_token(key, mail, token);
    snprintf(out, size, "letter-%lld-%s%s", (long long)mail, token, at != NULL ? at : "");
}

void keys_bounce_address(const unsigned char key[KEYS_BYTES], const char *address, int64_t mail,
                         char *out, size_t size)
{
    char token[KEYS_TOKEN_BYTES];
    size_t local = strcspn(address, "@");
    mail_token(key, mail, token);
    snprintf(out, size, "%.*s+b-%lld-%s%s", (int)local, address, (long long)mail, token,
             address + local);
}

int64_t keys_find_mail(const unsigned char key[KEYS_BYTES], const char *text)
{
    /* Both forms end in "-NUMBER-TOKEN". */
    for (const char *p = strchr(text, '-'); p != NULL; p = strchr(p + 1, '-')) {
        long long mail;
        char given[KEYS_TOKEN_BYTES];
        char right[KEYS_TOKEN_BYTES];
        if (sscanf(p, "-%18lld-%24[0-9a-fA-F]", &mail, given) != 2 || mail < 1)
            continue;
        for (char *c = given; *c != '\0'; c++)
            *c = (char)(*c >= 'A' && *c <= 'F' ? *c + ('a' - 'A') : *c);
        mail_token(key, mail, right);
        if (keys_same(given, right))
            return mail;
    }
    return 0;
}

void keys_confirm(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                  char out[KEYS_TOKEN_BYTES])
{
    char what[MAILBOX_ADDRESS_BYTES + 40];
    snprintf(what, sizeof what, "confirm %lld %s", (long long)player, address);
    token_of(key, what, out);
}

bool keys_same(const char *a, const char *b)
{
    size_t n = strlen(a);
    return n == strlen(b) && sodium_memcmp(a, b, n) == 0;
}

int keys_password(const char *password, char out[MAILBOX_PASSWORD_BYTES])
{
    _Static_assert((int)PEOPLE_PASSWORD_BYTES <= (int)MAILBOX_PASSWORD_BYTES, "too short");
    return passwords_make(password, out);
}

/* Under the mutex. */
static void hash_pair(const char *stored, const char *password, unsigned char out[16])
{
    crypto_generichash_state state;
    if (!cache.ready) {
        randombytes_buf(cache.key, sizeof cache.key);
        cache.ready = true;
    }
    crypto_generichash_init(&state, cache.key, sizeof cache.key, 16);
    crypto_generichash_update(&state, (const unsigned char *)stored, strlen(stored) + 1);
    crypto_generichash_update(&state, (const unsigned char *)password, strlen(password));
    crypto_generichash_final(&state, out, 16);
}

static size_t slot_of(const unsigned char hash[16])
{
    uint32_t n;
    memcpy(&n, hash, sizeof n);
    return n % CACHE_N;
}

bool keys_password_fits(const char *stored, const char *password)
{
    unsigned char pair[16];
    (void)pthread_mutex_lock(&cache.mutex);
    hash_pair(stored, password, pair);
    bool known = memcmp(cache.known[slot_of(pair)].hash, pair, sizeof pair) == 0;
    (void)pthread_mutex_unlock(&cache.mutex);
    if (known)
        return true;
    bool fits = passwords_fit(stored, password);
    (void)pthread_mutex_lock(&cache.mutex);
    if (fits)
        memcpy(cache.known[slot_of(pair)].hash, pair, sizeof pair);
    (void)pthread_mutex_unlock(&cache.mutex);
    return fits;
}
