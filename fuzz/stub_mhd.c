#include "stub_mhd.h"

#include "base/macros.h"
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WORD_MAX = 7000, SECRET_MAX = 64, STREAM_BYTES = 2048 };

struct MHD_Response {
    struct stub_answer a;
    int users;
};

struct MHD_Connection {
    struct stub_pair args[STUB_PAIRS_MAX], headers[STUB_PAIRS_MAX];
    int args_n, headers_n;
    struct sockaddr_in address;
    int sockets[2];
    const char *method, *path;
    const uint8_t *body;
    size_t n, at; /* bytes of the body, and how many have been taken */
    void *slot;
    bool begun, served;
    bool waits;    /* suspended */
    void *context; /* of the socket */
    struct MHD_Response *response;
    int status;
};

static struct {
    MHD_AccessHandlerCallback handle;
    void *handle_context;
    MHD_RequestCompletedCallback completed;
    void *completed_context;
    MHD_NotifyConnectionCallback notify;
    void *notify_context;
} daemon_calls;
static struct MHD_Connection connection;
static char secrets[256][SECRET_MAX];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int notification = -1; /* eventfd: there is a request */

void stub_secret(char who, const char *secret, size_t n)
{
    snprintf(secrets[(unsigned char)who], SECRET_MAX, "%.*s", (int)n, secret);
}

/* --- pairs --- */

static void pair_add(struct stub_pair *pairs, int *n, const char *name, const char *value)
{
    if (*n < STUB_PAIRS_MAX)
        pairs[(*n)++] = (struct stub_pair){strdup(name), strdup(value)};
}

static const char *pair_find(const struct stub_pair *pairs, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcasecmp(pairs[i].name, name) == 0)
            return pairs[i].value;
    return NULL;
}

static void pairs_done(struct stub_pair *pairs, int *n)
{
    for (int i = 0; i < *n; i++) {
        free(pairs[i].name);
        free(pairs[i].value);
    }
    *n = 0;
}

const char *stub_header(const struct stub_answer *a, const char *name)
{
    return pair_find(a->headers, a->headers_n, name);
}

void stub_done(struct stub_answer *a)
{
    pairs_done(a->headers, &a->headers_n);
    free(a->body);
    a->body = NULL;
}

/* --- reading a request --- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes in place, like libmicrohttpd: a "%" that quotes no byte stays. */
static void unquote(char *text, bool plus)
{
    char *out = text;
    for (; *text != '\0'; text++) {
        if (*text == '%' && hex(text[1]) >= 0 && hex(text[2]) >= 0) {
            *out++ = (char)(hex(text[1]) * 16 + hex(text[2]));
            text += 2;
        } else {
            *out++ = plus && *text == '+' ? ' ' : *text;
        }
    }
    *out = '\0';
}

static void take_args(char *query)
{
    char *rest;
    for (char *w = strtok_r(query, "&", &rest); w != NULL; w = strtok_r(NULL, "&", &rest)) {
        char *value = strchr(w, '=');
        if (value != NULL)
            *value++ = '\0';
        unquote(w, true);
        if (value != NULL)
            unquote(value, true);
        pair_add(connection.args, &connection.args_n, w, value != NULL ? value : "");
    }
}

static const char *known(const char *value)
{
    const char *secret = secrets[(unsigned char)value[0]];
    return value[0] != '\0' && value[1] == '\0' && secret[0] != '\0' ? secret : value;
}

/* Cookies with the secrets in the place of their letters. */
static void take_cookies(const char *value, char out[WORD_MAX + SECRET_MAX])
{
    char copy[WORD_MAX];
    char *rest;
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", value);
    out[0] = '\0';
    for (char *w = strtok_r(copy, ";", &rest); w != NULL; w = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(w, '=');
        const char *secret = equals != NULL ? known(equals + 1) : "";
        int len = equals != NULL ? (int)(equals - w) + 1 : (int)strlen(w);
        n += (size_t)snprintf(out + n, WORD_MAX + SECRET_MAX - n, "%.*s%s;", len, w, secret);
        if (n >= WORD_MAX + SECRET_MAX)
            return;
    }
}

static void take_header(char *line)
{
    char value[WORD_MAX + SECRET_MAX];
    char *colon = strchr(line, ':');
    if (colon == NULL || colon == line)
        return;
    *colon++ = '\0';
    colon += strspn(colon, " \t");
    snprintf(value, sizeof value, "%s", colon);
    if (strncasecmp(colon, "Bearer ", 7) == 0)
        snprintf(value, sizeof value, "Bearer %s", known(colon + 7));
    if (strcasecmp(line, "Cookie") == 0)
        take_cookies(colon, value);
    pair_add(connection.headers, &connection.headers_n, line, value);
}

