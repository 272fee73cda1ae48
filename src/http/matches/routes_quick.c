/* routes_quick.c - quick pairing, and the view of the lobby. */
#include "http/wire/route.h"

#include "http/matches/body_play.h"
#include "platform/json.h"
#include "service/matches/lobby.h"
#include "service/matches/quick.h"

static struct quick_act *arg(const struct request *r)
{
    return r->arg;
}

static void handle_wish(struct request *r)
{
    const char *game = NULL;
    int width = 0;
    int height = 0;
    json_t *clock = NULL;
    struct problem problem;
    const struct field fields[] = {
        {"game", FIELD_TEXT, true, &game, 1, 16},       {"width", FIELD_INT, false, &width, 1, 255},
        {"height", FIELD_INT, false, &height, 1, 255},  {"clock", FIELD_ANY, true, &clock, 0, 0},
        {"any", FIELD_BOOL, false, &arg(r)->any, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->setup.players = 2;
    if (!body_play_setup(game, width, height, NULL, &arg(r)->setup, &problem) ||
        !body_play_clock(clock, &arg(r)->clock, &problem)) {
        answer_problem(r, &problem);
        return;
    }
    if (arg(r)->clock.kind == CLOCK_NONE) {
        answer_error(r, 400, "clock must not be null: quick pairing is for matches with a clock.");
        return;
    }
    if (route_within_limit(r, &r->http->matches))
        route_submit(r, quick_apply, arg(r));
}

static void finish_wish(struct request *r)
{
    int64_t match = r->order.out.id;
    answer_json(r, match != 0 ? 201 : 202,
                JSON_OBJECT({"match", match != 0 ? json_integer(match) : json_null()}));
}

static void handle_end(struct request *r)
{
    if (!route_body(r, NULL, 0))
        return;
    arg(r)->ends = true;
    route_submit(r, quick_apply, arg(r));
}

static void finish_end(struct request *r)
{
    answer_json(r, 200, json_object());
}

static void handle_lobby(struct request *r)
{
    answer_json(r, 200, lobby_view(r->http->service));
}

static const struct route rows[] = {
    ANSWERS("lobby", 0, handle_lobby),
    ORDERS("pairing", POST_PLAYER, handle_wish, finish_wish),
    ORDERS("pairing/end", POST_PLAYER, handle_end, finish_end),
};
const struct route_table routes_quick = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct quick_act)};
