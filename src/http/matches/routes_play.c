/* routes_play.c - challenges, clocks, vacations, ratings, the engine's levels. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/analysis/engine_queue.h"
#include "service/analysis/opponents.h"
#include "service/community/attendance.h"
#include "service/matches/conditional.h"
#include "service/matches/matches_view.h"
#include "service/ratings/ratings.h"
#include <stdio.h>
#include <string.h>

static void answer_read(struct request *r, json_t *value, int err)
{
    if (value != NULL)
        answer_json(r, 200, value);
    else
        route_read_error(r, err);
}

static void finish_match(struct request *r)
{
    route_match(r, 200, r->order.out.match, NULL);
}

/* 201 when the match is new, 200 when it was there. */
static void finish_rematch(struct request *r)
{
    if (r->order.out.id != 0)
        route_made(r);
    else
        finish_match(r);
}

static void handle_challenges(struct request *r)
{
    int err = 0;
    json_t *value = reader_challenges(r->reader, r->asker.id, &err);
    answer_read(r, value, err);
}

static void handle_conditional(struct request *r)
{
    int err = 0;
    json_t *value = reader_conditional(r->reader, r->id, r->asker.id, &err);
    if (err == ERR_DENIED)
        answer_error(r, 403, "You are not playing in this match.");
    else
        answer_read(r, value, err);
}

static void handle_here(struct request *r)
{
    int err = 0;
    json_t *value = reader_attendance(r->reader, r->id, r->asker.id, &err);
    if (err == ERR_DENIED)
        answer_error(r, 403, "You are not playing in this match.");
    else
        answer_read(r, value, err);
}

static void handle_vacation(struct request *r)
{
    int err = 0;
    json_t *value = reader_vacation(r->reader, r->asker.id, &err);
    answer_read(r, value, err);
}

/* --- the engine's queue --- */

/* The engine's process tells which matches wait for it. */
static void handle_queue(struct request *r)
{
    struct engine_waits list[ENGINE_QUEUE_MAX];
    const json_t *waiting = NULL;
    const json_t *row;
    size_t i;
    const struct field fields[] = {{"waiting", FIELD_ANY, true, &waiting, 0, 0}};
    if (r->asker.id != service_engine(r->http->service)) {
        answer_error(r, 403, "Only the engine may report its queue.");
        return;
    }
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (!json_is_array(waiting) || json_array_size(waiting) > ENGINE_QUEUE_MAX) {
        answer_error(r, 400, "waiting must be a list of at most %d matches.", ENGINE_QUEUE_MAX);
        return;
    }
    json_array_foreach(waiting, i, row)
    {
        list[i] = (struct engine_waits){
            json_integer_value(json_object_get(row, "match")),
            (int)json_integer_value(json_object_get(row, "ahead")),
            json_is_true(json_object_get(row, "hurried")),
        };
    }
    engine_queue_put(engine_queue_of(r->http->service), list, (int)json_array_size(waiting),
                     service_steady(r->http->service));
    answer_json(r, 200, JSON_OBJECT({"waiting", json_integer((int)json_array_size(waiting))}));
}

static void handle_match_queue(struct request *r)
{
    struct service *s = r->http->service;
    struct engine_waits w = {.match = 0};
    int err = reader_may_see(r->reader, r->id, r->asker.id, request_argument(r, "invite"));
    if (err < 0) {
        route_read_error(r, err);
        return;
    }
    bool waits = engine_queue_find(engine_queue_of(s), r->id, service_steady(s), &w);
    answer_json(r, 200,
                JSON_OBJECT({"ahead", waits ? json_integer(w.ahead) : json_null()},
                            {"hurried", json_boolean(w.hurried)}));
}

/* --- ratings --- */

static void answer_ratings(struct request *r, json_t *value, int err)
{
    if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such player.");
    else
        answer_read(r, value, err);
}

/* The game that the query names; NULL, and 400, if it is missing or unknown. */
static const char *game_argument(struct request *r)
{
    const char *game = request_argument(r, "game");
    if (game != NULL && game_find(game) != NULL)
        return game;
    route_no_game(r);
    return NULL;
}

