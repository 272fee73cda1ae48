/* routes.c - from a request to the row of the API's table that answers it: path, asker, permission,
 * and the order that follows. */
#include "http/wire/route.h"

#include "base/err.h"
#include "base/times.h"
#include "http/wire/alias.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/net.h"
#include "service/core/unicode.h"
#include "service/people/accounts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cookie_name[] = "hoshi_session";

void route_read_error(struct request *r, int err)
{
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such match.");
    else
        answer_error(r, 503, "The store cannot be read now.");
}

void route_submit(struct request *r, int (*apply)(struct work *w, void *context), void *context)
{
    r->order.kind = ORDER_BATCH;
    r->order.u.batch.apply = apply;
    r->order.u.batch.context = context;
    request_submit(r);
}

void route_view(struct request *r, int status, json_t *view, int err)
{
    if (view != NULL)
        answer_json(r, status, view);
    else
        route_read_error(r, err);
}

void route_put_cookie(struct request *r, const char *name, const char *secret, int seconds)
{
    char cookie[200];
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", name,
             secret, seconds, r->client.is_https ? "; Secure" : "");
    answer_header(r, "Set-Cookie", cookie);
}

void route_cookie(struct request *r, const char *secret)
{
    route_put_cookie(r, cookie_name, secret != NULL ? secret : "", secret != NULL ? 31536000 : 0);
}

void route_location(struct request *r, const char *below, int64_t id)
{
    char location[64];
    snprintf(location, sizeof location, "%s/%lld", below, (long long)id);
    answer_header(r, "Location", location);
}

void route_too_often(struct request *r, int64_t wait_ms)
{
    char seconds[24];
    answer_error(
        r, 429,
        "Too many requests of this kind from one address or for one name; try again later.");
    snprintf(seconds, sizeof seconds, "%lld", (long long)(wait_ms + 999) / 1000);
    answer_header(r, "Retry-After", seconds);
}

bool route_within_limit_of(struct request *r, struct limit *l, const char *key)
{
    if (r->http->options.no_limits)
        return true;
    int64_t wait_ms = limit_take(l, limit_key(key, r->http->seed), clock_ms());
    if (wait_ms == 0)
        return true;
    route_too_often(r, wait_ms);
    return false;
}

/* The looser limit of the network around the address; NULL if it has none. */
static struct limit *wide_limit(struct http *h, const struct limit *l)
{
    return l == &h->guests     ? &h->guests_wide
           : l == &h->matches  ? &h->matches_wide
           : l == &h->signins  ? &h->signins_wide
           : l == &h->commands ? &h->commands_wide
                               : NULL;
}

bool route_within_limit(struct request *r, struct limit *l)
{
    char net[NET_BYTES];
    struct limit *wide = wide_limit(r->http, l);
    net_of(r->client.address, NET_NEAR_BITS, net);
    if (!route_within_limit_of(r, l, net))
        return false;
    /* A guesser of passwords may rent a /24 of IPv4. */
    if (wide == NULL || (!net_is_wide(net) && l != &r->http->signins))
        return true;
    net_around(r->client.address, net);
    return route_within_limit_of(r, wide, net);
}

bool route_body(struct request *r, const struct field *fields, int n)
{
    struct problem problem;
    if (r->json == NULL) /* it may have been parsed on another thread */
        r->json = fields_parse(r->body, r->body_bytes, &problem);
    if (r->json != NULL && fields_read(r->json, fields, n, &problem))
        return true;
    answer_problem(r, &problem);
    return false;
}

