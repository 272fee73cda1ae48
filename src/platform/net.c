#include "platform/net.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

void net_of(const char *address, int bits, char out[NET_BYTES])
{
    struct in6_addr a;
    char plain[NET_BYTES];
    /* A zone ("%eth0") is no part of the address. */
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(address, "%"), address);
    if (inet_pton(AF_INET6, plain, &a) != 1) {
        snprintf(out, NET_BYTES, "%s", address);
        return;
    }
    if (IN6_IS_ADDR_V4MAPPED(&a)) {
        snprintf(out, NET_BYTES, "%u.%u.%u.%u", a.s6_addr[12], a.s6_addr[13], a.s6_addr[14],
                 a.s6_addr[15]);
        return;
    }
    memset(a.s6_addr + bits / 8, 0, sizeof a.s6_addr - (size_t)bits / 8);
    if (inet_ntop(AF_INET6, &a, plain, sizeof plain) == NULL)
        plain[0] = '\0';
    snprintf(out, NET_BYTES, "%.56s/%d", plain, bits);
}

void net_around(const char *address, char out[NET_BYTES])
{
    struct in_addr a;
    net_of(address, NET_WIDE_BITS, out);
    if (inet_pton(AF_INET, out, &a) != 1)
        return;
    unsigned host = ntohl(a.s_addr);
    snprintf(out, NET_BYTES, "%u.%u.%u.0/%d", host >> 24, host >> 16 & 255, host >> 8 & 255,
             NET_WIDE4_BITS);
}

bool net_is_wide(const char *net)
{
    return strchr(net, '/') != NULL;
}