static void handle_ranking(struct request *r)
{
    const char *kind = request_argument(r, "kind");
    struct ratings_ask ask = {.game = game_argument(r), .after = request_argument(r, "after")};
    int64_t limit = 20;
    int64_t provisional = 0;
    int err = 0;
    if (ask.game == NULL || !route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "provisional", 0, 1, &provisional))
        return;
    ask.bots = kind != NULL && strcmp(kind, "bots") == 0;
    if (kind != NULL && !ask.bots && strcmp(kind, "people") != 0) {
        answer_error(r, 400, "kind must be people or bots.");
        return;
    }
    ask.limit = (int)limit;
    ask.provisional = provisional != 0;
    json_t *value = reader_ranking(r->reader, &ask, &err);
    if (err == ERR_RANGE)
        answer_error(r, 400, "after must be the `next` of the previous page.");
    else
        answer_read(r, value, err);
}

static void handle_ratings(struct request *r)
{
    int err = 0;
    json_t *value = reader_ratings(r->reader, r->name, &err);
    answer_ratings(r, value, err);
}

/* players/NAME/ratings/GAME: r->name is the second name of the path. */
static void handle_history(struct request *r)
{
    char name[STORE_NAME_BYTES];
    const char *first = r->path + strlen("/api/players/");
    int64_t since = 0;
    int err = 0;
    if (game_find(r->name) == NULL) {
        answer_error(r, 404, "There is no such game.");
        return;
    }
    if (!route_number(r, "since", 0, INT64_MAX, &since))
        return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(first, "/"), first);
    json_t *value = reader_rating_history(r->reader, name, r->name, since, &err);
    answer_ratings(r, value, err);
}

static void handle_opponent(struct request *r)
{
    int err = 0;
    json_t *value = reader_opponent(r->reader, r->id, &err);
    if (value == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no level %lld. The levels are 1 to %d.", (long long)r->id,
                     SERVICE_LEVEL_MAX);
    else
        answer_read(r, value, err);
}

static const struct route rows[] = {
    READS("challenges", ROUTE_PLAYER, handle_challenges),
    ORDERS_BY_BODY("matches/*/accept", POST_PLAYER, ORDER_ACCEPT, body_empty, NULL, finish_match),
    READS("matches/*/conditional", ROUTE_PLAYER, handle_conditional),
    ORDERS_BY_BODY("matches/*/conditional", POST_PLAYER | ROUTE_LARGE, ORDER_CONDITIONAL,
                   body_conditional, NULL, handle_conditional),
    ORDERS_BY_BODY("matches/*/decline", POST_PLAYER | ROUTE_LARGE, ORDER_DECLINE, body_decline,
                   NULL, finish_match),
    ORDERS_BY_BODY("matches/*/rematch", POST_PLAYER, ORDER_REMATCH, body_empty, NULL,
                   finish_rematch),
    ORDERS_BY_BODY("matches/*/pause", POST_PLAYER, ORDER_PAUSE, body_offer, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/resume", POST_PLAYER, ORDER_RESUME, body_empty, NULL, finish_match),
    READS("matches/*/here", ROUTE_PLAYER, handle_here),
    ORDERS_BY_BODY("matches/*/here", POST_PLAYER, ORDER_HERE, body_empty, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/claim", POST_PLAYER, ORDER_CLAIM, body_claim, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/give", POST_PLAYER, ORDER_GIVE, body_empty, NULL, finish_match),
    ORDERS_BY_BODY("matches/*/berserk", POST_PLAYER, ORDER_BERSERK, body_empty, NULL, finish_match),
    READS("players/@/ratings", 0, handle_ratings),
    READS("players/@/ratings/@", 0, handle_history),
    READS("ratings", 0, handle_ranking),
    READS("opponents/*", 0, handle_opponent),
    ORDERS_AT_ONCE("engine/queue", POST_PLAYER | ROUTE_LARGE, handle_queue, NULL),
    READS("matches/*/queue", 0, handle_match_queue),
    READS("me/vacation", ROUTE_PLAYER, handle_vacation),
    ORDERS_BY_BODY("me/vacation", POST_PLAYER | ROUTE_MEMBER, ORDER_VACATION, body_days, NULL,
                   handle_vacation),
};

const struct route_table routes_play = {.rows = rows, .n = ARRAY_LEN(rows)};
