/* routes.c - the table of the API: method, path, who may ask, how the body is read, who answers. */
#include "http/http_int.h"

#include "base/err.h"
#include "platform/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum route_flag {
    ROUTE_POST = 1,   /* a body of JSON, and an Origin that is ours */
    ROUTE_PLAYER = 2, /* not for nobody */
    ROUTE_RAW = 4,    /* a body that need not be JSON, from a program with a token */
};

struct route {
    const char *path; /* below /api/; "*" stands for a number */
    unsigned flags;
    enum order_kind order;             /* with `read`: what is submitted */
    body_reader *read;                 /* NULL: nothing is submitted */
    void (*handle)(struct request *r); /* instead of, or before, submitting; NULL: none */
    void (*finish)(struct request *r); /* answers when the order is DONE */
};

static const char cookie_name[] = "hoshi_session";

/* The store cannot be read, or there is no such thing. */
static void answer_read_error(struct request *r, int err)
{
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such match.");
    else
        answer_error(r, 503, "The store cannot be read now.");
}

static void answer_match(struct request *r, int status, int64_t id, const char *invite)
{
    int err;
    json_t *match = reader_match(r->http->reader, id, r->asker.id, invite, &err);
    if (match != NULL)
        answer_json(r, status, match);
    else
        answer_read_error(r, err);
}

/* --- who asks --- */

static void finish_guest(struct request *r)
{
    char cookie[200];
    const char *proto =
        r->http->options.trust_proxy ? request_header(r, "X-Forwarded-Proto") : NULL;
    struct store_player p;
    int err = reader_player(r->http->reader, r->secret, &p);
    if (err < 0) {
        answer_read_error(r, err);
        return;
    }
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
             cookie_name, r->secret,
             proto != NULL && strcmp(proto, "https") == 0 ? "; Secure" : "");
    answer_json(r, 201, view_player(&p));
    answer_header(r, "Set-Cookie", cookie);
}

/* True if the address may; else 429 is answered. */
static bool within_limit(struct request *r, struct limit *l)
{
    char address[64];
    char seconds[24];
    if (r->http->options.no_limits)
        return true;
    request_address(r, address, sizeof address);
    int64_t wait_ms = limit_take(l, limit_key(address, r->http->seed), clock_ms());
    if (wait_ms == 0)
        return true;
    answer_error(r, 429, "Too many of these from one address; try again later.");
    snprintf(seconds, sizeof seconds, "%lld", (long long)(wait_ms + 999) / 1000);
    answer_header(r, "Retry-After", seconds);
    return false;
}

static void answer_nobody(struct request *r)
{
    answer_error(r, 401, "Send the cookie of POST /api/guest, or a token.");
    answer_header(r, "WWW-Authenticate", "Bearer");
}

static void handle_guest(struct request *r)
{
    if (r->asker.id != 0) {
        answer_json(r, 200, view_player(&r->asker));
        return;
    }
    if (within_limit(r, &r->http->guests))
        service_secret(r->secret, r->order.u.guest.hash);
}

/* A page asks before anybody has signed in: nobody is an answer. A token that is nobody's is not. */
static void handle_me(struct request *r)
{
    if (r->asker.id == 0 && request_header(r, "Authorization") != NULL) {
        answer_nobody(r);
        return;
    }
    answer_json(r, 200, view_player(&r->asker));
}

static void handle_games(struct request *r)
{
    answer_json(r, 200, view_games());
}

/* --- matches --- */

/* Reads a number of the query; false (and 400) if it is none. Absent leaves *out. */
static bool number_argument(struct request *r, const char *name, int64_t min, int64_t max,
                            int64_t *out)
{
    const char *text = request_argument(r, name);
    if (text == NULL)
        return true;
    char *end;
    long long n = strtoll(text, &end, 10);
    if (*end != '\0' || end == text || n < min || n > max) {
        answer_error(r, 400, "%s must be a number from %lld to %lld.", name, (long long)min,
                     (long long)max);
        return false;
    }
    *out = n;
    return true;
}

static bool state_argument(struct request *r, int *state)
{
    const char *text = request_argument(r, "state");
    if (text == NULL)
        return true;
    for (int i = 0; i < MATCH_STATE_N; i++) {
        if (strcmp(match_state_name[i], text) == 0) {
            *state = i;
            return true;
        }
    }
    answer_error(r, 400, "state must be open, running, finished or aborted.");
    return false;
}