/* The next line without its end. False at an empty line or at the end of the input. */
static bool next_line(const uint8_t **at, const uint8_t *end, char line[WORD_MAX])
{
    size_t n = 0;
    while (*at < end && **at != '\n') {
        if (n < WORD_MAX - 1 && **at != '\0' && **at != '\r')
            line[n++] = (char)**at;
        ++*at;
    }
    line[n] = '\0';
    if (*at < end)
        ++*at;
    return n > 0;
}

static bool take_request_line(char *line, char **method, char **path)
{
    char *blank = strchr(line, ' ');
    if (blank == NULL || blank == line || blank[1] == '\0')
        return false;
    *blank = '\0';
    *method = line;
    *path = blank + 1;
    char *query = strchr(*path, '?');
    if (query != NULL) {
        *query++ = '\0';
        take_args(query);
    }
    unquote(*path, false);
    return true;
}

/* --- answering it --- */

/* Serves the connection on the thread that calls MHD_run, until it has an answer, is closed, or is
 * suspended. The calls are those of libmicrohttpd: once for the head, twice with a piece of the
 * body, once at its end, and again as long as there is no answer. */
static bool step(struct MHD_Connection *c)
{
    bool begins = !c->begun;
    size_t n = begins || c->at == c->n ? 0 : c->n > 1 && c->at == 0 ? c->n / 2 : c->n - c->at;
    size_t left = n;
    c->begun = true;
    /* Inputs without Host are of the version that needs none. */
    bool is_11 = pair_find(c->headers, c->headers_n, "Host") != NULL;
    if (daemon_calls.handle(
            daemon_calls.handle_context, c, c->path, c->method, is_11 ? "HTTP/1.1" : "HTTP/1.0",
            n > 0 ? (const char *)c->body + c->at : NULL, &left, &c->slot) != MHD_YES)
        return false;
    c->at += n - left;
    return c->response == NULL;
}

static void notify(struct MHD_Connection *c, enum MHD_ConnectionNotificationCode what)
{
    daemon_calls.notify(daemon_calls.notify_context, c, &c->context, what);
}

enum MHD_Result MHD_run(struct MHD_Daemon *d)
{
    struct MHD_Connection *c = &connection;
    eventfd_t rung;
    (void)d;
    (void)eventfd_read(notification, &rung);
    pthread_mutex_lock(&mutex);
    bool goes = c->served;
    pthread_mutex_unlock(&mutex);
    if (!goes)
        return MHD_YES;
    if (!c->begun)
        notify(c, MHD_CONNECTION_NOTIFY_STARTED);
    while (goes && !c->waits)
        goes = step(c);
    if (goes)
        return MHD_YES;
    daemon_calls.completed(daemon_calls.completed_context, c, &c->slot,
                           MHD_REQUEST_TERMINATED_COMPLETED_OK);
    notify(c, MHD_CONNECTION_NOTIFY_CLOSED);
    pthread_mutex_lock(&mutex);
    c->served = false;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&mutex);
    return MHD_YES;
}

static void serve(void)
{
    pthread_mutex_lock(&mutex);
    connection.served = true;
    (void)eventfd_write(notification, 1);
    while (connection.served)
        pthread_cond_wait(&done, &mutex);
    pthread_mutex_unlock(&mutex);
}

/* Reads the head of a stream that has taken the socket, and its first output. False if the
 * connection was closed without an answer. */
