/* routes_matches.c - games, matches, what is done in them, and events. */
#include "http/route.h"

#include "base/err.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

void route_match(struct request *r, int status, int64_t id, const char *invite)
{
    int err;
    json_t *match = reader_match(r->http->reader, id, r->asker.id, invite, &err);
    if (match != NULL)
        answer_json(r, status, match);
    else
        route_read_error(r, err);
}

static void handle_games(struct request *r)
{
    answer_json(r, 200, view_games());
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
    if (!state_argument(r, &f.state) || !route_number(r, "mine", 0, 1, &mine) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before) ||
        !route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit))
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
        route_read_error(r, err);
}

static void handle_match(struct request *r)
{
    route_match(r, 200, r->id, request_argument(r, "invite"));
}

static void handle_create(struct request *r)
{
    /* Who asks himself by name means "me". */
    for (int i = 0; i < r->order.u.create.setup.players; i++) {
        struct wish *wish = &r->order.u.create.wishes[i];
        if (wish->kind == WISH_ASKED && strcasecmp(wish->name, r->asker.name) == 0)
            wish->kind = WISH_ME;
    }
    (void)route_within_limit(r, &r->http->matches);
}

void route_made(struct request *r)
{
    char location[48];
    snprintf(location, sizeof location, "/api/matches/%lld", (long long)r->order.out.match);
    route_match(r, 201, r->order.out.match, NULL);
    answer_header(r, "Location", location);
}

static void finish_match(struct request *r)
{
    route_match(r, 200, r->id, NULL);
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
        route_read_error(r, err);
}

static const struct route rows[] = {
    {"games", 0, ORDER_KIND_N, NULL, handle_games, NULL},
    {"events", 0, ORDER_KIND_N, NULL, stream_handle, NULL},
    {"matches", 0, ORDER_KIND_N, NULL, handle_list, NULL},
    {"matches", POST_PLAYER, ORDER_CREATE, body_create, handle_create, route_made},
    {"matches/*", 0, ORDER_KIND_N, NULL, handle_match, NULL},
    {"matches/*/record", 0, ORDER_KIND_N, NULL, export_handle, NULL},
    {"matches/*/join", POST_PLAYER, ORDER_JOIN, body_join, NULL, finish_match},
    {"matches/*/moves", POST_PLAYER, ORDER_MOVE, body_move, NULL, finish_move},
    {"matches/*/resign", POST_PLAYER, ORDER_RESIGN, body_empty, NULL, finish_match},
    {"matches/*/draw", POST_PLAYER, ORDER_DRAW, body_offer, NULL, finish_match},
    {"matches/*/takeback", POST_PLAYER, ORDER_TAKEBACK, body_offer, NULL, finish_match},
    {"matches/*/abort", POST_PLAYER, ORDER_ABORT, body_empty, NULL, finish_match},
    {"matches/*/chat", POST_PLAYER | ROUTE_CHAT, ORDER_CHAT, body_chat, NULL, finish_chat},
    {"mail/inbound", ROUTE_POST | ROUTE_RAW, ORDER_KIND_N, NULL, errand_mail, errand_finish},
    {"pbm", ROUTE_POST | ROUTE_SESSION, ORDER_KIND_N, NULL, errand_command, errand_finish},
};

const struct route_table routes_matches = {rows, ARRAY_LEN(rows)};
