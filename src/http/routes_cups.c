/* routes_cups.c - tournaments. */
#include "http/body_cup.h"
#include "http/route.h"

#include "base/err.h"
#include "service/cups.h"
#include <stdio.h>
#include <string.h>

static void answer_cup(struct request *r, int status, int64_t id)
{
    int err = 0;
    json_t *value = reader_cup(r->reader, id, r->asker.id, &err);
    if (value != NULL)
        answer_json(r, status, value);
    else if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such tournament.");
    else
        route_read_error(r, err);
}

static void handle_cup(struct request *r)
{
    answer_cup(r, 200, r->id);
}

static void finish_cup(struct request *r)
{
    answer_cup(r, 200, r->order.out.id);
}

static void finish_made(struct request *r)
{
    char location[48];
    snprintf(location, sizeof location, "/api/tournaments/%lld", (long long)r->order.out.id);
    answer_cup(r, 201, r->order.out.id);
    answer_header(r, "Location", location);
}

static void handle_cups(struct request *r)
{
    const char *state = request_argument(r, "state");
    const char *game = request_argument(r, "game");
    struct cup_filter f = {.state = -1, .game = game != NULL ? game : "", .before = INT64_MAX};
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before))
        return;
    for (int i = 0; state != NULL && i < MATCH_STATE_N; i++)
        if (strcmp(match_state_name[i], state) == 0)
            f.state = i;
    if (state != NULL && f.state < 0) {
        answer_error(r, 400, "state must be open, running, finished or aborted.");
        return;
    }
    if (game != NULL && game_find(game) == NULL) {
        route_no_game(r);
        return;
    }
    f.limit = (int)limit;
    json_t *value = reader_cups(r->reader, &f, r->asker.id, &err);
    if (value != NULL)
        answer_json(r, 200, value);
    else
        route_read_error(r, err);
}

#define POST_MEMBER (POST_PLAYER | ROUTE_MEMBER)

static const struct route rows[] = {
    {"tournaments", 0, ORDER_KIND_N, NULL, handle_cups, NULL},
    {"tournaments", POST_MEMBER, ORDER_CUP, body_cup, NULL, finish_made},
    {"tournaments/*", 0, ORDER_KIND_N, NULL, handle_cup, NULL},
    {"tournaments/*/join", POST_MEMBER, ORDER_CUP, body_cup_join, NULL, finish_cup},
    {"tournaments/*/leave", POST_MEMBER, ORDER_CUP, body_cup_leave, NULL, finish_cup},
    {"tournaments/*/start", POST_MEMBER, ORDER_CUP, body_cup_start, NULL, finish_cup},
    {"tournaments/*/end", POST_MEMBER, ORDER_CUP, body_cup_end, NULL, finish_cup},
    {"tournaments/*/challenge", POST_MEMBER, ORDER_CUP, body_cup_challenge, NULL, route_made},
};

const struct route_table routes_cups = {rows, ARRAY_LEN(rows)};
