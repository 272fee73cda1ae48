#include "http/wire/exchange_int.h"

#include "http/wire/connection.h"
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

void *exchange_room(struct exchange *e)
{
    return e->room;
}

const char *exchange_method(const struct exchange *e)
{
    return e->method;
}

const char *exchange_argument(const struct exchange *e, const char *name)
{
    return MHD_lookup_connection_value(e->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *exchange_target(const struct exchange *e)
{
    return e->target;
}

bool exchange_is_http_11(const struct exchange *e)
{
    return e->is_http_11;
}

struct headers_walk {
    size_t left; /* lines before the first that is wanted */
    headers_on *on;
    void *context;
};

static enum MHD_Result on_line(void *context, enum MHD_ValueKind kind, const char *name,
                               const char *value)
{
    struct headers_walk *w = context;
    (void)kind;
    if (w->left > 0) {
        w->left--;
        return MHD_YES;
    }
    struct header line = headers_line(name, value);
    return w->on(w->context, &line) ? MHD_YES : MHD_NO;
}

static void walk(const void *head, size_t from, headers_on *on, void *context)
{
    const struct exchange *e = head;
    struct headers_walk w = {from, on, context};
    (void)MHD_get_connection_values(e->connection, MHD_HEADER_KIND, on_line, &w);
}

struct headers exchange_headers(const struct exchange *e)
{
    return (struct headers){walk, e};
}

void exchange_address(const struct exchange *e, char *out, size_t size)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(e->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL ||
        getnameinfo(info->client_addr,
                    info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                             : sizeof(struct sockaddr_in),
                    out, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0)
        snprintf(out, size, "unknown");
}

static void set_answer(struct exchange *e, int status, struct MHD_Response *response)
{
    ASSERT(e->response == NULL);
    e->response = response;
    e->status = status;
}

void exchange_answer(struct exchange *e, int status, const void *bytes, size_t n,
                     enum exchange_bytes fate)
{
    static const enum MHD_ResponseMemoryMode modes[] = {
        [EXCHANGE_COPIED] = MHD_RESPMEM_MUST_COPY,
        [EXCHANGE_FREED] = MHD_RESPMEM_MUST_FREE,
        [EXCHANGE_STATIC] = MHD_RESPMEM_PERSISTENT,
    };
    /* Its argument is not const, but it only reads what it copies or keeps. */
    set_answer(e, status,
               MHD_create_response_from_buffer(n, (void *)(uintptr_t)bytes, modes[fate]));
}

void exchange_answer_file(struct exchange *e, int status, int fd, size_t n)
{
    set_answer(e, status, MHD_create_response_from_fd(n, fd));
}

void exchange_add(struct exchange *e, const char *name, const char *value)
{
    if (e->response != NULL)
        (void)MHD_add_response_header(e->response, name, value);
}

bool exchange_answered(const struct exchange *e)
{
    return e->response != NULL;
}

int exchange_status(const struct exchange *e)
{
    return e->status;
}

void exchange_suspend(struct exchange *e)
{
    e->suspended = true;
    MHD_suspend_connection(e->connection);
}

void exchange_go_on(struct exchange *e)
{
    atomic_store(&e->goes_on, true);
    loop_post(e->loop, &e->job);
}

int exchange_take_socket(struct exchange *e, int status)
{
    int fd = connection_take_socket(e->connection);
    e->taken = fd >= 0;
    if (e->taken)
        e->status = status;
    return fd;
}
