#include "http/wire/head.h"

#include "base/err.h"
#include "base/macros.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ENTRIES_MAX = 64 }; /* of a list; more than this from the right are not looked at */

/* A part of a line. */
struct span {
    const char *s;
    size_t n;
};

static struct span trim(struct span a)
{
    while (a.n > 0 && (a.s[0] == ' ' || a.s[0] == '\t')) {
        a.s++;
        a.n--;
    }
    while (a.n > 0 && (a.s[a.n - 1] == ' ' || a.s[a.n - 1] == '\t'))
        a.n--;
    return a;
}

static bool span_is(struct span a, const char *word)
{
    return a.n == strlen(word) && strncasecmp(a.s, word, a.n) == 0;
}

/* The part up to one of the signs, outside quotes; *rest is what follows the sign. False: a quote
 * has no end. */
static bool split(struct span from, char sign, struct span *part, struct span *rest)
{
    bool quoted = false;
    size_t i = 0;
    for (; i < from.n && (quoted || from.s[i] != sign); i++) {
        if (from.s[i] == '"')
            quoted = !quoted;
        else if (quoted && from.s[i] == '\\' && i + 1 < from.n)
            i++;
    }
    *part = (struct span){from.s, i};
    *rest = i < from.n ? (struct span){from.s + i + 1, from.n - i - 1} : (struct span){NULL, 0};
    return !quoted;
}

/* The part up to the sign, also in quotes; *rest is what follows it. */
static struct span cut(struct span *rest, char sign)
{
    const char *end = memchr(rest->s, sign, rest->n);
    struct span part = {rest->s, end != NULL ? (size_t)(end - rest->s) : rest->n};
    *rest = end != NULL ? (struct span){end + 1, rest->n - part.n - 1} : (struct span){NULL, 0};
    return part;
}

/* --- addresses --- */

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}; /* how IPv4 begins in IPv6 */

/* An address as 16 bytes; IPv4 is mapped into IPv6. */
static bool address_bytes(const char *text, uint8_t out[16])
{
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    memcpy(out, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out + 12) == 1;
}

static bool is_port(struct span a)
{
    size_t i = 0;
    if (a.n > 1 && a.s[0] == '_') { /* an obfuscated port (RFC 7239, 6.2) */
        static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
        for (i = 1; i < a.n && strchr(allowed, a.s[i]) != NULL && a.s[i] != '\0'; i++)
            ;
        return i == a.n;
    }
    while (i < a.n && a.s[i] >= '0' && a.s[i] <= '9')
        i++;
    return i == a.n && i >= 1 && i <= 5;
}

/* Canonical digits of an address; false if it is none. */
static bool print_address(struct span a, char out[HEAD_ADDRESS_BYTES])
{
    uint8_t bytes[16];
    char plain[HEAD_ADDRESS_BYTES];
    size_t n = 0;
    while (n < a.n && a.s[n] != '%')
        n++;
    if (n == 0 || n >= sizeof plain)
        return false;
    memcpy(plain, a.s, n);
    plain[n] = '\0';
    /* A zone belongs to an address of IPv6 only. */
    if (strlen(plain) != n || (n < a.n && memchr(plain, ':', n) == NULL) ||
        !address_bytes(plain, bytes))
        return false;
    bool is_4 = memcmp(bytes, mapped, sizeof mapped) == 0;
    return inet_ntop(is_4 ? AF_INET : AF_INET6, bytes + (is_4 ? 12 : 0), out, HEAD_ADDRESS_BYTES) !=
           NULL;
}

