/* daemon.c - the callbacks of libmicrohttpd (daemon.h). It calls on_request once for the head, for
 * each piece of the body, at its end, and again whenever a connection was resumed. */
#include "http/wire/daemon.h"

#include "http/wire/connection.h"
#include "http/wire/exchange_int.h"
#include "platform/log.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    CONNECTION_TIMEOUT_S = 60,
    CONNECTION_MEMORY = 6 * 1024, /* also the longest head of a request; cleared for each */
};

struct daemon {
    struct daemon_calls calls;
    struct MHD_Daemon *mhd;
    struct loop *loop;
    struct connections connections;
    struct loop_job quiesce;
    bool quiesced; /* the socket is the caller's again */
    bool log;
    bool taken; /* the connection just given up continues elsewhere: this is no error */
};

static void resume(struct loop_job *j)
{
    MHD_resume_connection(CONTAINER_OF(j, struct exchange, job)->connection);
}

/* Without an answer libmicrohttpd gives the connection up. */
static enum MHD_Result send_answer(struct daemon *d, struct exchange *e)
{
    d->taken = e->taken && e->response == NULL;
    if (e->response == NULL)
        return MHD_NO;
    enum MHD_Result ok = MHD_queue_response(e->connection, (unsigned)e->status, e->response);
    MHD_destroy_response(e->response);
    e->response = NULL;
    return ok;
}

static enum MHD_Result on_head(struct daemon *d, struct MHD_Connection *connection,
                               const char *target, const char *method, const char *version,
                               void **slot)
{
    struct exchange *e = calloc(1, sizeof *e + d->calls.room_bytes);
    *slot = e;
    if (e == NULL)
        return MHD_NO;
    e->connection = connection;
    e->loop = d->loop;
    e->job.run = resume;
    e->method = method;
    e->target = target;
    e->is_http_11 = strcmp(version, "HTTP/1.1") == 0;
    connection_request_begins(&d->connections, connection);
    d->calls.head(d->calls.context, e);
    return e->response != NULL ? send_answer(d, e) : MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *body, size_t *body_bytes, void **slot)
{
    struct daemon *d = context;
    struct exchange *e = *slot;
    if (e == NULL)
        return on_head(d, connection, path, method, version, slot);
    if (e->suspended) {
        if (!atomic_load(&e->goes_on))
            return MHD_YES;
        e->suspended = false;
        atomic_store(&e->goes_on, false);
        d->calls.resumed(e);
    } else if (*body_bytes > 0) {
        bool ok = d->calls.body(e, body, *body_bytes);
        *body_bytes = 0;
        return ok ? MHD_YES : MHD_NO;
    } else {
        d->calls.whole(e);
    }
    return e->suspended ? MHD_YES : send_answer(d, e);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **slot,
                         enum MHD_RequestTerminationCode why)
{
    struct daemon *d = context;
    struct exchange *e = *slot;
    (void)why;
    if (e == NULL)
        return;
    connection_request_ends(&d->connections, connection);
    d->calls.end(e);
    /* The client has gone while its answer was made. */
    if (e->response != NULL)
        MHD_destroy_response(e->response);
    free(e);
    *slot = NULL;
}

static PRINTF_LIKE(2, 0) void on_log(void *context, const char *format, va_list args)
{
    struct daemon *d = context;
    char line[400];
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\r\n")] = '\0';
    if (d->log && !d->taken)
        log_error("%s", line);
    d->taken = false;
}

static void run(void *context)
{
    const struct daemon *d = context;
    (void)MHD_run(d->mhd);
}

static int timeout_ms(void *context)
{
    enum { LONG_MS = 60 * 1000 };
    const struct daemon *d = context;
    MHD_UNSIGNED_LONG_LONG ms;
    if (MHD_get_timeout(d->mhd, &ms) != MHD_YES)
        return -1;
    return ms < LONG_MS ? (int)ms : LONG_MS;
}

static void tick(void *context)
{
    struct daemon *d = context;
    connection_sweep(&d->connections);
}

static void quiesce(struct loop_job *j)
{
    struct daemon *d = CONTAINER_OF(j, struct daemon, quiesce);
    MHD_socket listening = MHD_quiesce_daemon(d->mhd);
    d->quiesced = true;
    if (listening != MHD_INVALID_SOCKET)
        (void)shutdown(listening, SHUT_RDWR);
}

static struct MHD_Daemon *start_mhd(struct daemon *d, const struct daemon_options *o)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        on_request, d, MHD_OPTION_EXTERNAL_LOGGER, on_log, d, MHD_OPTION_LISTEN_SOCKET, o->socket,
        MHD_OPTION_CONNECTION_LIMIT, o->connections_max, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        o->per_address_max, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CONNECTION_TIMEOUT_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, d, MHD_OPTION_NOTIFY_CONNECTION, connection_notify, &d->connections,
        MHD_OPTION_END);
}

struct daemon *daemon_new(const struct daemon_options *o, const struct daemon_calls *calls)
{
    struct daemon *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->calls = *calls;
    d->log = o->log;
    d->quiesce.run = quiesce;
    d->mhd = start_mhd(d, o);
    const union MHD_DaemonInfo *info =
        d->mhd != NULL ? MHD_get_daemon_info(d->mhd, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    if (info != NULL)
        d->loop = loop_new(&(struct loop_guest){info->epoll_fd, run, timeout_ms, d});
    if (d->loop != NULL)
        return d;
    daemon_free(d);
    return NULL;
}

bool daemon_start(struct daemon *d)
{
    return loop_start(d->loop, tick, d);
}

struct loop *daemon_loop(struct daemon *d)
{
    return d->loop;
}

void daemon_quiesce(struct daemon *d)
{
    loop_post(d->loop, &d->quiesce);
}

void daemon_stop(struct daemon *d)
{
    loop_stop(d->loop);
}

void daemon_free(struct daemon *d)
{
    if (d == NULL)
        return;
    loop_free(d->loop);
    if (d->mhd != NULL && !d->quiesced)
        (void)MHD_quiesce_daemon(d->mhd);
    if (d->mhd != NULL)
        MHD_stop_daemon(d->mhd);
    free(d);
}
