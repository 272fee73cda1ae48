#include "store/analysis/explorer.h"

#include "store/core/queries.h"

static int64_t band_of(int64_t rating)
{
    int64_t band = rating / EXPLORER_BAND;
    return rating <= 0 ? EXPLORER_UNRATED : band > EXPLORER_BAND_MAX ? EXPLORER_BAND_MAX : band;
}

/* A row of the table: the sums over matches of a kind. */
struct explored {
    int64_t position, child;
    int year, rated; /* rated: enum explored_kind */
    int64_t band;
    int64_t wins[STORE_SEATS_MAX], ratings, ratings_n, n;
};
ROW_BINDER(bind_row, struct explored, EXPLORED_ROW)
ROW_BINDER(bind_step, struct explored, EXPLORED_STEP)
ROW_READER(read_sum, struct explorer_sum, EXPLORER_SUM)
ROW_BINDER(bind_filter, struct explorer_filter, EXPLORER_FILTER)

/* The row that a step belongs to, with what the step adds to it. */
static struct explored row_of(const struct explorer_step *step)
{
    struct explored r = {.position = step->position,
                         .child = step->child,
                         .year = step->year,
                         .rated = (int)step->kind,
                         .band = band_of(step->rating),
                         .ratings = step->rating,
                         .ratings_n = step->rating > 0,
                         .n = 1};
    if (step->winner >= 1 && step->winner <= STORE_SEATS_MAX)
        r.wins[step->winner - 1] = 1;
    return r;
}

int explorer_add(struct store *s, const struct explorer_step *step)
{
    const struct explored row = row_of(step);
    struct store_value v[ROW_N(EXPLORED_ROW)];
    int n = bind_row(&row, v);
    return store_done(store_run(s, NULL, NULL, Q_EXPLORER_ADD, v, n));
}

int explorer_take(struct store *s, const struct explorer_step *step)
{
    const struct explored row = row_of(step);
    struct store_value v[ROW_N(EXPLORED_STEP)];
    int n = bind_step(&row, v);
    int err = store_done(store_run(s, NULL, NULL, Q_EXPLORER_TAKE, v, n));
    return err < 0 ? err
                   : store_done(
                         store_query(s, NULL, NULL, Q_EXPLORER_EMPTY, step->position, step->child));
}

struct each {
    explorer_on_sum *on;
    void *context;
};

static void on_sum(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct explorer_sum sum;
    read_sum(s, row, 0, &sum);
    e->on(e->context, &sum);
}

int explorer_sums(struct store *s, const struct explorer_filter *f, explorer_on_sum *on,
                  void *context)
{
    struct each e = {on, context};
    struct store_value v[ROW_N(EXPLORER_FILTER)];
    int n = bind_filter(f, v);
    return store_done(store_run(s, on_sum, &e, Q_EXPLORER_SUMS, v, n));
}
