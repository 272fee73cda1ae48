/* net.h - the network of an address, for counting callers. */
#ifndef NET_H
#define NET_H
#include <stdbool.h>

enum { NET_BYTES = 64, NET_NEAR_BITS = 64, NET_WIDE_BITS = 48, NET_WIDE4_BITS = 24 };
/* The network that stands for an address's owner. For IPv6 it is the network of so many bits,
 * because one customer has at least a /64. For IPv4 it is the address, also if written as IPv6. A
 * text that is no address stays as it is. */
void net_of(const char *address, int bits, char out[NET_BYTES]);
/* The larger network around it, of which a customer may have many: the /48 of IPv6, the /24 of
 * IPv4. A text that is no address stays as it is. */
void net_around(const char *address, char out[NET_BYTES]);
/* Whether it stands for a network of IPv6. */
bool net_is_wide(const char *net);

#endif
