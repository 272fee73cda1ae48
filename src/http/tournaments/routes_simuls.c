/* routes_simuls.c - simultaneous exhibitions. */
#include "http/matches/body_play.h"
#include "http/wire/route.h"

#include "base/err.h"
#include "base/text.h"
#include "service/tournaments/simuls.h"
#include <string.h>

static struct simul_act *arg(const struct request *r)
{
    return r->arg;
}

#define POST_MEMBER (POST_PLAYER | ROUTE_MEMBER)

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    route_submit(r, apply, arg(r));
}

static void answer(struct request *r, int status, int64_t id)
{
    int err = 0;
    json_t *view = reader_simul(r->reader, id, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such simultaneous exhibition.");
    else
        route_view(r, status, view, err);
}

static void handle_simul(struct request *r)
{
    answer(r, 200, r->id);
}

static void finish_simul(struct request *r)
{
    answer(r, 200, r->order.out.id);
}

static void finish_made(struct request *r)
{
    answer(r, 201, r->order.out.id);
    route_location(r, "/api/simuls", r->order.out.id);
}

static void handle_simuls(struct request *r)
{
    struct simuls_filter f = {.state = -1, .game = "", .before = INT64_MAX};
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before) || !route_state(r, &f.state) ||
        !route_game(r, &f.game))
        return;
    f.limit = (int)limit;
    json_t *view = reader_simuls(r->reader, &f, &err);
    route_view(r, 200, view, err);
}

/* Reads host_side, host_ms and text; answers and returns false if they are not right. */
static bool take_host(struct request *r, const char *side, const json_t *extra)
{
    static const char *const sides[] = {"alternating", "first", "second"};
    struct simul_act *a = arg(r);
    a->host_seat = -1;
    for (int i = 0; i < (int)ARRAY_LEN(sides); i++)
        if (strcmp(side, sides[i]) == 0)
            a->host_seat = i;
    if (a->host_seat < 0) {
        answer_error(r, 400, "host_side must be first, second or alternating.");
        return false;
    }
    a->host_ms = extra != NULL ? json_integer_value(extra) : 0;
    if (extra != NULL &&
        (!json_is_integer(extra) || a->host_ms < 0 || a->host_ms > SIMULS_HOST_MS_MAX)) {
        answer_error(r, 400, "host_ms must be from 0 to %d (a day).", SIMULS_HOST_MS_MAX);
        return false;
    }
    if (text_characters(a->text) > SIMULS_TEXT_CHARS) {
        answer_error(r, 400, "text must have at most %d characters.", SIMULS_TEXT_CHARS);
        return false;
    }
    return true;
}

static void handle_make(struct request *r)
{
    const char *game = NULL;
    const char *side = "first";
    int width = 0;
    int height = 0;
    json_t *options = NULL;
    json_t *clock = NULL;
    json_t *extra = NULL;
    struct problem problem;
    struct simul_act *a = arg(r);
    a->text = "";
    a->guests_max = 20;
    const struct field fields[] = {
        {"game", FIELD_TEXT, true, &game, 1, 15},
        {"width", FIELD_INT, false, &width, 1, SIDE_MAX},
        {"height", FIELD_INT, false, &height, 1, SIDE_MAX},
        {"options", FIELD_ANY, false, &options, 0, 0},
        {"clock", FIELD_ANY, true, &clock, 0, 0},
        {"host_side", FIELD_TEXT, false, &side, 1, 16},
        {"host_ms", FIELD_ANY, false, &extra, 0, 0},
        {"guests_max", FIELD_INT, false, &a->guests_max, SIMULS_GUESTS_MIN, SIMULS_GUESTS_MAX},
        {"text", FIELD_WORDS, false, &a->text, 0, SIMULS_TEXT_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !take_host(r, side, extra))
        return;
    a->setup.players = 2;
    if (!body_play_setup(game, width, height, options, &a->setup, &problem) ||
        !body_play_clock(clock, &a->clock, &problem))
        answer_problem(r, &problem);
    else if (a->clock.kind == CLOCK_NONE)
        answer_error(r, 400, "A simultaneous exhibition needs a clock.");
    else if (route_within_limit(r, &r->http->matches))
        submit(r, simuls_make);
}

static void plain(struct request *r, int (*apply)(struct work *w, void *context))
{
    arg(r)->simul = r->id;
    if (route_body(r, NULL, 0))
        submit(r, apply);
}

static void handle_join(struct request *r)
{
    plain(r, simuls_join);
}

static void handle_leave(struct request *r)
{
    plain(r, simuls_leave);
}

static void handle_end(struct request *r)
{
    plain(r, simuls_end);
}

static void handle_accept(struct request *r)
{
    const struct field fields[] = {
        {"player", FIELD_NAME, true, &arg(r)->player, 1, STORE_NAME_BYTES - 1},
        {"accepted", FIELD_BOOL, true, &arg(r)->accepted, 0, 0},
    };
    arg(r)->simul = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, simuls_accept);
}

static void handle_start(struct request *r)
{
    const struct field fields[] = {{"all", FIELD_BOOL, false, &arg(r)->all, 0, 0}};
    arg(r)->simul = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, simuls_start);
}

static const struct route rows[] = {
    READS("simuls", 0, handle_simuls),
    ORDERS("simuls", POST_MEMBER | ROUTE_LARGE, handle_make, finish_made),
    READS("simuls/*", 0, handle_simul),
    ORDERS("simuls/*/join", POST_MEMBER, handle_join, finish_simul),
    ORDERS("simuls/*/leave", POST_MEMBER, handle_leave, finish_simul),
    ORDERS("simuls/*/accept", POST_MEMBER, handle_accept, finish_simul),
    ORDERS("simuls/*/start", POST_MEMBER, handle_start, finish_simul),
    ORDERS("simuls/*/end", POST_MEMBER, handle_end, finish_simul),
};

const struct route_table routes_simuls = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct simul_act)};
