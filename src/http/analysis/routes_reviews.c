/* routes_reviews.c - reviews of finished matches by the server's engine: for the players who ask,
 * and for the engine's process that computes them. */
#include "http/wire/route.h"

#include "base/err.h"
#include "service/analysis/reviews.h"

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    r->review.match = r->id;
    route_submit(r, apply, &r->review);
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
        answer_json(r, 200, json_pack("{sn}", "id"));
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
        {"from", FIELD_INT, true, &r->review.from, 0, 100 * 1000},
        {"engine", FIELD_TEXT, true, &r->review.engine, 1, REVIEWS_ENGINE_MAX},
        {"playouts", FIELD_INT, true, &r->review.playouts, 0, PLAYOUTS_MAX},
        {"failed", FIELD_BOOL, false, &r->review.failed, 0, 0},
        {"positions", FIELD_ANY, true, &positions, 0, 0},
    };
    if (!is_engine(r) || !route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    r->review.positions = positions;
    submit(r, reviews_hand_in);
}

static void finish_hand_in(struct request *r)
{
    answer_json(r, 200, json_pack("{sb}", "taken", 1));
}

static const struct route rows[] = {
    {"matches/*/review", 0, ORDER_KIND_N, NULL, answer_review, NULL},
    {"matches/*/review", POST_PLAYER, ORDER_KIND_N, NULL, handle_ask, answer_review},
    {"matches/*/review/cancel", POST_PLAYER, ORDER_KIND_N, NULL, handle_cancel, answer_review},
    {"engine/reviews", POST_PLAYER, ORDER_KIND_N, NULL, handle_claim, finish_claim},
    {"engine/reviews/*", POST_PLAYER | ROUTE_LOOP, ORDER_KIND_N, NULL, handle_hand_in,
     finish_hand_in},
};

const struct route_table routes_reviews = {rows, ARRAY_LEN(rows)};
