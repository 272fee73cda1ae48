/* routes_reviews.c - reviews of finished matches by the server's engine: for the players who ask,
 * and for the engine's process that computes them. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/analysis/reviews.h"

static struct review_act *arg(const struct request *r)
{
    return r->arg;
}

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    arg(r)->match = r->id;
    route_submit(r, apply, arg(r));
}

/* --- for players --- */

static void answer_review(struct request *r)
{
    int err = 0;
    json_t *view =
        reader_review(r->reader, r->id, r->asker.id, request_argument(r, "invite"), &err);
    if (view != NULL)
        answer_json(r, 200, view);
    else
        route_read_error(r, err);
}

static void handle_ask(struct request *r)
{
    if (route_body(r, NULL, 0))
        submit(r, reviews_ask);
}

static void handle_cancel(struct request *r)
{
    if (route_body(r, NULL, 0))
        submit(r, reviews_cancel);
}

/* --- for the engine --- */

static bool is_engine(struct request *r)
{
    if (r->asker.id == service_engine(r->http->service))
        return true;
    answer_error(r, 403, "Only the engine reviews matches.");
    return false;
}

static void handle_claim(struct request *r)
{
    if (is_engine(r) && route_body(r, NULL, 0))
        submit(r, reviews_claim);
}

static void finish_claim(struct request *r)
{
    int err = 0;
    if (r->order.out.id == 0) {
        answer_json(r, 200, JSON_OBJECT({"id", json_null()}));
        return;
    }
    json_t *view = reader_review_job(r->reader, r->order.out.id, &err);
    if (view != NULL)
        answer_json(r, 200, view);
    else
        route_read_error(r, err);
}

static void handle_hand_in(struct request *r)
{
    enum { PLAYOUTS_MAX = 1000 * 1000 };
    json_t *positions = NULL;
    const struct field fields[] = {
        {"from", FIELD_INT, true, &arg(r)->from, 0, 100 * 1000},
        {"engine", FIELD_TEXT, true, &arg(r)->engine, 1, REVIEWS_ENGINE_MAX},
        {"playouts", FIELD_INT, true, &arg(r)->playouts, 0, PLAYOUTS_MAX},
        {"failed", FIELD_BOOL, false, &arg(r)->failed, 0, 0},
        {"positions", FIELD_ANY, true, &positions, 0, 0},
    };
    if (!is_engine(r) || !route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->positions = positions;
    submit(r, reviews_hand_in);
}

static void finish_hand_in(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"taken", json_boolean(1)}));
}

static const struct route rows[] = {
    READS("matches/*/review", 0, answer_review),
    ORDERS("matches/*/review", POST_PLAYER, handle_ask, answer_review),
    ORDERS("matches/*/review/cancel", POST_PLAYER, handle_cancel, answer_review),
    ORDERS("engine/reviews", POST_PLAYER, handle_claim, finish_claim),
    ORDERS_AT_ONCE("engine/reviews/*", POST_PLAYER | ROUTE_LARGE, handle_hand_in, finish_hand_in),
};

const struct route_table routes_reviews = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct review_act)};
