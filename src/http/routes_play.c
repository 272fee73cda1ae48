/* routes_play.c - challenges, clocks, vacations. */
#include "http/route.h"

#include "base/err.h"

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
    json_t *value = reader_challenges(r->http->reader, r->asker.id, &err);
    answer_read(r, value, err);
}

static void handle_vacation(struct request *r)
{
    int err = 0;
    json_t *value = reader_vacation(r->http->reader, r->asker.id, &err);
    answer_read(r, value, err);
}

static const struct route rows[] = {
    {"challenges", ROUTE_PLAYER, ORDER_KIND_N, NULL, handle_challenges, NULL},
    {"matches/*/accept", POST_PLAYER, ORDER_ACCEPT, body_empty, NULL, finish_match},
    {"matches/*/decline", POST_PLAYER, ORDER_DECLINE, body_decline, NULL, finish_match},
    {"matches/*/rematch", POST_PLAYER, ORDER_REMATCH, body_empty, NULL, finish_rematch},
    {"matches/*/pause", POST_PLAYER, ORDER_PAUSE, body_offer, NULL, finish_match},
    {"matches/*/resume", POST_PLAYER, ORDER_RESUME, body_empty, NULL, finish_match},
    {"matches/*/claim", POST_PLAYER, ORDER_CLAIM, body_empty, NULL, finish_match},
    {"me/vacation", ROUTE_PLAYER, ORDER_KIND_N, NULL, handle_vacation, NULL},
    {"me/vacation", POST_PLAYER | ROUTE_MEMBER, ORDER_VACATION, body_days, NULL, handle_vacation},
};

const struct route_table routes_play = {rows, ARRAY_LEN(rows)};