static void handle_list(struct request *r)
{
    struct store_filter f = {.state = -1, .viewer = r->asker.id};
    const char *turn = request_argument(r, "turn");
    int64_t limit = 20;
    int64_t mine = 0;
    int err;
    f.game = request_argument(r, "game");
    if (!state_argument(r, &f.state) || !number_argument(r, "mine", 0, 1, &mine) ||
        !number_argument(r, "before", 1, INT64_MAX, &f.before) ||
        !number_argument(r, "limit", 1, SERVICE_LIST_MAX, &limit))
        return;
    if (f.game != NULL && game_find(f.game) == NULL) {
        answer_error(r, 400, "game must be palisade, redstone, levee or claims.");
        return;
    }
    if (turn != NULL && strcmp(turn, "me") != 0) {
        answer_error(r, 400, "turn must be me.");
        return;
    }
    if ((turn != NULL || mine != 0) && r->asker.id == 0) {
        answer_error(r, 401, "mine and turn need a player.");
        return;
    }
    f.limit = (int)limit;
    f.mine = mine != 0 ? r->asker.id : 0;
    f.turn = turn != NULL ? r->asker.id : 0;
    json_t *list = reader_matches(r->http->reader, &f, r->asker.id, &err);
    if (list != NULL)
        answer_json(r, 200, list);
    else
        answer_read_error(r, err);
}

static void handle_match(struct request *r)
{
    answer_match(r, 200, r->id, request_argument(r, "invite"));
}

static void handle_create(struct request *r)
{
    (void)within_limit(r, &r->http->matches);
}

static void finish_create(struct request *r)
{
    char location[48];
    snprintf(location, sizeof location, "/api/matches/%lld", (long long)r->order.out.match);
    answer_match(r, 201, r->order.out.match, NULL);
    answer_header(r, "Location", location);
}

static void finish_match(struct request *r)
{
    answer_match(r, 200, r->id, NULL);
}

static void finish_move(struct request *r)
{
    const struct outcome *o = &r->order.out;
    move_t move;
    char text[MOVE_TEXT_BYTES];
    /* The move as it was printed into the record; it was parsed already. */
    if (move_parse(r->order.u.move.text, SIDE_MAX, SIDE_MAX, &move) < 0)
        move = MOVE_NONE;
    answer_json(r, 200,
                json_pack("{si ss sI ss}", "ply", r->order.u.move.ply, "move",
                          move_print(move, SIDE_MAX, text), "event", (json_int_t)o->event, "state",
                          match_state_name[o->state]));
}

static void finish_chat(struct request *r)
{
    int err;
    json_t *line = reader_chat_line(r->http->reader, r->id, r->order.out.id, &err);
    if (line != NULL)
        answer_json(r, 201, line);
    else
        answer_read_error(r, err);
}

/* --- the table --- */

#define POST_PLAYER (ROUTE_POST | ROUTE_PLAYER)

static const struct route routes[] = {
    {"guest", ROUTE_POST, ORDER_GUEST, body_empty, handle_guest, finish_guest},
    {"me", 0, ORDER_KIND_N, NULL, handle_me, NULL},
    {"games", 0, ORDER_KIND_N, NULL, handle_games, NULL},
    {"events", 0, ORDER_KIND_N, NULL, stream_handle, NULL},
    {"matches", 0, ORDER_KIND_N, NULL, handle_list, NULL},
    {"matches", POST_PLAYER, ORDER_CREATE, body_create, handle_create, finish_create},
    {"matches/*", 0, ORDER_KIND_N, NULL, handle_match, NULL},
    {"matches/*/record", 0, ORDER_KIND_N, NULL, export_handle, NULL},
    {"matches/*/join", POST_PLAYER, ORDER_JOIN, body_join, NULL, finish_match},
    {"matches/*/moves", POST_PLAYER, ORDER_MOVE, body_move, NULL, finish_move},
    {"matches/*/resign", POST_PLAYER, ORDER_RESIGN, body_empty, NULL, finish_match},
    {"matches/*/draw", POST_PLAYER, ORDER_DRAW, body_offer, NULL, finish_match},
    {"matches/*/takeback", POST_PLAYER, ORDER_TAKEBACK, body_offer, NULL, finish_match},
    {"matches/*/abort", POST_PLAYER, ORDER_ABORT, body_empty, NULL, finish_match},
    {"matches/*/chat", POST_PLAYER, ORDER_CHAT, body_chat, NULL, finish_chat},
    {"mail/inbound", ROUTE_POST | ROUTE_RAW, ORDER_KIND_N, NULL, errand_mail, errand_finish},
    {"pbm", ROUTE_POST, ORDER_KIND_N, NULL, errand_command, errand_finish},
};

