/* http_int.h - what the files of http/ share. All of it runs on the loop's thread, which never
 * waits for the store, except where it says otherwise: what request_read runs, and on_done. */
#ifndef HTTP_INT_H
#define HTTP_INT_H
#include "http/body.h"
#include "http/http.h"
#include "http/limit.h"
#include "http/loop.h"
#include "http/metrics.h"
#include "http/problem.h"
#include "platform/pool.h"
#include "record/memory.h"
#include "service/accounts.h"
#include "service/hub.h"
#include "service/moderation.h"
#include "service/notify.h"
#include "service/passwords.h"
#include "service/profile.h"
#include "service/service.h"
#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* How many watched a match at that time (stream.c). */
struct watched {
    int64_t match, at_ms;
    int n;
};

enum { STREAM_PLACES = 16384, SPARE_MAX = 128, READERS = 2 };

struct stream;
struct connection;

struct http {
    struct service *service;
    struct pool *readers; /* threads that wait for the store */
    struct reader *reader[READERS];
    struct MHD_Daemon *daemon;
    struct loop *loop; /* runs the daemon */
    struct http_options options;
    char url[128];
    int socket;
    uint64_t seed;
    struct {
        pthread_t thread; /* one archive at a time */
        bool started;     /* there is a thread to be joined */
        atomic_bool busy;
    } export;
    struct limit guests, matches, writes, signins, names, commands, exports;
    struct limit guests_wide, matches_wide, signins_wide, commands_wide; /* of a /48 of IPv6 */
    struct {
        uint64_t key;
        int64_t at_ms;
    } seen[256]; /* sessions whose last use was written down of late */
    struct watched watched[256];
    struct metrics metrics;
    uint16_t streams[STREAM_PLACES]; /* open streams by hashes of who reads them (stream.c) */
    struct stream *first_stream;
    struct connection *first_owing, *last_owing; /* connection.c */
    int streams_max;
    struct task quiesce;    /* no new connections from then on */
    bool taken;             /* the connection just given up goes on as a stream */
    char *spare[SPARE_MAX]; /* buffers that no stream needs now; the loop's thread alone */
    int spare_n;
    uint64_t requests_n;
    atomic_int under_way; /* orders whose answer is not queued yet */
    atomic_bool stopping; /* no more orders */
};

struct route;

struct request {
    struct http *http;
    struct MHD_Connection *connection;
    struct task task;                /* it goes on, */
    void (*then)(struct request *r); /* with this, unless it is answered */
    struct pool_job reading;         /* request_read: */
    void (*read)(struct request *r);
    struct reader *reader;     /* of the thread that reads; else NULL */
    const char *method, *path; /* MHD's */
    int64_t started_us;
    char mark[48]; /* X-Request-Id */
    const struct route *route;
    int64_t id;                         /* the number in the path */
    char name[STORE_NAME_BYTES];        /* the name in the path */
    struct store_player asker;          /* id 0: nobody */
    struct people_session session;      /* what he may do */
    char address[PEOPLE_ADDRESS_BYTES]; /* that was confirmed */
    char *body;
    size_t body_bytes;
    bool body_too_big;
    size_t body_dropped; /* bytes beyond the limit */
    struct http_errand errand;
    char line[100];         /* of the command that the errand is, where the request is no JSON */
    json_t *json;           /* the body, which the order or errand points into */
    struct account_act act; /* of an order about accounts */
    struct profile_act social;
    struct moderation_act deed;
    struct notify_act *notify; /* owned; of an order about notices. Large, and streams last long */
    struct password_job password;
    bool submitted;
    bool resumed;     /* it has gone on before */
    bool taken;       /* the socket is a stream's now */
    atomic_bool done; /* it may go on */
    struct order order;
    char secret[SERVICE_SECRET_BYTES];  /* of a new session */
    char browser[SERVICE_SECRET_BYTES]; /* of the browser itself (routes_people.c) */
    struct stream *stream;              /* about to begin; else NULL */
    struct MHD_Response *response;      /* the answer, with its status; NULL: not yet */
    int status;
    struct sink file; /* an archive that another thread makes */
    int file_err;
};