bool head_address(const char *entry, size_t len, char out[HEAD_ADDRESS_BYTES])
{
    struct span a = trim((struct span){entry, len});
    if (a.n >= 2 && a.s[0] == '"' && a.s[a.n - 1] == '"')
        a = trim((struct span){a.s + 1, a.n - 2});
    if (a.n > 0 && a.s[0] == '[') {
        const char *end = memchr(a.s, ']', a.n);
        if (end == NULL)
            return false;
        struct span inner = {a.s + 1, (size_t)(end - a.s) - 1};
        struct span after = {end + 1, a.n - inner.n - 2};
        if (memchr(inner.s, ':', inner.n) == NULL)
            return false;
        if (after.n > 0 && (after.s[0] != ':' || !is_port((struct span){after.s + 1, after.n - 1})))
            return false;
        return print_address(inner, out);
    }
    const char *colon = a.n > 0 ? memchr(a.s, ':', a.n) : NULL;
    size_t before = colon != NULL ? (size_t)(colon - a.s) : a.n;
    if (colon != NULL && memchr(colon + 1, ':', a.n - before - 1) == NULL) {
        if (!is_port((struct span){colon + 1, a.n - before - 1}))
            return false;
        a.n = before;
    }
    return print_address(a, out);
}

/* --- our proxies --- */

static bool is_number(const char *s)
{
    return *s != '\0' && s[strspn(s, "0123456789")] == '\0' && strlen(s) < 9;
}

bool head_trust_fits(const char *word)
{
    return strcmp(word, "yes") == 0 || strcmp(word, "no") == 0 || is_number(word) ||
           strpbrk(word, ".:") != NULL;
}

static int trust_net(const char *word, struct head_trust *out)
{
    char plain[HEAD_ADDRESS_BYTES];
    char text[HEAD_ADDRESS_BYTES];
    const char *slash = strchr(word, '/');
    size_t n = slash != NULL ? (size_t)(slash - word) : strlen(word);
    if (!print_address((struct span){word, n}, plain) || out->nets_n == HEAD_NETS_MAX)
        return ERR_SYNTAX;
    snprintf(text, sizeof text, "%.*s", (int)n, word);
    bool is_4 = strchr(text, ':') == NULL;
    int most = is_4 ? 32 : 128;
    if (slash != NULL && (!is_number(slash + 1) || atoi(slash + 1) > most))
        return ERR_SYNTAX;
    int bits = (slash != NULL ? atoi(slash + 1) : most) + (is_4 ? 96 : 0);
    (void)address_bytes(text, out->nets[out->nets_n].bytes);
    out->nets[out->nets_n++].bits = bits;
    return 0;
}

int head_trust_parse(const char *text, struct head_trust *out, struct text *why)
{
    struct head_trust t = {0};
    char copy[1024];
    char *rest = NULL;
    if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0) {
        t.hops = text[0] == 'y';
    } else if (is_number(text)) {
        t.hops = atoi(text);
        if (t.hops > HEAD_HOPS_MAX) {
            text_str(why, "at most 32 proxies can be in front");
            return ERR_SYNTAX;
        }
    } else {
        if (strlen(text) >= sizeof copy) {
            text_str(why, "the list is too long");
            return ERR_SYNTAX;
        }
        snprintf(copy, sizeof copy, "%s", text);
        for (char *w = strtok_r(copy, ", \t", &rest); w != NULL; w = strtok_r(NULL, ", \t", &rest))
            if (trust_net(w, &t) < 0) {
                text_str(why, t.nets_n == HEAD_NETS_MAX ? "there are too many networks at "
                                                        : "it must be yes, no, a number of "
                                                          "proxies, or addresses and networks such "
                                                          "as 127.0.0.1, 10.0.0.0/8, not ");
                text_str(why, w);
                return ERR_SYNTAX;
            }
        if (t.nets_n == 0) {
            text_str(why, "it must be yes, no, a number of proxies, or their addresses");
            return ERR_SYNTAX;
        }
    }
    *out = t;
    return 0;
}