/* Whether the path (below /api/) is the pattern; *id gets the number. */
static bool path_fits(const char *pattern, const char *path, int64_t *id)
{
    while (*pattern != '\0') {
        if (*pattern == '*') {
            char *end;
            if (*path < '1' || *path > '9')
                return false;
            long long n = strtoll(path, &end, 10);
            if (end - path > 15)
                return false;
            *id = n;
            path = end;
            pattern++;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

static const struct route *find_route(struct request *r)
{
    bool post = strcmp(r->method, "POST") == 0;
    bool get = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(routes); i++) {
        if (!path_fits(routes[i].path, r->path + strlen("/api/"), &r->id))
            continue;
        known = true;
        if (routes[i].flags & ROUTE_POST ? post : get)
            return &routes[i];
    }
    answer_error(r, known ? 405 : 404, known ? "That is not done with %s here." : "There is no %s.",
                 known ? r->method : r->path);
    return NULL;
}

/* The secret that came with the request; NULL if none. */
static const char *secret_of(struct request *r)
{
    const char *header = request_header(r, "Authorization");
    if (header != NULL && strncasecmp(header, "Bearer ", 7) == 0)
        return header + 7 + strspn(header + 7, " ");
    return MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, cookie_name);
}

static bool identify(struct request *r)
{
    const char *secret = secret_of(r);
    if (secret == NULL)
        return true;
    int err = reader_player(r->http->reader, secret, &r->asker);
    if (err == 0 || err == ERR_NOT_FOUND)
        return true;
    answer_read_error(r, err);
    return false;
}

/* An Origin, when present, must be the site itself: no other page writes with our cookie. */
static bool origin_is_ours(struct request *r)
{
    const char *origin = request_header(r, "Origin");
    const char *host = request_header(r, "Host");
    if (origin == NULL)
        return true;
    const char *name = strstr(origin, "://");
    return name != NULL && host != NULL && strcasecmp(name + 3, host) == 0;
}

static bool is_json(struct request *r)
{
    static const char mime[] = "application/json";
    const char *type = request_header(r, "Content-Type");
    size_t n = sizeof mime - 1;
    return type != NULL && strncasecmp(type, mime, n) == 0 &&
           (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

/* What every request that changes something must be; answers otherwise. */
static bool may_write(struct request *r)
{
    if (r->body_too_big)
        answer_error(r, 413, "A body may have at most %zu bytes.", errand_limit(r));
    else if (!(r->route->flags & ROUTE_RAW) && !is_json(r))
        answer_error(r, 415, "Send Content-Type: application/json.");
    else if (!origin_is_ours(r))
        answer_error(r, 403, "This request comes from another site.");
    return r->response == NULL;
}

static void submit(struct request *r)
{
    char key[32];
    struct problem problem;
    r->order.kind = r->route->order;
    r->order.match = r->id;
    if (r->asker.id != 0 && !r->http->options.no_limits) {
        snprintf(key, sizeof key, "player %lld", (long long)r->asker.id);
        if (r->asker.kind != PLAYER_BOT &&
            limit_take(&r->http->writes, limit_key(key, r->http->seed), clock_ms()) > 0) {
            answer_error(r, 429, "Too many requests; try again in a second.");
            answer_header(r, "Retry-After", "1");
            return;
        }
    }
    if (!r->route->read(r->body, r->body_bytes, &r->order, &problem)) {
        answer_problem(r, &problem);
        return;
    }
    if (r->route->handle != NULL)
        r->route->handle(r);
    if (r->response == NULL)
        request_submit(r);
}

void routes_handle(struct request *r)
{
    r->route = find_route(r);
    if (r->route == NULL)
        return;
    if ((r->route->flags & ROUTE_POST) && !may_write(r))
        return;
    if (!identify(r))
        return;
    if ((r->route->flags & ROUTE_PLAYER) && r->asker.id == 0) {
        answer_nobody(r);
        return;
    }
    if (r->route->read != NULL)
        submit(r);
    else
        r->route->handle(r);
}

void routes_finish(struct request *r)
{
    struct problem problem;
    if (r->order.out.kind == OUTCOME_DONE) {
        r->route->finish(r);
        return;
    }
    problem_from_outcome(&problem, &r->order.out);
    answer_problem(r, &problem);
}
