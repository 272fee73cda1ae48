/* route.h - a row of the API's table, and the functions that the files of answers (routes_*.c)
 * share. */
#ifndef ROUTE_H
#define ROUTE_H
#include "http/wire/fields.h"
#include "http/wire/http_int.h"

enum route_flag {
    ROUTE_POST = 1,   /* a body of JSON, and an Origin that is ours */
    ROUTE_PLAYER = 2, /* the asker must be a known player */
    ROUTE_RAW = 4,    /* a body that need not be JSON, from a program with a token */
    ROUTE_MEMBER = 8, /* not for guests */
    /* The permission that an API token needs. By default it needs `play` to change something and
     * `read` to read. */
    ROUTE_CHAT = 16,
    ROUTE_ACCOUNT = 32,
    ROUTE_SESSION = 64, /* not for API tokens at all */
    ROUTE_MODERATOR = 128,
    ROUTE_ADMINISTRATOR = 256,
    /* How long a body may be: 4 KiB, or with these 64 KiB and 1 MiB (body.h). */
    ROUTE_LARGE = 512,
    ROUTE_HUGE = 1024,
};
#define POST_PLAYER    (ROUTE_POST | ROUTE_PLAYER)
#define GET_ACCOUNT    (ROUTE_PLAYER | ROUTE_ACCOUNT)
#define POST_ACCOUNT   (ROUTE_POST | ROUTE_PLAYER | ROUTE_ACCOUNT)
#define MEMBER_ACCOUNT (POST_ACCOUNT | ROUTE_MEMBER)

/* On which thread a function runs: the loop's, which never waits for the store, or one that reads,
 * with r->reader, and touches nothing of the loop. */
typedef void on_loop(struct request *r);
typedef void on_reader(struct request *r);

/* A row of one of two types; the macros below make them.
 *
 * One that reads (GET) has `answer`, or if its answer needs no store, `begin`.
 * One that submits an order (POST) has `begin`, which takes the body and submits (route_submit), or
 * answers. When the order is DONE, `done` answers, or `done_at_once` if that needs no store. An
 * order that is all there is in a body is filled by `body`, before `begin` (which may be NULL), and
 * submitted after it. */
struct route {
    const char *path; /* below /api/; "*" stands for a number, "@" for a name */
    unsigned flags;
    enum order_kind order; /* with body */
    on_reader *answer, *done;
    on_loop *begin, *done_at_once;
    body_reader *body;
};
#define READS(path, flags, answer)                                                                 \
    {                                                                                              \
        path, flags, ORDER_KIND_N, answer, NULL, NULL, NULL, NULL                                  \
    }
#define ANSWERS(path, flags, begin)                                                                \
    {                                                                                              \
        path, flags, ORDER_KIND_N, NULL, NULL, begin, NULL, NULL                                   \
    }
/* A long answer that another thread makes: `begin` suspends the request. */
#define BEGINS(path, flags, begin, done)                                                           \
    {                                                                                              \
        path, flags, ORDER_KIND_N, NULL, NULL, begin, done, NULL                                   \
    }
#define ORDERS(path, flags, begin, done)                                                           \
    {                                                                                              \
        path, (flags) | ROUTE_POST, ORDER_KIND_N, NULL, done, begin, NULL, NULL                    \
    }
#define ORDERS_AT_ONCE(path, flags, begin, done)                                                   \
    {                                                                                              \
        path, (flags) | ROUTE_POST, ORDER_KIND_N, NULL, NULL, begin, done, NULL                    \
    }
#define ORDERS_BY_BODY(path, flags, order, body, begin, done)                                      \
    {                                                                                              \
        path, (flags) | ROUTE_POST, order, NULL, done, begin, NULL, body                           \
    }
#define ORDERS_BY_BODY_AT_ONCE(path, flags, order, body, begin, done)                              \
    {                                                                                              \
        path, (flags) | ROUTE_POST, order, NULL, NULL, begin, done, body                           \
    }

