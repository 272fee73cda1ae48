/* listen.h - the address on which a server listens: "127.0.0.1:8080", "[::1]:0", ":http". */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H
#include "base/macros.h"
#include "base/text.h"
#include <stddef.h>

/* Whether `where` is an address and a port. ERR_SYNTAX, ERR_RANGE or ERR_UNKNOWN, and *why says
 * what is wrong. */
MUST_USE int listen_check(const char *where, struct text *why);

/* A socket that listens there, not blocking, and the URL at which it is reached ("http://[::1]:80";
 * port 0 is any free one). The caller closes it. A negative error, and *why is a sentence. */
MUST_USE int listen_open(const char *where, char *url, size_t url_size, struct text *why);

/* As many sockets as the system grants this process for connections, after asking for more. */
unsigned listen_sockets_max(void);

#endif