/* What a request is answered with; each sets r->response and r->status once. */
void answer_json(struct request *r, int status, json_t *value); /* steals value */
void answer_problem(struct request *r, const struct problem *p);
void answer_error(struct request *r, int status, const char *format, ...) PRINTF_LIKE(3, 4);
void answer_text(struct request *r, int status, const char *mime, const char *bytes, size_t n);
void answer_header(struct request *r, const char *name, const char *value);
/* The lines of the head that every answer has, for one that is written by hand. */
size_t answer_lines(const struct request *r, char *out, size_t size);

/* Hands r->order to the writer; the route's `finish` is called when it is done. */
void request_submit(struct request *r);
/* The same in steps, for what is computed elsewhere before it becomes an order: false when the
 * server stops (answered); then r->order.out is set and the request goes on, or its order is
 * submitted. */
MUST_USE bool request_suspend(struct request *r);
void request_go_on(struct request *r);
/* Calls `read` on another thread, with r->reader, which may wait for the store. It must not touch
 * what belongs to the loop. Unless it has answered, `then` is called on the loop again. */
void request_read(struct request *r, void (*read)(struct request *r),
                  void (*then)(struct request *r));
/* The connection's socket is the caller's, who closes it, and writes to it when on_request has
 * returned; there is no other answer. -1: it cannot be had. */
MUST_USE int request_take_socket(struct request *r);
/* An argument of the query; NULL if absent. */
const char *request_argument(struct request *r, const char *name);
const char *request_header(struct request *r, const char *name);
/* The address that asks, behind our own proxy the one that it tells. */
void request_address(struct request *r, char *out, size_t size);
/* Who pays for what is done for this request: the member who asks, else whoever is behind the
 * address. */
struct request_payer {
    uint64_t caller;
    bool known; /* it has shown a session */
};
struct request_payer request_payer(struct request *r);
/* Answers 503 to one who has too much under way. */
void answer_busy(struct request *r);

/* routes.c: answers, or submits. Called once the whole body is there. */
void routes_handle(struct request *r);
/* Called again when the order is done. */
void routes_finish(struct request *r);

/* stream.c: GET /api/events. */
void stream_handle(struct request *r);
void stream_forget(struct stream *s); /* one that did not begin; NULL is fine */
void stream_stop(struct http *h);     /* ends all and gives memory back */
/* topics.c: reads topics= into l; answers and returns false if they are not to be had. */
bool topics_take(struct request *r, struct listener *l);
/* Where to resume: -1 from now on, -2 a number that is none. */
int64_t topics_since(struct request *r);
/* files.c: everything that is not under /api. */
void files_handle(struct request *r);
/* connection.c */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode what);
void connection_request_begins(struct http *h, struct MHD_Connection *connection);
void connection_request_ends(struct http *h, struct MHD_Connection *connection);
/* Ends those that have owed the head of a request for too long; h is the context. */
void connection_sweep(void *context);
/* errand.c: POST /api/mail/inbound and /api/pbm; GET and POST /api/mail/quiet. */
void errand_mail(struct request *r);
void errand_quiet_page(struct request *r);
void errand_quiet(struct request *r);
void errand_quiet_finish(struct request *r);
void errand_command(struct request *r);
void errand_finish(struct request *r);
/* Whether it brings mail without the right to, and has been answered: before its body is read. */
bool errand_is_unwanted(struct request *r);
/* How large a body may be. */
size_t errand_limit(const struct request *r);
/* export.c: GET /api/matches/N/record. */
void match_record_handle(struct request *r);
/* export.c: GET /api/account/export. */
void export_handle(struct request *r);
void export_finish(struct request *r);
void export_stop(struct http *h);

#endif
