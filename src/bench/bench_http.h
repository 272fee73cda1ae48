/* bench_http.h - many HTTP connections to servers on this machine, on one thread: the HTTP client
 * of `hoshi-bench server`.
 *
 * A link is one connection that stays open. It carries one request after another, or a stream of
 * events. Of an answer only the body is kept, and only while on_answer runs. Any failure ends the
 * program with a message, because a measurement with failures is worthless. */
#ifndef BENCH_HTTP_H
#define BENCH_HTTP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINK_COOKIE_BYTES = 64, LINK_REQUEST_BYTES = 2048 };

struct link {
    int fd, port;
    bool is_stream, waits; /* waits: for the answer of a request */
    char cookie[LINK_COOKIE_BYTES];
    int64_t asked_us; /* when the request was sent */
    char *in;         /* the part of an answer or event read so far; NULL: none */
    size_t in_n, in_cap;
    void (*on_answer)(struct link *l, int status, const char *body);
    void (*on_event)(struct link *l, const char *data); /* each data: line of a stream */
    void (*on_end)(
        struct link *l); /* the server hangs up, or refuses a stream; NULL: that is a failure */
    void *context;
};

/* Opens connection number n: they come from several addresses of 127/8, because the server takes a
 * bounded number from each. */
void link_open(struct link *l, int port, int n);
/* The same from the address number `from` (127.0.0.1 is 0). */
void link_open_from(struct link *l, int port, int from);
void link_close(struct link *l); /* closed already: fine */

void link_post(struct link *l, const char *path, const char *body);
void link_get(struct link *l, const char *path);
/* Some bytes, whatever they are. */
void link_send(struct link *l, const char *bytes);
/* Asks for a stream of events of these topics; on_event is called from then on. */
void link_listen(struct link *l, const char *topics);

/* Waits for answers and events for at most that long and calls back for each. */
void links_wait(int timeout_ms);

/* The number after "name": in a JSON text; -1 if there is none. */
int64_t json_number(const char *json, const char *name);

#endif