bool route_body_line(struct request *r, int64_t *line)
{
    const json_t *number = NULL;
    const struct field fields[] = {{"line", FIELD_ANY, true, &number, 0, 0}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return false;
    *line = json_integer_value(number);
    if (*line < 1)
        answer_error(r, 400, "line must be the number of a chat line.");
    return *line >= 1;
}

void route_answer_id(struct request *r)
{
    answer_json(r, 201, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

void route_nobody(struct request *r)
{
    answer_error(r, 401,
                 "You are signed out. Sign in, or send the cookie of POST /api/guest or a token.");
    answer_header(r, "WWW-Authenticate", "Bearer");
}

void route_no_game(struct request *r)
{
    char names[GAME_NAMES_BYTES];
    answer_error(r, 400, "game must be %s.", game_names("or", names));
}

bool route_state(struct request *r, int *state)
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

bool route_game(struct request *r, const char **game)
{
    const char *name = request_argument(r, "game");
    if (name != NULL && game_find(name) == NULL) {
        route_no_game(r);
        return false;
    }
    if (name != NULL)
        *game = name;
    return true;
}

bool route_number(struct request *r, const char *name, int64_t min, int64_t max, int64_t *out)
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

#define ROUTE_TABLE_ROW(name) &routes_##name,
static const struct route_table *const tables[] = {ROUTE_TABLES(ROUTE_TABLE_ROW)};

/* Takes a number of at most 15 digits; NULL if there is none. */
static const char *take_number(const char *path, int64_t *id)
{
    char *end;
    if (*path < '1' || *path > '9')
        return NULL;
    *id = strtoll(path, &end, 10);
    return end - path <= 15 ? end : NULL;
}

/* Takes a word that may be the name of a player; NULL if it cannot be one. */
static const char *take_name(const char *path, char name[STORE_NAME_BYTES])
{
    size_t n = strcspn(path, "/");
    if (n == 0 || n >= STORE_NAME_BYTES)
        return NULL;
    char given[STORE_NAME_BYTES];
    snprintf(given, sizeof given, "%.*s", (int)n, path);
    if (!unicode_name(given, name, STORE_NAME_BYTES))
        snprintf(name, STORE_NAME_BYTES, "%s", given);
    return name[0] != '\0' ? path + n : NULL;
}

/* Whether the path (below /api/) is the pattern; r->id and r->name get what stands for * and @. */
static bool path_fits(struct request *r, const char *pattern, const char *path)
{
    while (*pattern != '\0') {
        if (*pattern == '*' || *pattern == '@') {
            path = *pattern == '*' ? take_number(path, &r->id) : take_name(path, r->name);
            if (path == NULL)
                return false;
            pattern++;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

/* The row of a request; NULL, and whether there is one of another method. */
static const struct route *look_for_route(struct request *r, bool *known)
{
    bool post = strcmp(r->method, "POST") == 0;
    bool get = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
    *known = false;
    const char *path = r->path + strlen("/api/");
    const char *now = alias_path(path);
    r->renamed = now != NULL;
    path = now != NULL ? now : path;
    for (size_t t = 0; t < ARRAY_LEN(tables); t++) {
        for (size_t i = 0; i < tables[t]->n; i++) {
            const struct route *row = &tables[t]->rows[i];
            if (!path_fits(r, row->path, path))
                continue;
            *known = true;
            if (row->flags & ROUTE_POST ? post : get) {
                r->table = tables[t];
                return row;
            }
        }
    }
    return NULL;
}

size_t route_body_limit(struct request *r)
{
    bool known;
    const struct route *row = strncmp(r->path, "/api/", 5) == 0 ? look_for_route(r, &known) : NULL;
    unsigned flags = row != NULL ? row->flags : 0;
    return (flags & ROUTE_HUGE) != 0    ? BODY_MAIL_MAX
           : (flags & ROUTE_LARGE) != 0 ? BODY_BYTES_MAX
                                        : BODY_BYTES;
}

static const struct route *find_route(struct request *r)
{
    bool known;
    const struct route *row = look_for_route(r, &known);
    if (row != NULL)
        return row;
    answer_error(r, known ? 405 : 404, known ? "%s is not allowed here." : "There is no %s.",
                 known ? r->method : r->path);
    return NULL;
}

const char *route_secret(struct request *r)
{
    const char *header = request_header(r, "Authorization");
    if (header != NULL && strncasecmp(header, "Bearer ", 7) == 0)
        return header + 7 + strspn(header + 7, " ");
    return request_cookie(r, cookie_name, r->cookie, sizeof r->cookie) ? r->cookie : NULL;
}

/* Records once an hour that a session is in use. No request waits for this. */
static void note_use(struct request *r)
{
    uint64_t key = limit_key(r->session.hash, r->http->seed);
    size_t slot = key % ARRAY_LEN(r->http->seen);
    int64_t now = clock_unix_ms();
    bool told = r->http->seen[slot].key == key && now - r->http->seen[slot].at_ms < HOUR_MS;
    if (now - r->session.seen_at < HOUR_MS || told)
        return;
    r->http->seen[slot].key = key;
    r->http->seen[slot].at_ms = now;
    accounts_note_seen(r->http->service, &r->asker, r->session.hash);
}

static void read_session(struct request *r)
{
    int err = reader_session(r->reader, route_secret(r), &r->session);
    if (err == ERR_NOT_FOUND)
        r->session = (struct people_session){.hash = ""};
    else if (err < 0)
        route_read_error(r, err);
}

/* Whether the asker may make this request; answers if not. */
static bool may_ask(struct request *r)
{
    unsigned flags = r->route->flags;
    int scope = flags & ROUTE_CHAT ? 2 : flags & ROUTE_ACCOUNT ? 3 : flags & ROUTE_POST ? 1 : 0;
    enum people_role role = flags & ROUTE_ADMINISTRATOR ? ROLE_ADMINISTRATOR
                            : flags & ROUTE_MODERATOR   ? ROLE_MODERATOR
                                                        : ROLE_PLAYER;
    if (r->asker.id == 0) {
        if (flags & ROUTE_PLAYER)
            route_nobody(r);
        return !(flags & ROUTE_PLAYER);
    }
    if (r->session.is_token && ((flags & ROUTE_SESSION) || !(r->session.scopes >> scope & 1))) {
        if (flags & ROUTE_SESSION)
            answer_error(r, 403, "API tokens cannot do this; sign in.");
        else
            answer_error(r, 403, "This token lacks the scope \"%s\".", people_scope_name[scope]);
        return false;
    }
    if ((flags & ROUTE_MEMBER) && r->asker.kind == PLAYER_GUEST) {
        answer_error(r, 403, "Only members can do this; sign up first.");
        return false;
    }
    if (r->session.role < role) {
        answer_error(r, 403, "Only %ss may do this.", people_role_name[role]);
        return false;
    }
    return true;
}

/* An Origin, when present, must be the site itself: no other page writes with our cookie. */
static bool origin_is_ours(struct request *r)
{
    const char *origin = request_header(r, "Origin");
    return origin == NULL || head_origin_is(origin, r->host);
}

static bool is_json(struct request *r)
{
    static const char mime[] = "application/json";
    const char *type = request_header(r, "Content-Type");
    size_t n = sizeof mime - 1;
    return type != NULL && strncasecmp(type, mime, n) == 0 &&
           (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

struct lengths {
    int n, chunked_n, doubtful_n;
};

/* The names, also with what some take for a part of them, or what was folded below. */
static bool on_header(void *context, const struct header *line)
{
    struct lengths *l = context;
    bool length = strncasecmp(line->name, "Content-Length", 14) == 0;
    bool chunked = strncasecmp(line->name, "Transfer-Encoding", 17) == 0;
    l->n += length;
    l->chunked_n += chunked;
    l->doubtful_n += (length && line->name_len != 14) || (chunked && line->name_len != 17);
    l->doubtful_n += length && line->value[strspn(line->value, "0123456789")] != '\0';
    return true;
}

/* Whether the request states the length of its body at most once, and plainly. Otherwise a proxy
 * may read another length, and take the rest of the body for the next request, or the next request
 * for the rest of the body. */
static bool length_is_plain(struct request *r)
{
    struct lengths l = {0};
    const struct headers head = request_head(r);
    head.walk(head.head, 0, on_header, &l);
    if (l.n + l.chunked_n <= 1 && l.doubtful_n == 0)
        return true;
    answer_error(r, 400, "Give the length of the body once: Content-Length, or chunks.");
    answer_header(r, "Connection", "close");
    return false;
}

/* Checks the conditions for every request that changes something; answers if one fails. */
static bool may_write(struct request *r)
{
    if (r->body_too_big)
        answer_error(r, 413, "A body may have at most %zu bytes.", r->body_max);
    else if (!(r->route->flags & ROUTE_RAW) && !is_json(r))
        answer_error(r, 415, "Send Content-Type: application/json.");
    else if (!origin_is_ours(r))
        answer_error(r, 403, "This request comes from another site.");
    return !request_answered(r);
}

bool route_pays(struct request *r, int changes)
{
    char key[32];
    if (r->asker.kind == PLAYER_BOT || r->http->options.no_limits)
        return true;
    if (r->asker.id != 0)
        snprintf(key, sizeof key, "player %lld", (long long)r->asker.id);
    else
        snprintf(key, sizeof key, "caller %llx", (unsigned long long)request_payer(r).caller);
    if (changes > r->http->writes.burst) /* a list so long that it will be refused */
        changes = r->http->writes.burst;
    int64_t wait_ms =
        limit_take_many(&r->http->writes, limit_key(key, r->http->seed), clock_ms(), changes);
    if (wait_ms == 0)
        return true;
    answer_error(r, 429, "Too many requests; try again in a second.");
    answer_header(r, "Retry-After", "1");
    return false;
}

/* Reads the body into the order. */
static void read_order(struct request *r)
{
    struct problem problem;
    r->order.kind = r->route->order;
    r->order.match = r->id;
    if (!r->route->body(r->body, r->body_bytes, &r->order, &problem))
        answer_problem(r, &problem);
}

static void parse_body(struct request *r)
{
    struct problem problem;
    if (r->route->body != NULL) {
        read_order(r);
        return;
    }
    r->json = fields_parse(r->body, r->body_bytes, &problem);
    if (r->json == NULL)
        answer_problem(r, &problem);
}

static void begin(struct request *r)
{
    if (r->route->begin != NULL)
        r->route->begin(r);
    if (r->route->body != NULL && !request_answered(r))
        request_submit(r);
}

/* r->session says who asks, if anybody. */
static void identified(struct request *r)
{
    if (r->session.player.id != 0) {
        r->asker = r->session.player;
        note_use(r);
    }
    if (!may_ask(r))
        return;
    if ((r->route->flags & ROUTE_POST) && !route_pays(r, 1))
        return;
    bool raw = (r->route->flags & (ROUTE_POST | ROUTE_RAW)) != ROUTE_POST;
    if (!raw && r->body_bytes > BODY_BYTES) {
        request_read(r, parse_body, begin);
        return;
    }
    if (r->route->body != NULL)
        read_order(r);
    if (request_answered(r))
        return;
    if (r->route->answer != NULL)
        request_read(r, r->route->answer, NULL);
    else
        begin(r);
}

void routes_handle(struct request *r)
{
    if (!length_is_plain(r))
        return;
    r->route = find_route(r);
    if (r->route == NULL)
        return;
    if ((r->route->flags & ROUTE_POST) && !may_write(r))
        return;
    r->finish = routes_finish;
    if (r->table->arg_bytes > 0)
        r->arg = calloc(1, r->table->arg_bytes);
    if (r->table->arg_bytes > 0 && r->arg == NULL) {
        answer_error(r, 503, "The server is out of memory; try again later.");
        return;
    }
    if (r->route->order == ORDER_MOVE) {
        r->arrival.match = r->id;
        r->arrival.from_ms = r->order.from_ms;
        arrivals_add(service_arrivals(r->http->service), &r->arrival);
    }
    const char *secret = route_secret(r);
    if (secret == NULL || service_session(r->http->service, secret, &r->session))
        identified(r);
    else
        request_look_up(r, read_session, identified);
}

void routes_finish(struct request *r)
{
    struct problem problem;
    if (r->order.out.kind == OUTCOME_DONE) {
        r->changed = r->ordered;
        if (r->route->done_at_once != NULL)
            r->route->done_at_once(r);
        else
            request_read(r, r->route->done, NULL);
        return;
    }
    problem_from_outcome(&problem, &r->order.out);
    answer_problem(r, &problem);
    if (r->order.out.kind == OUTCOME_BUSY)
        answer_header(r, "Retry-After", "2");
}