static bool is_ours(const struct head_trust *t, const char *address)
{
    uint8_t a[16];
    if (!address_bytes(address, a))
        return false;
    for (int i = 0; i < t->nets_n; i++) {
        int bits = t->nets[i].bits;
        int whole = bits / 8;
        uint8_t mask = (uint8_t)(0xff00 >> bits % 8);
        if (memcmp(a, t->nets[i].bytes, (size_t)whole) == 0 &&
            (bits % 8 == 0 || ((a[whole] ^ t->nets[i].bytes[whole]) & mask) == 0))
            return true;
    }
    return false;
}

/* --- lists --- */

/* The last entries of a list that is spread over lines: entry 0 is the last one. */
struct list_end {
    struct span entry[ENTRIES_MAX]; /* a ring */
    struct span proto[ENTRIES_MAX]; /* of Forwarded */
    size_t n;                       /* of all entries */
    bool broken;                    /* the field is not what its grammar says */
};

static struct span *list_at(struct span *ring, const struct list_end *l, size_t from_right)
{
    return &ring[(l->n - 1 - from_right) % ENTRIES_MAX];
}

static void list_add(struct list_end *l, struct span entry, struct span proto)
{
    l->entry[l->n % ENTRIES_MAX] = entry;
    l->proto[l->n % ENTRIES_MAX] = proto;
    l->n++;
}

/* One element of Forwarded: for=…;proto=…. It must fit the grammar, because the client may have
 * written the beginning of the line that our proxy has completed. */
static void add_element(struct list_end *l, struct span element)
{
    struct span pair;
    struct span name;
    struct span value;
    struct span client = {NULL, 0};
    struct span proto = {NULL, 0};
    while (element.s != NULL) {
        if (!split(element, ';', &pair, &element))
            l->broken = true;
        pair = trim(pair);
        if (pair.n == 0)
            continue;
        if (!split(pair, '=', &name, &value) || value.s == NULL ||
            memchr(name.s, '"', name.n) != NULL)
            l->broken = true;
        value = trim(value);
        /* A quoted string is the whole value, and has its quotes at its ends only. */
        if (value.n > 0 && memchr(value.s, '"', value.n) != NULL &&
            (value.n < 2 || value.s[0] != '"' || value.s[value.n - 1] != '"' ||
             memchr(value.s + 1, '"', value.n - 2) != NULL))
            l->broken = true;
        if (value.n >= 2 && value.s[0] == '"')
            value = (struct span){value.s + 1, value.n - 2};
        struct span *to = span_is(trim(name), "for")     ? &client
                          : span_is(trim(name), "proto") ? &proto
                                                         : NULL;
        if (to != NULL && to->s != NULL)
            l->broken = true; /* twice */
        if (to != NULL)
            *to = value.s != NULL ? value : (struct span){"", 0};
    }
    list_add(l, client, proto);
}

/* All lines of a field, in their order; empty entries do not count (RFC 9110, 5.6.1). */
static void list_read(const struct headers *head, const char *name, bool elements,
                      struct list_end *out)
{
    struct header line;
    out->n = 0;
    out->broken = false;
    for (size_t at = 0; headers_next(head, name, &at, &line);) {
        struct span rest = {line.value, line.len};
        struct span entry;
        while (rest.s != NULL) {
            if (elements && !split(rest, ',', &entry, &rest))
                out->broken = true;
            else if (!elements)
                entry = cut(&rest, ',');
            entry = trim(entry);
            if (entry.n == 0)
                continue;
            if (elements)
                add_element(out, entry);
            else
                list_add(out, entry, (struct span){NULL, 0});
        }
    }
}

/* Walks from the peer through our proxies. Returns how many entries it has read, or ERR_SYNTAX. */
static int walk(const struct head_trust *t, const char *peer, const char *field, struct list_end *l,
                char address[HEAD_ADDRESS_BYTES], struct text *why)
{
    size_t have = l->n < ENTRIES_MAX ? l->n : ENTRIES_MAX;
    size_t i = 0;
    snprintf(address, HEAD_ADDRESS_BYTES, "%s", peer);
    while (i < have && (t->nets_n > 0 ? is_ours(t, address) : i < (size_t)t->hops)) {
        const struct span *e = list_at(l->entry, l, i);
        char next[HEAD_ADDRESS_BYTES];
        if (e->s == NULL || !head_address(e->s, e->n, next)) {
            text_str(why, field);
            text_str(why, e->s == NULL ? " of the proxy lacks the client's address"
                                       : " of the proxy must name the client's address");
            return ERR_SYNTAX;
        }
        memcpy(address, next, sizeof next);
        i++;
    }
    return (int)i;
}

