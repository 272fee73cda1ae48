#include "http/limit.h"

#include "base/rng.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

uint64_t limit_key(const char *address, uint64_t seed)
{
    uint64_t h = rng_mix(seed);
    for (; *address != '\0'; address++)
        h = rng_mix(h ^ (unsigned char)*address);
    return h | 1; /* 0: a free place */
}

int64_t limit_take(struct limit *l, uint64_t key, int64_t now_ms)
{
    unsigned at = (unsigned)(key >> 32) % LIMIT_PLACES;
    int64_t full = (int64_t)l->burst * l->refill_ms;
    int64_t credit = full;
    if (l->places[at].key == key) {
        credit = l->places[at].credit_ms + (now_ms - l->places[at].at_ms);
        if (credit > full)
            credit = full;
    }
    bool ok = credit >= l->refill_ms;
    l->places[at].key = key;
    l->places[at].at_ms = now_ms;
    l->places[at].credit_ms = ok ? credit - l->refill_ms : credit;
    return ok ? 0 : l->refill_ms - credit;
}

void limit_net(const char *address, int bits, char out[LIMIT_NET_BYTES])
{
    struct in6_addr a;
    char plain[LIMIT_NET_BYTES];
    /* A zone ("%eth0") is no part of the address. */
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(address, "%"), address);
    if (inet_pton(AF_INET6, plain, &a) != 1) {
        snprintf(out, LIMIT_NET_BYTES, "%s", address);
        return;
    }
    if (IN6_IS_ADDR_V4MAPPED(&a)) {
        snprintf(out, LIMIT_NET_BYTES, "%u.%u.%u.%u", a.s6_addr[12], a.s6_addr[13], a.s6_addr[14],
                 a.s6_addr[15]);
        return;
    }
    memset(a.s6_addr + bits / 8, 0, sizeof a.s6_addr - (size_t)bits / 8);
    if (inet_ntop(AF_INET6, &a, plain, sizeof plain) == NULL)
        plain[0] = '\0';
    snprintf(out, LIMIT_NET_BYTES, "%.56s/%d", plain, bits);
}

bool limit_net_is_wide(const char *net)
{
    return strchr(net, '/') != NULL;
}
