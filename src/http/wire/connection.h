/* connection.h - the state of each connection: whether its socket was taken over for another use,
 * and since when the server has been waiting for the head of a request. A client that sends a head
 * byte by byte holds a connection no longer than others: libmicrohttpd's own limit is for silence
 * only.
 *
 * All of it belongs to the loop's thread. */
#ifndef CONNECTION_H
#define CONNECTION_H
#include "base/list.h"
#include <microhttpd.h>

struct connections {
    struct list owing; /* a head; in the order in which that began */
};

/* For MHD_OPTION_NOTIFY_CONNECTION; the context is a struct connections. */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode what);
void connection_request_begins(struct connections *all, struct MHD_Connection *connection);
void connection_request_ends(struct connections *all, struct MHD_Connection *connection);
/* Ends those that have owed a head for too long. */
void connection_sweep(struct connections *all);
/* The socket under a new number, for the caller to close; libmicrohttpd gives the connection up
 * without shutting it down. -1 if this fails. */
MUST_USE int connection_take_socket(struct MHD_Connection *connection);

#endif
