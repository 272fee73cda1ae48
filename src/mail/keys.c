#include "mail/keys.h"

#include "base/err.h"
#include "platform/clock.h"
#include "service/people/passwords.h"
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static const char key_name[] = "mail_key";
static const char former_name[] = "mail_key_former"; /* KEY UNTIL */

static int put_key(struct store *s, const unsigned char key[KEYS_KEY])
{
    char hex[2 * KEYS_KEY + 1];
    sodium_bin2hex(hex, sizeof hex, key, KEYS_KEY);
    return store_meta_set(s, key_name, hex);
}

static int load_former(struct store *s, unsigned char key[KEYS_BYTES])
{
    char text[2 * KEYS_KEY + 32];
    int64_t until;
    int err = store_meta_get(s, former_name, text, (int)sizeof text);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    until = strtoll(text + 2 * KEYS_KEY, NULL, 10);
    if (sodium_hex2bin(key + KEYS_KEY, KEYS_KEY, text, 2 * KEYS_KEY, NULL, NULL, NULL) == 0)
        memcpy(key + 2 * KEYS_KEY, &until, sizeof until);
    return 0;
}

int keys_load(struct store *s, unsigned char key[KEYS_BYTES])
{
    char hex[2 * KEYS_KEY + 1];
    int err = store_meta_get(s, key_name, hex, (int)sizeof hex);
    memset(key, 0, KEYS_BYTES);
    if (err == 0 && sodium_hex2bin(key, KEYS_KEY, hex, 2 * KEYS_KEY, NULL, NULL, NULL) == 0)
        return load_former(s, key);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    randombytes_buf(key, KEYS_KEY);
    return put_key(s, key);
}

int keys_rotate(struct store *s, int64_t until)
{
    char former[2 * KEYS_KEY + 32];
    unsigned char key[KEYS_KEY];
    int err = store_meta_get(s, key_name, former, 2 * KEYS_KEY + 1);
    if (err == 0) {
        snprintf(former + 2 * KEYS_KEY, sizeof former - 2 * KEYS_KEY, " %lld", (long long)until);
        err = store_meta_set(s, former_name, former);
    }
    randombytes_buf(key, sizeof key);
    if (err == 0 || err == ERR_NOT_FOUND)
        err = put_key(s, key);
    return err;
}

/* The former key while it counts, otherwise NULL. */
static const unsigned char *former_of(const unsigned char key[KEYS_BYTES])
{
    int64_t until;
    memcpy(&until, key + 2 * KEYS_KEY, sizeof until);
    return until > 0 && clock_unix_ms() < until ? key + KEYS_KEY : NULL;
}

static void token_of(const unsigned char key[KEYS_KEY], const char *what,
                     char out[KEYS_TOKEN_BYTES])
{
    unsigned char hash[(KEYS_TOKEN_BYTES - 1) / 2];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)what, strlen(what), key, KEYS_KEY);
    sodium_bin2hex(out, KEYS_TOKEN_BYTES, hash, (KEYS_TOKEN_BYTES - 1) / 2);
}

static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";

enum { AT_LETTERS = 7 /* 35 bits of seconds */, HASH_LETTERS = KEYS_HASH_BYTES - 1 };

static void seat_hash(const unsigned char key[KEYS_KEY], const struct keys_seat *seat,
                      char out[KEYS_HASH_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES];
    char what[120];
    snprintf(what, sizeof what, "seat %lld %lld %d %lld", (long long)seat->match,
             (long long)seat->player, seat->ply, (long long)seat->at);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)what, strlen(what), key, KEYS_KEY);
    for (int i = 0; i < HASH_LETTERS; i++) {
        int bit = 5 * i;
        unsigned two = (unsigned)hash[bit / 8] << 8 | hash[bit / 8 + 1];
        out[i] = base32[two >> (11 - bit % 8) & 31u];
    }
    out[HASH_LETTERS] = '\0';
}

void keys_proof(const unsigned char key[KEYS_BYTES], const struct keys_seat *seat,
                char out[KEYS_PROOF_BYTES])
{
    char at[AT_LETTERS + 1];
    char hash[KEYS_HASH_BYTES];
    for (int i = 0; i < AT_LETTERS; i++)
        at[i] = base32[seat->at >> (5 * (AT_LETTERS - 1 - i)) & 31];
    at[AT_LETTERS] = '\0';
    seat_hash(key, seat, hash);
    snprintf(out, KEYS_PROOF_BYTES, "%lld-%lld-%d-%s-%s", (long long)seat->match,
             (long long)seat->player, seat->ply, at, hash);
}

void keys_reply_address(const unsigned char key[KEYS_BYTES], const char *address,
                        const struct keys_seat *seat, char *out, size_t size)
{
    char proof[KEYS_PROOF_BYTES];
    size_t local = strcspn(address, "@");
    keys_proof(key, seat, proof);
    snprintf(out, size, "%.*s+%s%s", (int)local, address, proof, address + local);
}

/* The value of n letters of base32 in either case; -1 when they are none. Copies them in lower
 * case. */
