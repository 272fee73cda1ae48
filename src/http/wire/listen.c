#include "http/wire/listen.h"

#include "base/err.h"
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Splits "host:port", "[v6]:port", ":port"; false for any other text. */
static bool split_address(const char *where, char *host, size_t host_size, char *port,
                          size_t port_size)
{
    const char *colon = strrchr(where, ':');
    if (colon == NULL || colon[1] == '\0')
        return false;
    size_t n = (size_t)(colon - where);
    const char *from = where;
    if (n >= 2 && from[0] == '[' && from[n - 1] == ']') {
        from++;
        n -= 2;
    }
    if (n >= host_size || strlen(colon + 1) >= port_size)
        return false;
    memcpy(host, from, n);
    host[n] = '\0';
    snprintf(port, port_size, "%s", colon + 1);
    return true;
}

/* The ports of names ("http") are the system's business; of numbers it would keep the low 16
 * bits. */
static bool is_port(const char *port)
{
    size_t digits = strspn(port, "0123456789");
    return port[digits] != '\0' || (digits <= 5 && strtol(port, NULL, 10) <= 65535);
}

static int open_socket(const struct addrinfo *a)
{
    int on = 1;
    int s = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0)
        return -1;
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(s, a->ai_addr, a->ai_addrlen) == 0 && listen(s, 1024) == 0)
        return s;
    int saved = errno;
    (void)close(s);
    errno = saved;
    return -1;
}

static int find_address(const char *where, struct addrinfo **found, struct text *why)
{
    char host[128];
    char port[16];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    if (!split_address(where, host, sizeof host, port, sizeof port)) {
        text_str(why, "--listen takes ADDRESS:PORT");
        return ERR_SYNTAX;
    }
    if (!is_port(port)) {
        text_str(why, "a port is a number from 0 (any free one) to 65535");
        return ERR_RANGE;
    }
    int rc = getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, found);
    if (rc != 0) {
        text_str(why, gai_strerror(rc));
        return ERR_UNKNOWN;
    }
    return 0;
}

int listen_check(const char *where, struct text *why)
{
    struct addrinfo *found = NULL;
    int err = find_address(where, &found, why);
    if (err == 0)
        freeaddrinfo(found);
    return err;
}

int listen_open(const char *where, char *url, size_t url_size, struct text *why)
{
    char port[16];
    char name[80];
    struct addrinfo *found = NULL;
    struct sockaddr_storage bound;
    socklen_t bound_n = sizeof bound;
    int err = find_address(where, &found, why);
    if (err < 0)
        return err;
    int s = open_socket(found);
    freeaddrinfo(found);
    if (s < 0) {
        text_str(why, errno == EADDRINUSE ? "the port is taken" : strerror(errno));
        return ERR_BUSY;
    }
    if (getsockname(s, (struct sockaddr *)&bound, &bound_n) != 0 ||
        getnameinfo((struct sockaddr *)&bound, bound_n, name, sizeof name, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        text_str(why, "cannot read the server's own address");
        (void)close(s);
        return ERR_IO;
    }
    snprintf(url, url_size, strchr(name, ':') != NULL ? "http://[%s]:%s" : "http://%s:%s", name,
             port);
    return s;
}

unsigned listen_sockets_max(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 900;
    if (files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)getrlimit(RLIMIT_NOFILE, &files);
    rlim_t n = files.rlim_cur > 128 ? files.rlim_cur - 64 : 64;
    return n < 60000 ? (unsigned)n : 60000;
}
