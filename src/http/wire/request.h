/* request.h - a request on its way to its answer: its data, its asker, its state, and the functions
 * that answer it. It knows the exchange on the wire (exchange.h), but no daemon, loop or socket.
 *
 * A request belongs to the loop's thread, which never waits for the store. While it is suspended it
 * belongs to the one thread that works on it: the writer, a thread of the readers (request_read) or
 * of the passwords. */
#ifndef REQUEST_H
#define REQUEST_H
#include "http/wire/exchange.h"
#include "http/wire/head.h"
#include "http/wire/http.h"
#include "http/wire/problem.h"
#include "platform/pool.h"
#include "service/core/arrivals.h"
#include "service/core/order.h"
#include "service/core/reader.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct route;
struct route_table;
struct stream;

struct request {
    struct http *http;
    struct exchange *exchange;
    void (*then)(struct request *r); /* the next step, unless it is answered */
    struct pool_job reading;         /* request_read: */
    void (*read)(struct request *r);
    struct reader *reader;     /* of the thread that reads; else NULL */
    const char *method, *path; /* the exchange's */
    int64_t started_us;
    int64_t worked_us; /* what threads have done for it */
    char mark[48];     /* X-Request-Id */
    const struct route *route;
    const struct route_table *table;    /* the route's */
    void (*finish)(struct request *r);  /* when the order is done; routes.c */
    int64_t id;                         /* the number in the path */
    char name[STORE_NAME_BYTES];        /* the name in the path */
    struct store_player asker;          /* id 0: a stranger */
    struct people_session session;      /* what the asker may do */
    char address[PEOPLE_ADDRESS_BYTES]; /* that was confirmed */
    char *body;
    size_t body_bytes;
    bool body_too_big;
    size_t body_max;
    size_t body_dropped; /* bytes beyond body_max */
    json_t *json;        /* the body, which the order or the argument points into */
    void *arg;    /* the feature's, of the size that its table names (route.h); at first all 0 */
    bool framed;  /* other sites may frame the answer */
    bool waits;   /* suspended, or about to continue */
    bool resumed; /* it has gone on before */
    bool ordered; /* the writer has answered its order */
    bool changed; /* the order is done, so no answer may say that nothing was */
    bool renamed; /* it asks by an old name (alias.h), and is answered with old names */
    struct order order;
    struct arrival arrival;            /* of a move */
    struct head_client client;         /* who asks, also behind our own proxy */
    char host[HEAD_HOST_BYTES];        /* of the site, as the browser sees it */
    char cookie[SERVICE_SECRET_BYTES]; /* of the session */
    struct stream *stream;             /* about to begin; else NULL */
};

/* request.c */

/* Begins a request after the head of an exchange, whose memory holds the request. Answers if the
 * head does not say clearly who asks for which site. */
void request_init(struct request *r, struct http *h, struct exchange *e);
void request_done(struct request *r);
/* Takes a piece of the body, and keeps at most r->body_max bytes. A little more is read and
 * dropped, so that the client receives the error; false ends the connection. */
MUST_USE bool request_take_body(struct request *r, const char *bytes, size_t n);

/* The answer to a request; call exactly one of these, once. */
void answer_json(struct request *r, int status, json_t *value); /* steals value */
void answer_problem(struct request *r, const struct problem *p);
void answer_error(struct request *r, int status, const char *format, ...) PRINTF_LIKE(3, 4);
void answer_text(struct request *r, int status, const char *mime, const char *bytes, size_t n);
/* Bytes that stay where they are, and an open file, which is closed; the caller adds the type. */
void answer_static(struct request *r, int status, const void *bytes, size_t n);
void answer_file(struct request *r, int status, int fd, size_t n);
/* A line of the answer's head. */
void answer_header(struct request *r, const char *name, const char *value);
/* Answers 503 to a caller who has too much under way. */
void answer_busy(struct request *r);
/* The lines of the head that every answer has, for one that is written by hand. */
size_t answer_lines(const struct request *r, char *out, size_t size);
bool request_answered(const struct request *r);

/* An argument of the query, and the first line of a field of the head; NULL if absent. */
const char *request_argument(struct request *r, const char *name);
const char *request_header(struct request *r, const char *name);
/* An argument that is a name or words to look for, as unicode_name reads it
 * (service/core/unicode.h); as it came if that does not fit. NULL if absent. */
const char *request_words(struct request *r, const char *name, char *out, size_t size);
/* All its lines, for the functions of head.h. */
struct headers request_head(struct request *r);
/* The value of a cookie; false if it is absent, or too long to be one of ours. */
bool request_cookie(struct request *r, const char *name, char *out, size_t size);
/* The account that is charged for the work on this request: the member who asks, or else the
 * network of the address. The networks of an IPv6 /48 are eight accounts at most. */
struct request_payer {
    uint64_t caller;
    enum fair_class class;
};
struct request_payer request_payer(struct request *r);
/* Hands over the connection's socket. The caller closes it, and writes to it once the current call
 * has returned; there is no other answer. -1 if this fails. */
MUST_USE int request_take_socket(struct request *r);

/* request_flow.c */

/* Hands r->order to the writer; the route's `finish` is called when it is done. */
void request_submit(struct request *r);
/* The same, but `then` is called, on the loop's thread. */
void request_submit_then(struct request *r, void (*then)(struct request *r));
/* The same in steps, for data that must be computed elsewhere before there is an order: false when
 * the server stops (answered); then r->order.out is set and the request continues, or its order is
 * submitted. */
MUST_USE bool request_suspend(struct request *r);
void request_go_on(struct request *r);
/* Calls `read` on another thread, with r->reader, which may wait for the store. It must not touch
 * what belongs to the loop. Unless it has answered, `then` is called on the loop again. */
void request_read(struct request *r, void (*read)(struct request *r),
                  void (*then)(struct request *r));
/* The same on a thread that does nothing but look up sessions. */
void request_look_up(struct request *r, void (*read)(struct request *r),
                     void (*then)(struct request *r));
/* The exchange was resumed. */
void request_resumed(struct request *r);

#endif
