#include "http/wire/connection.h"

#include "platform/clock.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>

enum {
    FIRST_HEAD_MS = 20 * 1000, /* from the beginning of the connection */
    NEXT_HEAD_MS = 75 * 1000,  /* from the last answer: silence is allowed, too */
};

struct connection {
    struct list_link link; /* among those that owe a head */
    int64_t since_ms;      /* 0: it is not in that list */
    int fd;
    bool taken, is_first;
};

static struct connection *connection_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static void leave(struct connections *all, struct connection *c)
{
    if (c->since_ms != 0)
        list_remove(&all->owing, &c->link);
    c->since_ms = 0;
}

static void owe(struct connections *all, struct connection *c)
{
    leave(all, c);
    c->since_ms = clock_ms();
    list_add_last(&all->owing, &c->link);
}

void connection_request_begins(struct connections *all, struct MHD_Connection *connection)
{
    struct connection *c = connection_of(connection);
    if (c == NULL)
        return;
    leave(all, c);
    c->is_first = false;
}

void connection_request_ends(struct connections *all, struct MHD_Connection *connection)
{
    struct connection *c = connection_of(connection);
    if (c != NULL && !c->taken)
        owe(all, c);
}

void connection_sweep(struct connections *all)
{
    struct list_link *next;
    int64_t now = clock_ms();
    for (struct list_link *k = all->owing.first; k != NULL; k = next) {
        struct connection *c = CONTAINER_OF(k, struct connection, link);
        next = k->after;
        if (now - c->since_ms <= FIRST_HEAD_MS)
            break;
        if (!c->is_first && now - c->since_ms <= NEXT_HEAD_MS)
            continue;
        leave(all, c);
        (void)shutdown(c->fd, SHUT_RDWR); /* libmicrohttpd sees the end, and closes */
    }
}

/* With MHD_USE_TURBO libmicrohttpd closes sockets without shutting the connection down; this
 * function shuts down every connection whose socket was not taken, so that the answer arrives even
 * if part of the request was not read. */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode what)
{
    struct connections *all = context;
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
        owe(all, c);
        return;
    }
    if (info != NULL && (c == NULL || !c->taken))
        (void)shutdown(info->connect_fd, SHUT_WR);
    if (c != NULL)
        leave(all, c);
    free(c);
    *slot = NULL;
}

int connection_take_socket(struct MHD_Connection *connection)
{
    struct connection *c = connection_of(connection);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    int fd = info != NULL && c != NULL ? fcntl(info->connect_fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (fd >= 0)
        c->taken = true;
    return fd;
}
