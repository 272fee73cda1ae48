#include "mail/reading/privacy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_BYTES = 200 /* behind the '+' of an address */ };

static const char instead[] = "[...]";

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* What may stand in an address before or behind its '@', without quotes. */
static bool is_atom(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~.", c) != NULL);
}

static bool is_of_host(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '.';
}

/* The length of an '@' at the beginning of a text, in any form; 0: none. */
static size_t at_sign(const char *text)
{
    static const char *const forms[] = {"@",   "\xef\xbc\xa0", "\xef\xb9\xab", "%40",
                                        "=40", "&#64;",        "&#x40;",       "&commat;"};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        size_t n = strlen(forms[i]);
        if (strncmp(text, forms[i], n) == 0)
            return n;
    }
    return 0;
}

static void add_one(struct privacy *p, const char *address, size_t n)
{
    if (p->addresses_n == PRIVACY_ADDRESSES_MAX || n >= MAILBOX_ADDRESS_BYTES)
        return;
    char *to = p->addresses[p->addresses_n];
    for (size_t i = 0; i < n; i++)
        to[i] = lower(address[i]);
    to[n] = '\0';
    for (int i = 0; i < p->addresses_n; i++)
        if (strcmp(p->addresses[i], to) == 0)
            return;
    p->addresses_n++;
}

void privacy_add(struct privacy *p, const char *text)
{
    for (const char *at = strchr(text, '@'); at != NULL; at = strchr(at + 1, '@')) {
        const char *from = at;
        const char *to = at + 1;
        while (from > text && is_atom(from[-1]))
            from--;
        while (is_of_host(*to))
            to++;
        while (to > at + 1 && !((lower(to[-1]) >= 'a' && lower(to[-1]) <= 'z') ||
                                (to[-1] >= '0' && to[-1] <= '9')))
            to--;
        if (from == at || to == at + 1)
            continue;
        add_one(p, from, (size_t)(to - from));
        /* The mailbox of ann+games@ is ann@. */
        const char *plus = memchr(from, '+', (size_t)(at - from));
        char plain[MAILBOX_ADDRESS_BYTES];
        size_t n = plus != NULL ? (size_t)(plus - from) + (size_t)(to - at) : 0;
        if (plus != NULL && plus > from && n < sizeof plain) {
            memcpy(plain, from, (size_t)(plus - from));
            memcpy(plain + (plus - from), at, (size_t)(to - at));
            add_one(p, plain, n);
        }
    }
}

/* The text without blanks, in lower case and with '@' in one form; each byte knows the place that
 * it came from. */
struct dense {
    char *text;
    uint32_t *place; /* one more than there are bytes */
    bool *gone;      /* of the bytes of the whole text: is removed */
    size_t n;
};

static bool make_dense(const char *text, size_t n, struct dense *d)
{
    d->n = 0;
    d->text = malloc(n + 1);
    d->place = calloc(n + 1, sizeof *d->place);
    d->gone = calloc(n + 1, sizeof *d->gone);
    if (d->text == NULL || d->place == NULL || d->gone == NULL)
        return false;
    for (size_t i = 0; i < n;) {
        size_t sign = at_sign(text + i);
        bool blank = strchr(" \t\r\n", text[i]) != NULL;
        if (!blank) {
            d->place[d->n] = (uint32_t)i;
            d->text[d->n++] = sign > 0 ? '@' : lower(text[i]);
        }
        i += sign > 0 ? sign : 1;
    }
    d->place[d->n] = (uint32_t)n;
    d->text[d->n] = '\0';
    return true;
}

/* Removes n bytes of the dense text, and the blanks between them. */
static void remove_range(struct privacy *p, struct dense *d, const char *from, size_t n)
{
    size_t first = (size_t)(from - d->text);
    size_t end = d->place[first + n - 1] + 1;
    if (d->text[first + n - 1] == '@')
        end = d->place[first + n];
    for (size_t i = d->place[first]; i < end; i++)
        d->gone[i] = true;
    p->removed = true;
}

static void remove_all(struct privacy *p, struct dense *d, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(d->text, word); at != NULL; at = strstr(at + 1, word))
        remove_range(p, d, at, n);
}

/* The server's address, and what begins with its name and a '+'. */
static void remove_own(struct privacy *p, struct dense *d)
{
    char own[MAILBOX_ADDRESS_BYTES];
    size_t n = 0;
    for (; p->own[n] != '\0' && n + 1 < sizeof own; n++)
        own[n] = lower(p->own[n]);
    own[n] = '\0';
    size_t local = strcspn(own, "@");
    if (local == 0 || own[local] == '\0') /* this server has none */
        return;
    remove_all(p, d, own);
    for (const char *at = strchr(d->text, '+'); at != NULL; at = strchr(at + 1, '+')) {
        const char *end = at + 1;
        while (*end != '@' && end - at < TAG_BYTES && is_atom(*end))
            end++;
        bool ours = (size_t)(at - d->text) >= local && memcmp(at - local, own, local) == 0 &&
                    strncmp(end, own + local, n - local) == 0;
        if (ours)
            remove_range(p, d, at - local, (size_t)(end - at) + n);
    }
}

static void remove_proofs(struct privacy *p, struct dense *d)
{
    const char *text = d->text;
    const char *where;
    size_t n;
    for (;;) {
        struct keys_seat seat;
        enum keys_found found = keys_next_seat(p->key, text, &seat, &where, &n);
        if (found == KEYS_NONE)
            return;
        remove_range(p, d, where, n);
        if (found == KEYS_RIGHT && p->seats_n < PRIVACY_SEATS_MAX)
            p->seats[p->seats_n++] = seat;
        text = where + n;
    }
}

char *privacy_clean(struct privacy *p, const char *text)
{
    struct dense d = {NULL, NULL, NULL, 0};
    size_t n = strlen(text);
    char *out = NULL;
    if (make_dense(text, n, &d)) {
        remove_proofs(p, &d);
        remove_own(p, &d);
        for (int i = 0; i < p->addresses_n; i++)
            remove_all(p, &d, p->addresses[i]);
        out = malloc((sizeof instead) * (n + 1));
    }
    char *to = out;
    for (size_t i = 0; out != NULL && i < n; i++) {
        if (!d.gone[i]) {
            *to++ = text[i];
        } else if (i == 0 || !d.gone[i - 1]) {
            memcpy(to, instead, sizeof instead - 1);
            to += sizeof instead - 1;
        }
    }
    if (out != NULL)
        *to = '\0';
    free(d.gone);
    free(d.place);
    free(d.text);
    return out;
}