/* Each file's rows. */
struct route_table {
    const struct route *rows;
    size_t n;
    size_t arg_bytes; /* of the argument that each of its requests carries (r->arg); 0: none */
    void (*free_arg)(void *arg); /* what it holds; NULL: nothing */
};
/* All of them: a feature adds its table here. */
#define ROUTE_TABLES(X)                                                                            \
    X(account)                                                                                     \
    X(composed)                                                                                    \
    X(conversations)                                                                               \
    X(explorer)                                                                                    \
    X(factor)                                                                                      \
    X(invitations)                                                                                 \
    X(mail)                                                                                        \
    X(matches)                                                                                     \
    X(notifications)                                                                               \
    X(passkeys)                                                                                    \
    X(people)                                                                                      \
    X(play)                                                                                        \
    X(puzzles)                                                                                     \
    X(quick)                                                                                       \
    X(reviews)                                                                                     \
    X(simuls)                                                                                      \
    X(social)                                                                                      \
    X(studies)                                                                                     \
    X(teams)                                                                                       \
    X(tournament_chat)                                                                             \
    X(tournaments)
#define ROUTE_TABLE_DECLARE(name) extern const struct route_table routes_##name;
ROUTE_TABLES(ROUTE_TABLE_DECLARE)
#undef ROUTE_TABLE_DECLARE

/* routes.c */
/* 404 or 503: there is no such thing, or the store cannot be read. */
void route_read_error(struct request *r, int err);
/* Answers with a view, which is given away; with NULL it is route_read_error. */
void route_view(struct request *r, int status, json_t *view, int err);
/* When the order is done: answers, or calls the row's `done`. A step that submits again calls it
 * when it is the last. */
void routes_finish(struct request *r);
/* Queues an order that runs as a whole (service/core/batch.h); context is apply's, and lives in the
 * request. */
void route_submit(struct request *r, int (*apply)(struct work *w, void *context), void *context);
/* Answers with a match, and after one was made also with its place. */
void route_match(struct request *r, int status, int64_t match, const char *invite);
void route_made(struct request *r);
/* Adds Location: the address of the new object, such as "/api/studies" and 7. */
void route_location(struct request *r, const char *below, int64_t id);
/* 401. */
void route_nobody(struct request *r);
/* True if the address may; else 429 is answered. */
bool route_within_limit(struct request *r, struct limit *l);
/* How often one player may change something: takes that many changes; false (and 429) if they are
 * too many. */
MUST_USE bool route_pays(struct request *r, int changes);
/* 429: the client may try again after this time. */
void route_too_often(struct request *r, int64_t wait_ms);
/* The same for a text instead of an address. */
bool route_within_limit_of(struct request *r, struct limit *l, const char *key);
/* Reads the body into fields; r->json keeps it, so that texts may be borrowed. False (and 400) when
 * it is not right. */
MUST_USE bool route_body(struct request *r, const struct field *fields, int n);
/* Reads a body that names a line of a chat: {"line": 1 ...}. False (and 400) when it is not
 * right. */
MUST_USE bool route_body_line(struct request *r, int64_t *line);
/* Answers 201 with the number of what the order has made. */
void route_answer_id(struct request *r);
/* Reads a number of the query; false (and 400) if it is not one. Absent leaves *out. */
MUST_USE bool route_number(struct request *r, const char *name, int64_t min, int64_t max,
                           int64_t *out);
/* The same for a state of matches (enum match_state), and for the name of a game. */
MUST_USE bool route_state(struct request *r, int *state);
MUST_USE bool route_game(struct request *r, const char **game);
/* routes_matches.c: size=N or size=WxH; false (and 400) when it is neither. Absent leaves both. */
MUST_USE bool route_size(struct request *r, int *width, int *height);
/* Answers 400: the game is missing or unknown. */
void route_no_game(struct request *r);
/* The value of the cookie or token that came with the request; NULL if none. */
const char *route_secret(struct request *r);
/* Gives the browser the session of that secret, or with NULL takes its cookie away. */
void route_cookie(struct request *r, const char *secret);
/* Any other cookie of the site's own. */
void route_put_cookie(struct request *r, const char *name, const char *secret, int seconds);

#endif
