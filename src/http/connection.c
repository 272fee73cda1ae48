/* connection.c - what is known of each connection: whether its socket was taken for a stream, and
 * since when it has owed the head of a request. Who sends a head byte by byte holds a connection no
 * longer than others: libmicrohttpd's own limit is for silence only. All of it is the loop's
 * thread's. */
#include "http/http_int.h"

#include "platform/clock.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>

enum {
    FIRST_HEAD_MS = 20 * 1000, /* from the beginning of the connection */
    NEXT_HEAD_MS = 75 * 1000,  /* from the last answer: silence is allowed, too */
};

/* Those that owe a head stand in a list, in the order in which that began. */
struct connection {
    struct connection *before, *after;
    int64_t since_ms; /* 0: it does not stand in the list */
    int fd;
    bool taken, is_first;
};

static struct connection *connection_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static void leave(struct http *h, struct connection *c)
{
    if (c->since_ms == 0)
        return;
    if (c->before != NULL)
        c->before->after = c->after;
    else
        h->first_owing = c->after;
    if (c->after != NULL)
        c->after->before = c->before;
    else
        h->last_owing = c->before;
    c->since_ms = 0;
}

static void owe(struct http *h, struct connection *c)
{
    leave(h, c);
    c->since_ms = clock_ms();
    c->before = h->last_owing;
    c->after = NULL;
    if (h->last_owing != NULL)
        h->last_owing->after = c;
    else
        h->first_owing = c;
    h->last_owing = c;
}

void connection_request_begins(struct http *h, struct MHD_Connection *connection)
{
    struct connection *c = connection_of(connection);
    if (c == NULL)
        return;
    leave(h, c);
    c->is_first = false;
}

void connection_request_ends(struct http *h, struct MHD_Connection *connection)
{
    struct connection *c = connection_of(connection);
    if (c != NULL && !c->taken)
        owe(h, c);
}

void connection_sweep(void *context)
{
    struct http *h = context;
    struct connection *next;
    int64_t now = clock_ms();
    for (struct connection *c = h->first_owing; c != NULL && now - c->since_ms > FIRST_HEAD_MS;
         c = next) {
        next = c->after;
        if (!c->is_first && now - c->since_ms <= NEXT_HEAD_MS)
            continue;
        leave(h, c);
        (void)shutdown(c->fd, SHUT_RDWR); /* libmicrohttpd sees the end, and closes */
    }
}

/* With MHD_USE_TURBO libmicrohttpd closes sockets without shutting the connection down; so that
 * what was sent arrives even where something is left unread, it is done here for all that are no
 * stream's. */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode what)
{
    struct http *h = context;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *c = *slot;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        c = calloc(1, sizeof *c);
        *slot = c;
        if (c == NULL || info == NULL)
            return;
        c->fd = info->connect_fd;
        c->is_first = true;
        owe(h, c);
        return;
    }
    if (info != NULL && (c == NULL || !c->taken))
        (void)shutdown(info->connect_fd, SHUT_WR);
    if (c != NULL)
        leave(h, c);
    free(c);
    *slot = NULL;
}

int request_take_socket(struct request *r)
{
    struct connection *c = connection_of(r->connection);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    int fd = info != NULL && c != NULL ? fcntl(info->connect_fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (fd >= 0)
        c->taken = r->taken = true;
    return fd;
}