static bool take_stream(struct stub_answer *out)
{
    char text[STREAM_BYTES];
    char *rest;
    ssize_t n = recv(connection.sockets[1], text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    char *line = strtok_r(text, "\r\n", &rest);
    if (line == NULL || sscanf(line, "HTTP/1.1 %d", &out->status) != 1)
        return false;
    while ((line = strtok_r(NULL, "\r\n", &rest)) != NULL && strncmp(line, "retry:", 6) != 0) {
        char *colon = strchr(line, ':');
        if (colon != NULL)
            *colon++ = '\0';
        if (colon != NULL)
            pair_add(out->headers, &out->headers_n, line, colon + strspn(colon, " "));
    }
    return true;
}

bool stub_request(const uint8_t *data, size_t size, struct stub_answer *out)
{
    char first[WORD_MAX];
    char line[WORD_MAX];
    char *method;
    char *path;
    const uint8_t *end = data + size;
    memset(&connection, 0, sizeof connection);
    memset(out, 0, sizeof *out);
    connection.address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool ok = next_line(&data, end, first) && take_request_line(first, &method, &path);
    while (ok && next_line(&data, end, line))
        take_header(line);
    ok = ok && socketpair(AF_UNIX, SOCK_STREAM, 0, connection.sockets) == 0;
    if (ok) {
        connection.method = method;
        connection.path = path;
        connection.body = data;
        connection.n = (size_t)(end - data);
        serve();
        ok = connection.response != NULL;
        if (ok) {
            *out = connection.response->a;
            out->status = connection.status;
            connection.response->a = (struct stub_answer){0};
            MHD_destroy_response(connection.response);
        } else {
            ok = take_stream(out);
        }
        (void)close(connection.sockets[0]);
        (void)close(connection.sockets[1]);
    }
    pairs_done(connection.args, &connection.args_n);
    pairs_done(connection.headers, &connection.headers_n);
    return ok;
}

/* --- libmicrohttpd --- */

struct MHD_Daemon *MHD_start_daemon(unsigned int flags, uint16_t port,
                                    MHD_AcceptPolicyCallback accept, void *accept_context,
                                    MHD_AccessHandlerCallback handle, void *handle_context, ...)
{
    va_list args;
    (void)flags;
    (void)port;
    (void)accept;
    (void)accept_context;
    daemon_calls.handle = handle;
    daemon_calls.handle_context = handle_context;
    va_start(args, handle_context);
    for (int option = va_arg(args, int); option != MHD_OPTION_END; option = va_arg(args, int)) {
        switch (option) {
        case MHD_OPTION_NOTIFY_COMPLETED:
            daemon_calls.completed = va_arg(args, MHD_RequestCompletedCallback);
            daemon_calls.completed_context = va_arg(args, void *);
            break;
        case MHD_OPTION_NOTIFY_CONNECTION:
            daemon_calls.notify = va_arg(args, MHD_NotifyConnectionCallback);
            daemon_calls.notify_context = va_arg(args, void *);
            break;
        case MHD_OPTION_EXTERNAL_LOGGER:
            (void)va_arg(args, void *);
            (void)va_arg(args, void *);
            break;
        case MHD_OPTION_CONNECTION_MEMORY_LIMIT:
            (void)va_arg(args, size_t);
            break;
        default: /* an int or unsigned */
            (void)va_arg(args, int);
        }
    }
    va_end(args);
    notification = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return (struct MHD_Daemon *)&daemon_calls;
}

const union MHD_DaemonInfo *MHD_get_daemon_info(struct MHD_Daemon *d, enum MHD_DaemonInfoType type,
                                                ...)
{
    static union MHD_DaemonInfo info;
    (void)d;
    (void)type;
    info.epoll_fd = notification;
    return &info;
}

enum MHD_Result MHD_get_timeout(struct MHD_Daemon *d, MHD_UNSIGNED_LONG_LONG *ms)
{
    (void)d;
    (void)ms;
    return MHD_NO;
}

MHD_socket MHD_quiesce_daemon(struct MHD_Daemon *d)
{
    (void)d;
    return MHD_INVALID_SOCKET;
}

void MHD_stop_daemon(struct MHD_Daemon *d)
{
    (void)d;
    (void)close(notification);
}

const char *MHD_lookup_connection_value(struct MHD_Connection *c, enum MHD_ValueKind kind,
                                        const char *name)
{
    return kind == MHD_GET_ARGUMENT_KIND ? pair_find(c->args, c->args_n, name) : NULL;
}

int MHD_get_connection_values(struct MHD_Connection *c, enum MHD_ValueKind kind,
                              MHD_KeyValueIterator on, void *context)
{
    (void)kind; /* headers */
    for (int i = 0; i < c->headers_n; i++)
        if (on(context, kind, c->headers[i].name, c->headers[i].value) != MHD_YES)
            break;
    return c->headers_n;
}

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *c,
                                                        enum MHD_ConnectionInfoType type, ...)
{
    static union MHD_ConnectionInfo info;
    if (type == MHD_CONNECTION_INFO_CLIENT_ADDRESS)
        info.client_addr = (struct sockaddr *)&c->address;
    else if (type == MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        info.socket_context = c->context;
    else
        info.connect_fd = c->sockets[0];
    return &info;
}

void MHD_suspend_connection(struct MHD_Connection *c)
{
    c->waits = true;
}

void MHD_resume_connection(struct MHD_Connection *c)
{
    c->waits = false;
}

static struct MHD_Response *response_new(void)
{
    struct MHD_Response *r = calloc(1, sizeof *r);
    ASSERT(r != NULL);
    r->users = 1;
    return r;
}

struct MHD_Response *MHD_create_response_from_buffer(size_t n, void *bytes,
                                                     enum MHD_ResponseMemoryMode mode)
{
    struct MHD_Response *r = response_new();
    r->a.body = malloc(n + 1);
    ASSERT(r->a.body != NULL);
    memcpy(r->a.body, bytes, n);
    r->a.body[n] = '\0';
    r->a.body_n = n;
    if (mode == MHD_RESPMEM_MUST_FREE)
        free(bytes);
    return r;
}

struct MHD_Response *MHD_create_response_from_fd(size_t size, int fd)
{
    (void)size;
    (void)close(fd);
    return response_new();
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *r, const char *name, const char *value)
{
    pair_add(r->a.headers, &r->a.headers_n, name, value);
    return MHD_YES;
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *c, unsigned status,
                                   struct MHD_Response *r)
{
    c->response = r;
    c->status = (int)status;
    r->users++;
    return MHD_YES;
}

void MHD_destroy_response(struct MHD_Response *r)
{
    if (--r->users > 0)
        return;
    stub_done(&r->a);
    free(r);
}
