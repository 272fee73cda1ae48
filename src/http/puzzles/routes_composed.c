/* routes_composed.c - puzzles that members make: for their authors, for the engine's process that
 * proves them, and for moderators. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/puzzles/composed.h"

static struct composed_act *arg(const struct request *r)
{
    return r->arg;
}

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    arg(r)->id = r->id;
    route_submit(r, apply, arg(r));
}

static bool page_arguments(struct request *r, int64_t *before, int64_t *limit)
{
    *before = INT64_MAX;
    *limit = 20;
    return route_number(r, "before", 1, INT64_MAX, before) &&
           route_number(r, "limit", 1, COMPOSED_PAGE_MAX, limit);
}

/* --- of members --- */

static void read_check(struct request *r)
{
    struct problem problem;
    int err = reader_composed_check(r->reader, arg(r), r->asker.id, &r->order.out);
    if (err == ERR_DENIED) {
        problem_from_outcome(&problem, &r->order.out);
        answer_problem(r, &problem);
    } else if (err < 0) {
        route_read_error(r, err);
    }
}

static void submit_make(struct request *r)
{
    submit(r, composed_make);
}

static void handle_make(struct request *r)
{
    json_t *start = NULL;
    const struct field fields[] = {
        {"game", FIELD_TEXT, true, &arg(r)->game, 1, 15},
        {"width", FIELD_INT, true, &arg(r)->width, 1, SIDE_MAX},
        {"height", FIELD_INT, true, &arg(r)->height, 1, SIDE_MAX},
        {"options", FIELD_INT, true, &arg(r)->options, 0, 3},
        {"start", FIELD_ANY, false, &start, 0, 0},
        {"moves", FIELD_TEXT, true, &arg(r)->moves, 0, COMPOSED_MOVES_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->start = start;
    if (game_find(arg(r)->game) == NULL) {
        route_no_game(r);
        return;
    }
    request_read(r, read_check, submit_make);
}

static void finish_make(struct request *r)
{
    int err = 0;
    json_t *view = reader_composed(r->reader, r->order.out.id, &err);
    route_view(r, 201, view, err);
}

static void handle_mine(struct request *r)
{
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!page_arguments(r, &before, &limit))
        return;
    json_t *view = reader_composed_of(r->reader, r->asker.id, before, (int)limit, &err);
    route_view(r, 200, view, err);
}

/* --- of the engine --- */

static bool is_engine(struct request *r)
{
    if (r->asker.id == service_engine(r->http->service))
        return true;
    answer_error(r, 403, "Only the engine proves puzzles.");
    return false;
}

static void handle_claim(struct request *r)
{
    if (is_engine(r) && route_body(r, NULL, 0))
        submit(r, composed_claim);
}

static void finish_claim(struct request *r)
{
    int err = 0;
    if (r->order.out.id == 0) {
        answer_json(r, 200, JSON_OBJECT({"id", json_null()}));
        return;
    }
    json_t *view = reader_composed_job(r->reader, r->order.out.id, &err);
    route_view(r, 200, view, err);
}

static void handle_hand_in(struct request *r)
{
    const struct field fields[] = {
        {"state", FIELD_TEXT, true, &arg(r)->state, 1, 15},
        {"puzzle", FIELD_TEXT, true, &arg(r)->puzzle, 0, PUZZLES_ID_BYTES - 1},
        {"solution", FIELD_TEXT, true, &arg(r)->solution, 0, 7},
        {"others", FIELD_TEXT, true, &arg(r)->others, 0, COMPOSED_WORDS_BYTES - 1},
        {"themes", FIELD_TEXT, true, &arg(r)->themes, 0, COMPOSED_WORDS_BYTES - 1},
        {"plies", FIELD_INT, true, &arg(r)->plies, 0, 1000},
        {"rating", FIELD_INT, true, &arg(r)->rating, 0, 4000},
    };
    if (is_engine(r) && route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, composed_hand_in);
}

static void finish_hand_in(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"taken", json_boolean(1)}));
}

/* --- of moderators --- */

static void handle_waiting(struct request *r)
{
    int64_t before;
    int64_t limit;
    int err = 0;
    if (!page_arguments(r, &before, &limit))
        return;
    json_t *view = reader_composed_waiting(r->reader, before, (int)limit, &err);
    route_view(r, 200, view, err);
}

static void handle_decide(struct request *r)
{
    const struct field fields[] = {
        {"publish", FIELD_BOOL, true, &arg(r)->publish, 0, 0},
        {"reason", FIELD_WORDS, true, &arg(r)->reason, 0, COMPOSED_REASON_BYTES - 1},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, composed_decide);
}

static void finish_decide(struct request *r)
{
    int err = 0;
    json_t *view = reader_composed(r->reader, r->id, &err);
    route_view(r, 200, view, err);
}

#define MODERATOR (ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    READS("puzzles/composed", ROUTE_PLAYER | ROUTE_MEMBER, handle_mine),
    ORDERS("puzzles/composed", POST_PLAYER | ROUTE_MEMBER | ROUTE_LARGE, handle_make, finish_make),
    ORDERS("engine/puzzles", POST_PLAYER, handle_claim, finish_claim),
    ORDERS("engine/puzzles/*", POST_PLAYER | ROUTE_LARGE, handle_hand_in, finish_hand_in),
    READS("admin/puzzles/composed", MODERATOR, handle_waiting),
    ORDERS("admin/puzzles/composed/*", MODERATOR | ROUTE_LARGE, handle_decide, finish_decide),
};

const struct route_table routes_composed = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct composed_act)};
