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
#include <sys/socket.h>
#include <unistd.h>

enum { WORD_MAX = 7000, SECRET_MAX = 64, STREAM_BYTES = 2048 };

struct MHD_Response {
    struct stub_answer a;
    MHD_ContentReaderCallback read;
    MHD_ContentReaderFreeCallback free;
    void *context;
    int users;
};

struct MHD_Connection {
    struct stub_pair args[STUB_PAIRS_MAX], headers[STUB_PAIRS_MAX], cookies[STUB_PAIRS_MAX];
    int args_n, headers_n, cookies_n;
    struct sockaddr_in address;
    int sockets[2];
    bool waits; /* suspended */
    struct MHD_Response *response;
    int status;
};

static struct {
    MHD_AccessHandlerCallback handle;
    void *handle_context;
    MHD_RequestCompletedCallback completed;
    void *completed_context;
} daemon_calls;
static struct MHD_Connection connection;
static char secrets[256][SECRET_MAX];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t resumed = PTHREAD_COND_INITIALIZER;

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

/* In place, as libmicrohttpd does it: what is no quoted byte stays. */
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

static void take_cookies(const char *value)
{
    char copy[WORD_MAX];
    char *rest;
    snprintf(copy, sizeof copy, "%s", value);
    for (char *w = strtok_r(copy, ";", &rest); w != NULL; w = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(w, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        w += strspn(w, " ");
        pair_add(connection.cookies, &connection.cookies_n, w, known(equals + 1));
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
        take_cookies(colon);
    pair_add(connection.headers, &connection.headers_n, line, value);
}

/* The next line without its end; false at an empty one or the end of all. */
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
    if (blank == NULL || blank == line || blank[1] != '/')
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

static bool step(const char *method, const char *path, const char *body, size_t *n, void **slot)
{
    pthread_mutex_lock(&mutex);
    connection.waits = false;
    pthread_mutex_unlock(&mutex);
    if (daemon_calls.handle(daemon_calls.handle_context, &connection, path, method, "HTTP/1.1",
                            body, n, slot) != MHD_YES)
        return false;
    pthread_mutex_lock(&mutex);
    while (connection.waits)
        pthread_cond_wait(&resumed, &mutex);
    pthread_mutex_unlock(&mutex);
    return true;
}

/* As libmicrohttpd calls: once for the head, with the body in two pieces, at its end, and again while
 * there is no answer. */
static bool serve(const char *method, const char *path, const uint8_t *body, size_t n)
{
    void *slot = NULL;
    size_t none = 0;
    bool goes = step(method, path, NULL, &none, &slot);
    for (size_t at = 0; goes && at < n;) {
        size_t piece = n - at > 1 && at == 0 ? n / 2 : n - at;
        size_t left = piece;
        goes = step(method, path, (const char *)body + at, &left, &slot);
        at += piece - left;
    }
    while (goes && connection.response == NULL) {
        none = 0;
        goes = step(method, path, NULL, &none, &slot);
    }
    daemon_calls.completed(daemon_calls.completed_context, &connection, &slot,
                           MHD_REQUEST_TERMINATED_COMPLETED_OK);
    return connection.response != NULL;
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
        ok = serve(method, path, data, (size_t)(end - data));
        if (ok) {
            *out = connection.response->a;
            out->status = connection.status;
            connection.response->a = (struct stub_answer){0};
            MHD_destroy_response(connection.response);
        }
        (void)close(connection.sockets[0]);
        (void)close(connection.sockets[1]);
    }
    pairs_done(connection.args, &connection.args_n);
    pairs_done(connection.headers, &connection.headers_n);
    pairs_done(connection.cookies, &connection.cookies_n);
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
    return (struct MHD_Daemon *)&daemon_calls;
}

MHD_socket MHD_quiesce_daemon(struct MHD_Daemon *d)
{
    (void)d;
    return MHD_INVALID_SOCKET;
}

void MHD_stop_daemon(struct MHD_Daemon *d)
{
    (void)d;
}

const char *MHD_lookup_connection_value(struct MHD_Connection *c, enum MHD_ValueKind kind,
                                        const char *name)
{
    return kind == MHD_GET_ARGUMENT_KIND ? pair_find(c->args, c->args_n, name)
           : kind == MHD_COOKIE_KIND     ? pair_find(c->cookies, c->cookies_n, name)
                                         : pair_find(c->headers, c->headers_n, name);
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
    else
        info.connect_fd = c->sockets[0];
    return &info;
}

enum MHD_Result MHD_set_connection_option(struct MHD_Connection *c, enum MHD_CONNECTION_OPTION o,
                                          ...)
{
    (void)c;
    (void)o;
    return MHD_YES;
}

void MHD_suspend_connection(struct MHD_Connection *c)
{
    pthread_mutex_lock(&mutex);
    c->waits = true;
    pthread_mutex_unlock(&mutex);
}

void MHD_resume_connection(struct MHD_Connection *c)
{
    pthread_mutex_lock(&mutex);
    c->waits = false;
    pthread_cond_signal(&resumed);
    pthread_mutex_unlock(&mutex);
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

struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block,
                                                       MHD_ContentReaderCallback read,
                                                       void *context,
                                                       MHD_ContentReaderFreeCallback done)
{
    struct MHD_Response *r = response_new();
    (void)size;
    (void)block;
    r->read = read;
    r->free = done;
    r->context = context;
    return r;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *r, const char *name, const char *value)
{
    pair_add(r->a.headers, &r->a.headers_n, name, value);
    return MHD_YES;
}

/* A stream is read until it waits, at most thrice. */
enum MHD_Result MHD_queue_response(struct MHD_Connection *c, unsigned status,
                                   struct MHD_Response *r)
{
    char bytes[STREAM_BYTES];
    c->response = r;
    c->status = (int)status;
    r->users++;
    for (int i = 0; r->read != NULL && i < 3; i++)
        if (r->read(r->context, 0, bytes, sizeof bytes) <= 0)
            break;
    pthread_mutex_lock(&mutex);
    c->waits = false; /* a stream that waits is answered, too */
    pthread_mutex_unlock(&mutex);
    return MHD_YES;
}

void MHD_destroy_response(struct MHD_Response *r)
{
    if (--r->users > 0)
        return;
    if (r->free != NULL)
        r->free(r->context);
    stub_done(&r->a);
    free(r);
}
