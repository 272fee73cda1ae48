/* fuzz_head.c - any bytes as the head of a request behind proxies. An input is what --trust-proxy
 * says, the target, and lines "Name: value", each ended by a line break.
 *
 * Whatever a client writes: the server sees an address or refuses the request, and what our own
 * proxy adds at the end counts. */
#include "base/macros.h"
#include "base/text.h"
#include "http/wire/head.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MAX = 64 };

struct head {
    const char *lines[LINES_MAX];
    int n;
};

static void walk(const void *head, size_t from, headers_on *on, void *context)
{
    const struct head *h = head;
    for (size_t k = from; k < (size_t)h->n; k++) {
        const char *colon = strchr(h->lines[k], ':');
        struct header line = headers_line("", colon != NULL ? colon + 1 : "");
        line.name = h->lines[k];
        line.name_len = colon != NULL ? (size_t)(colon - h->lines[k]) : 0;
        if (!on(context, &line))
            return;
    }
}

static void must_be_address(const char *text)
{
    unsigned char bytes[16];
    char again[HEAD_ADDRESS_BYTES];
    int family = strchr(text, ':') != NULL ? AF_INET6 : AF_INET;
    ASSERT(inet_pton(family, text, bytes) == 1);
    ASSERT(inet_ntop(family, bytes, again, sizeof again) != NULL && strcmp(text, again) == 0);
}

static void check_client(const struct head_trust *trust, const struct headers *head)
{
    struct head_client c;
    char why_buf[200];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    int err = head_client(trust, "10.0.0.1", head, &c, &why);
    must_be_address(c.address);
    ASSERT((err < 0) == (why_buf[0] != '\0'));
    if (err < 0 || !c.believed)
        ASSERT(strcmp(c.address, "10.0.0.1") == 0 && !c.is_https);
}

/* One proxy of ours adds a line, or ends one that the client has begun. */
static void check_proxy(struct head *h, const struct headers *head)
{
    static const char *const added[] = {"X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.7"};
    const struct head_trust one = {.hops = 1};
    for (size_t i = 0; i < ARRAY_LEN(added); i++) {
        struct head_client c;
        char why_buf[200];
        struct text why;
        text_init(&why, why_buf, sizeof why_buf);
        h->lines[h->n++] = added[i];
        int err = head_client(&one, "10.0.0.1", head, &c, &why);
        h->n--;
        ASSERT(err < 0 || strcmp(c.address, "192.0.2.7") == 0);
    }
    for (int k = 0; k < h->n; k++) {
        const char *was = h->lines[k];
        if (strncasecmp(was, "Forwarded:", 10) != 0 || headers_count(head, "X-Forwarded-For") > 0 ||
            headers_count(head, "Forwarded") > 1)
            continue;
        char *more = NULL;
        struct head_client c;
        char why_buf[200];
        struct text why;
        text_init(&why, why_buf, sizeof why_buf);
        if (asprintf(&more, "%s, for=\"[2001:db8::7]:80\"", was) < 0)
            abort();
        h->lines[k] = more;
        int err = head_client(&one, "10.0.0.1", head, &c, &why);
        ASSERT(err < 0 || strcmp(c.address, "2001:db8::7") == 0);
        h->lines[k] = was;
        free(more);
    }
}

static void check_site(const char *target, const struct headers *head)
{
    char host[HEAD_HOST_BYTES];
    const char *path;
    char why_buf[200];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (head_host(target, true, head, host, &path, &why) < 0) {
        ASSERT(why_buf[0] != '\0');
        return;
    }
    ASSERT(path[0] == '/' || strcmp(path, "*") == 0);
    ASSERT(headers_count(head, "Host") == 1);
    ASSERT(strpbrk(host, " ,/@?#\t\"<>") == NULL);
    char origin[HEAD_HOST_BYTES + 16];
    snprintf(origin, sizeof origin, "http://%s", host);
    ASSERT(host[0] == '\0' || head_origin_is(origin, host));
    snprintf(origin, sizeof origin, "http://%s.evil", host);
    ASSERT(!head_origin_is(origin, host));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct head h = {.n = 0};
    const struct headers head = {walk, &h};
    struct head_trust trust;
    char why_buf[200];
    struct text why;
    char *text = malloc(size + 1);
    char *rest = text;
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const char *proxies = strsep(&rest, "\n");
    const char *target = rest != NULL ? strsep(&rest, "\n") : "/";
    while (rest != NULL && h.n < LINES_MAX - 1)
        h.lines[h.n++] = strsep(&rest, "\n");
    text_init(&why, why_buf, sizeof why_buf);
    if (head_trust_parse(proxies, &trust, &why) == 0)
        check_client(&trust, &head);
    else
        ASSERT(why_buf[0] != '\0');
    check_proxy(&h, &head);
    check_site(target, &head);
    size_t n = 0;
    const char *cookie = head_cookie(&head, "s", &n);
    ASSERT(cookie == NULL || (strlen(cookie) >= n && memchr(cookie, ';', n) == NULL));
    (void)head_accepts(&head, "Accept-Encoding", "br");
    free(text);
    return 0;
}
