#include "store/analysis/reviews.h"

#include "base/err.h"
#include "store/core/queries.h"

const char *const review_state_name[REVIEW_STATE_N] = {"waiting", "done", "failed", "dropped"};

ROW_READER(read_review, struct review, REVIEW_ROW)
ROW_BINDER(bind_review, struct review, REVIEW_ROW)
ROW_READER(read_position, struct review_position, REVIEW_POSITION_ROW)
ROW_BINDER(bind_position, struct review_position, REVIEW_POSITION_ROW)

static void on_review(void *context, const struct store *s, void *row)
{
    read_review(s, row, 0, context);
}

int reviews_add(struct store *s, const struct review *r)
{
    struct store_value v[ROW_N(REVIEW_ROW)];
    int n = bind_review(r, v);
    return store_done(store_run(s, NULL, NULL, Q_REVIEWS_ADD, v, n));
}

int reviews_get(struct store *s, int64_t match, struct review *out)
{
    return store_some(store_query(s, on_review, out, Q_REVIEWS_GET, match));
}

int reviews_put(struct store *s, const struct review *r)
{
    struct store_value v[ROW_N(REVIEW_ROW)];
    int n = bind_review(r, v);
    return store_done(store_run(s, NULL, NULL, Q_REVIEWS_PUT, v, n));
}

int reviews_end(struct store *s, int64_t match)
{
    int err = store_done(store_query(s, NULL, NULL, Q_REVIEWS_POSITIONS_END, match));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_REVIEWS_END, match));
}

int reviews_next(struct store *s, int64_t now, int64_t *match)
{
    return store_some(store_query(s, store_on_int, match, Q_REVIEWS_NEXT, now));
}

int reviews_waiting_of(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_REVIEWS_WAITING_OF, player));
}

int reviews_waiting(struct store *s, const struct review *r, int64_t *n)
{
    int64_t asked_at = r != NULL ? r->asked_at : INT64_MAX;
    int64_t match = r != NULL ? r->match : INT64_MAX;
    return store_some(store_query(s, store_on_int, n, Q_REVIEWS_WAITING, asked_at, match));
}

int reviews_of(struct store *s, int64_t player, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_REVIEWS_OF, player, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int reviews_position_add(struct store *s, int64_t match, const struct review_position *p)
{
    struct store_value v[ROW_N(REVIEW_POSITION_ROW) + 1];
    int n = bind_position(p, v);
    v[n++] = store_number(match);
    return store_done(store_run(s, NULL, NULL, Q_REVIEWS_POSITION_ADD, v, n));
}

struct each {
    reviews_on_position *on;
    void *context;
};

static void on_position(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct review_position p;
    read_position(s, row, 0, &p);
    e->on(e->context, &p);
}

int reviews_positions(struct store *s, int64_t match, reviews_on_position *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_position, &e, Q_REVIEWS_POSITIONS, match));
}

void reviews_read_greed(void *context, const struct store *s, void *row)
{
    *(struct reviews_greed *)context = (struct reviews_greed){
        .id = store_row_int(s, row, 0),
        .of_payer = store_row_int(s, row, 1),
        .of_player = store_row_int(s, row, 2),
        .my_payer = store_row_int(s, row, 3),
        .mine = store_row_int(s, row, 4),
        .same_payer = store_row_int(s, row, 5) != 0,
    };
}

int reviews_greediest(struct store *s, int64_t asker, struct reviews_greed *out)
{
    return store_some(
        store_query(s, reviews_read_greed, out, Q_REVIEWS_GREEDIEST, asker, asker, asker));
}
