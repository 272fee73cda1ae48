/* routes_tournaments.c - tournaments. */
#include "http/tournaments/body_tournament.h"
#include "http/wire/route.h"

#include "base/err.h"
#include "service/tournaments/arena_rules.h"
#include "service/tournaments/tournaments.h"
#include <string.h>

static void answer_tournament(struct request *r, int status, int64_t id, int from)
{
    int err = 0;
    json_t *value = reader_tournament_from(r->reader, id, r->asker.id, from, &err);
    if (value != NULL)
        answer_json(r, status, value);
    else if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such tournament.");
    else
        route_read_error(r, err);
}

static void handle_tournament(struct request *r)
{
    int64_t from = 1;
    if (route_number(r, "from", 1, ARENA_RULES_PLAYERS_MAX, &from))
        answer_tournament(r, 200, r->id, (int)from);
}

static void finish_tournament(struct request *r)
{
    answer_tournament(r, 200, r->order.out.id, 1);
}

static void finish_made(struct request *r)
{
    answer_tournament(r, 201, r->order.out.id, 1);
    route_location(r, "/api/tournaments", r->order.out.id);
}

static void handle_tournaments(struct request *r)
{
    struct tournament_filter f = {.state = -1, .game = "", .before = INT64_MAX};
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before) ||
        !route_number(r, "team", 1, INT64_MAX, &f.team) || !route_state(r, &f.state) ||
        !route_game(r, &f.game))
        return;
    f.limit = (int)limit;
    json_t *view = reader_tournaments(r->reader, &f, r->asker.id, &err);
    route_view(r, 200, view, err);
}

#define POST_MEMBER (POST_PLAYER | ROUTE_MEMBER)

static const struct route rows[] = {
    READS("tournaments", 0, handle_tournaments),
    ORDERS_BY_BODY("tournaments", POST_MEMBER | ROUTE_LARGE, ORDER_TOURNAMENT, body_tournament,
                   NULL, finish_made),
    READS("tournaments/*", 0, handle_tournament),
    ORDERS_BY_BODY("tournaments/*/join", POST_MEMBER, ORDER_TOURNAMENT, body_tournament_join, NULL,
                   finish_tournament),
    ORDERS_BY_BODY("tournaments/*/leave", POST_MEMBER, ORDER_TOURNAMENT, body_tournament_leave,
                   NULL, finish_tournament),
    ORDERS_BY_BODY("tournaments/*/start", POST_MEMBER, ORDER_TOURNAMENT, body_tournament_start,
                   NULL, finish_tournament),
    ORDERS_BY_BODY("tournaments/*/end", POST_MEMBER, ORDER_TOURNAMENT, body_tournament_end, NULL,
                   finish_tournament),
    ORDERS_BY_BODY("tournaments/*/challenge", POST_MEMBER, ORDER_TOURNAMENT,
                   body_tournament_challenge, NULL, route_made),
};

const struct route_table routes_tournaments = {.rows = rows, .n = ARRAY_LEN(rows)};