static bool names_anybody(struct list_end *l)
{
    size_t have = l->n < ENTRIES_MAX ? l->n : ENTRIES_MAX;
    for (size_t i = 0; i < have; i++)
        if (list_at(l->entry, l, i)->s != NULL)
            return true;
    return l->broken;
}

/* Whether the entry that our outermost proxy wrote says https. */
static bool says_https(struct list_end *l, struct span *ring, int read)
{
    size_t have = l->n < ENTRIES_MAX ? l->n : ENTRIES_MAX;
    size_t at = read > 0 ? (size_t)read - 1 : 0;
    if (have == 0)
        return false;
    const struct span *e = list_at(ring, l, at < have ? at : have - 1);
    return e->s != NULL && span_is(*e, "https");
}

static bool is_forwarded(const struct headers *head)
{
    static const char *const names[] = {"Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (headers_count(head, names[i]) > 0)
            return true;
    return false;
}

int head_client(const struct head_trust *trust, const char *peer, const struct headers *head,
                struct head_client *out, struct text *why)
{
    struct list_end xff;
    struct list_end forwarded;
    struct list_end proto;
    char other[HEAD_ADDRESS_BYTES];
    *out = (struct head_client){.believed =
                                    trust->nets_n > 0 ? is_ours(trust, peer) : trust->hops > 0};
    snprintf(out->address, sizeof out->address, "%s", peer);
    if (!out->believed) {
        out->unheard = is_forwarded(head);
        return 0;
    }
    list_read(head, "X-Forwarded-For", false, &xff);
    list_read(head, "Forwarded", true, &forwarded);
    list_read(head, "X-Forwarded-Proto", false, &proto);
    bool by_forwarded = names_anybody(&forwarded);
    if (by_forwarded && forwarded.broken) {
        text_str(why, "Forwarded does not follow RFC 7239");
        return ERR_SYNTAX;
    }
    int read = walk(trust, peer, "X-Forwarded-For", &xff, out->address, why);
    if (read < 0)
        goto refused;
    if (by_forwarded) {
        int read_forwarded = walk(trust, peer, "Forwarded", &forwarded, other, why);
        if (read_forwarded < 0)
            goto refused;
        if (xff.n > 0 && strcmp(other, out->address) != 0) {
            text_str(why, "Forwarded and X-Forwarded-For name different clients; let the proxy "
                          "remove the one that it does not write");
            goto refused;
        }
        memcpy(out->address, other, sizeof other);
        read = read_forwarded;
    }
    out->is_https = proto.n > 0 ? says_https(&proto, proto.entry, read)
                                : says_https(&forwarded, forwarded.proto, read);
    return 0;
refused:
    snprintf(out->address, sizeof out->address, "%s", peer);
    return ERR_SYNTAX;
}

/* --- the site --- */

static bool is_token(void *context, const struct header *line)
{
    static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "!#$%&'*+-.^_`|~";
    bool *plain = context;
    *plain = line->name_len > 0 && strspn(line->name, allowed) >= line->name_len;
    return *plain;
}

bool head_is_plain(const struct headers *head)
{
    bool plain = true;
    head->walk(head->head, 0, is_token, &plain);
    return plain;
}

/* A name or an address with or without a port; no user, no path, no list (RFC 3986, 3.2.2). */
static bool is_host(struct span a)
{
    static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "-._~%!$&'()*+;=:[]";
    for (size_t i = 0; i < a.n; i++)
        if (a.s[i] == '\0' || strchr(allowed, a.s[i]) == NULL)
            return false;
    return a.n < HEAD_HOST_BYTES;
}

/* Behind "http://" or "https://"; NULL if the target is not in absolute form. */
static const char *after_scheme(const char *target)
{
    return strncasecmp(target, "http://", 7) == 0    ? target + 7
           : strncasecmp(target, "https://", 8) == 0 ? target + 8
                                                     : NULL;
}

int head_host(const char *target, bool is_http_11, const struct headers *head,
              char host[HEAD_HOST_BYTES], const char **path, struct text *why)
{
    struct header line = {.value = ""};
    bool found = headers_first(head, "Host", &line);
    const char *authority = after_scheme(target);
    struct span a = {line.value, line.len};
    host[0] = '\0';
    *path = target;
    if (!found && is_http_11) {
        text_str(why, "Send one Host line; HTTP/1.1 needs it");
        return ERR_SYNTAX;
    }
    if (headers_count(head, "Host") > 1) {
        text_str(why, "Send one Host line only");
        return ERR_SYNTAX;
    }
    if (!is_host(a)) {
        text_str(why, "Host must be a name or an address, with or without a port");
        return ERR_SYNTAX;
    }
    if (authority != NULL) {
        a = (struct span){authority, strcspn(authority, "/?#")};
        *path = authority[a.n] == '/' ? authority + a.n : "/";
        if (a.n == 0 || !is_host(a)) {
            text_str(why, "The target of the request must be a path, or http://HOST and a path");
            return ERR_SYNTAX;
        }
    } else if (target[0] != '/' && strcmp(target, "*") != 0) {
        text_str(why, "The target of the request must be a path, or http://HOST and a path");
        return ERR_SYNTAX;
    }
    memcpy(host, a.s, a.n);
    host[a.n] = '\0';
    return 0;
}

/* Without the port that the scheme has anyway; "host:" is "host". */
static size_t without_port(const char *host, const char *port)
{
    size_t n = strlen(host);
    size_t m = strlen(port);
    if (n > m && strcmp(host + n - m, port) == 0)
        return n - m;
    return n > 0 && host[n - 1] == ':' ? n - 1 : n;
}

bool head_origin_is(const char *origin, const char *host)
{
    const char *name = after_scheme(origin);
    if (name == NULL || *name == '\0')
        return false;
    const char *port = name == origin + 8 ? ":443" : ":80";
    size_t n = without_port(name, port);
    return n == without_port(host, port) && strncasecmp(name, host, n) == 0;
}

/* --- cookies and lists --- */

const char *head_cookie(const struct headers *head, const char *name, size_t *len)
{
    struct header line;
    for (size_t at = 0; headers_next(head, "Cookie", &at, &line);) {
        struct span rest = {line.value, line.len};
        while (rest.s != NULL) {
            struct span value = cut(&rest, ';');
            struct span key = trim(cut(&value, '='));
            if (value.s == NULL || key.n != strlen(name) || memcmp(key.s, name, key.n) != 0)
                continue;
            value = trim(value);
            if (value.n >= 2 && value.s[0] == '"' && value.s[value.n - 1] == '"')
                value = (struct span){value.s + 1, value.n - 2};
            *len = value.n;
            return value.s;
        }
    }
    return NULL;
}

bool head_accepts(const struct headers *head, const char *field, const char *item)
{
    struct header line;
    for (size_t at = 0; headers_next(head, field, &at, &line);) {
        struct span rest = {line.value, line.len};
        while (rest.s != NULL) {
            struct span q = cut(&rest, ',');
            struct span name = trim(cut(&q, ';'));
            if (!span_is(name, item))
                continue;
            q = q.s != NULL ? trim(q) : q;
            return q.n < 2 || strncasecmp(q.s, "q=", 2) != 0 || strtod(q.s + 2, NULL) > 0;
        }
    }
    return false;
}
