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
    /* The answer needs no store, or starts on the loop's thread. Otherwise request_read calls
     * `finish`, or `handle` if the route changes nothing. */
    ROUTE_LOOP = 512,
};
#define POST_PLAYER    (ROUTE_POST | ROUTE_PLAYER)
#define GET_ACCOUNT    (ROUTE_PLAYER | ROUTE_ACCOUNT)
#define POST_ACCOUNT   (ROUTE_POST | ROUTE_PLAYER | ROUTE_ACCOUNT)
#define MEMBER_ACCOUNT (POST_ACCOUNT | ROUTE_MEMBER)

struct route {
    const char *path; /* below /api/; "*" stands for a number, "@" for a name */
    unsigned flags;
    enum order_kind order;             /* with `read`: the kind of the submitted order */
    body_reader *read;                 /* NULL: nothing is submitted but by `handle` */
    void (*handle)(struct request *r); /* instead of, or before, submitting; NULL: none */
    void (*finish)(struct request *r); /* answers when the order is DONE */
};

/* Each file's rows. */
struct route_table {
    const struct route *rows;
    size_t n;
};
extern const struct route_table routes_account, routes_composed, routes_explorer, routes_factor,
    routes_mail, routes_matches, routes_notifications, routes_passkeys, routes_people, routes_play,
    routes_puzzles, routes_quick, routes_reviews, routes_simuls, routes_social, routes_studies,
    routes_teams, routes_tournaments;

/* routes.c */
/* 404 or 503: there is no such thing, or the store cannot be read. */
void route_read_error(struct request *r, int err);
/* Answers with a view, which is given away; with NULL it is route_read_error. */
void route_view(struct request *r, int status, json_t *view, int err);
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
/* Gives the browser the session r->secret, or with NULL takes its cookie away. */
void route_cookie(struct request *r, const char *secret);
/* Any other cookie of the site's own. */
void route_put_cookie(struct request *r, const char *name, const char *secret, int seconds);

/* routes_people.c: writes down, without anybody waiting, that the session was used. */
void people_note_use(struct request *r);
/* Hands an order about the asker's account to the writer; the second checks first that `given` is
 * the asker's password. The third answers with the account. */
void people_submit_act(struct request *r, int (*apply)(struct work *w, void *context));
void people_submit_with_password(struct request *r, const char *given,
                                 int (*apply)(struct work *w, void *context));
void people_finish_account(struct request *r);
/* For r->act.code. */
enum { PEOPLE_CODE_MAX = 40 };
/* Whether a password is not among those that are guessed first. If it is, refuses the request with
 * an answer. */
bool people_is_strong(struct request *r, const char *password, const char *name);
/* null, and the browser's session is taken away. */
void people_finish_gone(struct request *r);
/* For requests that begin a session. After `read`, computes the hash or check that r->password asks
 * for, submits `apply`, and answers with the account and its cookie. */
void people_new_session(struct request *r);
void people_submit_signin(struct request *r, void (*read)(struct request *r),
                          int (*apply)(struct work *w, void *context));
void people_finish_session(struct request *r);

#endif