static int64_t read_base32(const char *text, int n, char *copy)
{
    int64_t value = 0;
    for (int i = 0; i < n; i++) {
        char c = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
        const char *letter = c != '\0' ? strchr(base32, c) : NULL;
        if (letter == NULL)
            return -1;
        if (copy != NULL)
            copy[i] = c;
        else
            value = value << 5 | (letter - base32);
    }
    return value;
}

/* Reads a proof at the beginning of a text; its length, 0: none. */
static size_t read_proof(const char *text, struct keys_seat *out)
{
    long long match;
    long long player;
    int used = 0;
    char front[32]; /* sscanf measures all of what it is given */
    snprintf(front, sizeof front, "%.*s", (int)sizeof front - 1, text);
    *out = (struct keys_seat){.match = 0};
    if (sscanf(front, "%9lld-%9lld-%4d-%n", &match, &player, &out->ply, &used) != 3 || used == 0 ||
        match < 1 || player < 1 || out->ply < 0)
        return 0;
    out->match = match;
    out->player = player;
    out->at = read_base32(text + used, AT_LETTERS, NULL);
    size_t n = (size_t)used + AT_LETTERS;
    if (out->at < 0 || text[n] != '-' || read_base32(text + n + 1, HASH_LETTERS, out->hash) < 0)
        return 0;
    return n + 1 + HASH_LETTERS;
}

enum keys_found keys_next_seat(const unsigned char key[KEYS_BYTES], const char *text,
                               struct keys_seat *out, const char **where, size_t *n)
{
    for (const char *p = text; (p = strpbrk(p, "123456789")) != NULL;
         p += strspn(p, "0123456789")) {
        char right[KEYS_HASH_BYTES];
        if ((*n = read_proof(p, out)) == 0)
            continue;
        *where = p;
        const unsigned char *former = former_of(key);
        seat_hash(key, out, right);
        bool is_right = keys_same(out->hash, right);
        if (!is_right && former != NULL) {
            seat_hash(former, out, right);
            is_right = keys_same(out->hash, right);
        }
        return is_right ? KEYS_RIGHT : KEYS_WRONG;
    }
    return KEYS_NONE;
}

enum keys_found keys_find_seat(const unsigned char key[KEYS_BYTES], const char *text,
                               struct keys_seat *out)
{
    enum { TRIES_MAX = 100 };
    enum keys_found found = KEYS_NONE;
    const char *where;
    size_t n;
    for (int i = 0; i < TRIES_MAX && found != KEYS_RIGHT; i++) {
        enum keys_found next = keys_next_seat(key, text, out, &where, &n);
        if (next == KEYS_NONE)
            break;
        found = next;
        text = where + n;
    }
    if (found != KEYS_RIGHT)
        *out = (struct keys_seat){.match = 0};
    return found;
}

bool keys_is_reply(const char *text, const char *address)
{
    size_t local = strcspn(address, "@");
    for (const char *p = text; (p = strchr(p, '+')) != NULL; p++) {
        int numbers = 0;
        const char *end = p + 1;
        for (size_t n; (n = strspn(end, "0123456789")) > 0 && end[n] == '-'; end += n + 1)
            numbers++;
        if ((size_t)(p - text) >= local && strncasecmp(p - local, address, local) == 0 &&
            numbers >= 2)
            return true;
    }
    return false;
}

static void mail_token(const unsigned char key[KEYS_KEY], int64_t mail, char out[KEYS_TOKEN_BYTES])
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
        char front[64];
        snprintf(front, sizeof front, "%.*s", (int)sizeof front - 1, p);
        if (sscanf(front, "-%18lld-%32[0-9a-fA-F]", &mail, given) != 2 || mail < 1)
            continue;
        for (char *c = given; *c != '\0'; c++)
            *c = (char)(*c >= 'A' && *c <= 'F' ? *c + ('a' - 'A') : *c);
        mail_token(key, mail, right);
        bool is_right = keys_same(given, right);
        if (!is_right && former_of(key) != NULL) {
            mail_token(key + KEYS_KEY, mail, right);
            is_right = keys_same(given, right);
        }
        if (is_right)
            return mail;
    }
    return 0;
}

static void confirm_token(const unsigned char key[KEYS_KEY], int64_t player, const char *address,
                          char out[KEYS_TOKEN_BYTES])
{
    char what[MAILBOX_ADDRESS_BYTES + 40];
    snprintf(what, sizeof what, "confirm %lld %s", (long long)player, address);
    token_of(key, what, out);
}

void keys_confirm(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                  char out[KEYS_TOKEN_BYTES])
{
    confirm_token(key, player, address, out);
}

bool keys_confirms(const unsigned char key[KEYS_BYTES], int64_t player, const char *address,
                   size_t least, const char *given)
{
    const unsigned char *keys[] = {key, former_of(key)};
    for (size_t i = 0; i < ARRAY_LEN(keys) && keys[i] != NULL; i++) {
        char right[KEYS_TOKEN_BYTES];
        confirm_token(keys[i], player, address, right);
        if (strlen(given) == least)
            right[least] = '\0';
        if (keys_same(right, given))
            return true;
    }
    return false;
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
