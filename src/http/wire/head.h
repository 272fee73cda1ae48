/* head.h - what the head of a request says about the road it came: the address of the client behind
 * our own proxies, the site that it asks for, and cookies. Pure functions on the lines of the head,
 * which a client may forge.
 *
 * Every proxy writes down the address that it talks to, at the end of a list: X-Forwarded-For, or
 * Forwarded (RFC 7239). The list may be spread over several lines. Only the entries at its end that
 * our own proxies wrote are true; all before them is the client's own word. So the lists are read
 * from the right, through as many proxies as there are (struct head_trust), and not further. An
 * entry that our proxies wrote must be an address; otherwise the request is refused.
 *
 *     X-Forwarded-For: 1.2.3.4            the client's word
 *     X-Forwarded-For: 192.0.2.7, 10.0.0.2     10.0.0.2 is the outer proxy, 192.0.2.7 its client
 *
 * A proxy that writes one of the two fields often passes the other on as the client sent it. If a
 * request has both, and they name different addresses, it is refused. */
#ifndef HEAD_H
#define HEAD_H
#include "base/macros.h"
#include "base/text.h"
#include "platform/headers.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEAD_ADDRESS_BYTES = 64, HEAD_NETS_MAX = 32, HEAD_HOPS_MAX = 32, HEAD_HOST_BYTES = 272 };

/* Which proxies are ours: the nearest `hops`, or those in the networks. */
struct head_trust {
    int hops;   /* 0: none, unless nets_n > 0 */
    int nets_n; /* > 0: the proxies are named by their addresses */
    struct {
        uint8_t bytes[16]; /* IPv4 is mapped into IPv6 */
        int bits;
    } nets[HEAD_NETS_MAX];
};

/* Reads "yes" (one proxy), "no", a number of proxies, or a list of addresses and networks
 * ("127.0.0.1, 10.0.0.0/8, fd00::/8"). ERR_SYNTAX, and *why says what is wrong. */
MUST_USE int head_trust_parse(const char *text, struct head_trust *out, struct text *why);
/* Whether there is any. */
static inline bool head_trusts(const struct head_trust *t)
{
    return t->hops > 0 || t->nets_n > 0;
}
/* Whether a word can only be meant as a value of the option, and not as the next word. */
bool head_trust_fits(const char *word);

struct head_client {
    char address[HEAD_ADDRESS_BYTES]; /* as digits; the peer's own if no proxy of ours names one */
    bool believed;                    /* the peer is a proxy of ours */
    bool unheard;                     /* a proxy that is not ours has passed the request on */
    bool is_https;                    /* a proxy of ours says that the client came over TLS */
};

/* Finds the client of a request that came from the address `peer`. ERR_SYNTAX: a proxy of ours
 * names something that is no address, or the two fields disagree; *why is a sentence, and *out
 * names the peer. */
MUST_USE int head_client(const struct head_trust *trust, const char *peer,
                         const struct headers *head, struct head_client *out, struct text *why);

/* Reads one entry of these lists: "192.0.2.7", "192.0.2.7:4711", "2001:db8::1", "[2001:db8::1]",
 * "[2001:db8::1]:4711", each also in double quotes. A zone ("%eth0") and the port are dropped, IPv4
 * in IPv6 is IPv4. False: "unknown", "_hidden", a name, or no address at all. */
bool head_address(const char *entry, size_t len, char out[HEAD_ADDRESS_BYTES]);

/* Whether the name of each field is a token (RFC 9110, 5.6.2). One with a blank, or with what was
 * folded below its line, is read as another field by some proxies. */
bool head_is_plain(const struct headers *head);

/* The host and port that the request is for: from the target if it is in absolute form, else from
 * Host (RFC 9112, 3.2). ERR_SYNTAX if there is no Host in HTTP/1.1, if there are several, or if it
 * is no host: *why is a sentence. *path is where the path begins in the target. */
MUST_USE int head_host(const char *target, bool is_http_11, const struct headers *head,
                       char host[HEAD_HOST_BYTES], const char **path, struct text *why);

/* Whether an Origin is this host: the port of the scheme is the same as no port. */
bool head_origin_is(const char *origin, const char *host);

/* The value of a cookie, from all lines: its first byte and *len. NULL: there is none. */
const char *head_cookie(const struct headers *head, const char *name, size_t *len);

/* Whether a list field ("gzip, br;q=0") names the item with a quality above 0, on any line. */
bool head_accepts(const struct headers *head, const char *field, const char *item);

#endif
