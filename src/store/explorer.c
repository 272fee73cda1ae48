#include "store/explorer.h"

#include "store/queries.h"

static int64_t band_of(int64_t rating)
{
    int64_t band = rating / EXPLORER_BAND;
    return rating <= 0 ? EXPLORER_UNRATED : band > EXPLORER_BAND_MAX ? EXPLORER_BAND_MAX : band;
}

enum { PLACE_N = 5, SUMS_N = STORE_SEATS_MAX + 2, STEP_N = PLACE_N + SUMS_N };

/* The row of the sums that a step belongs to. */
static void bind_place(const struct explorer_step *step, struct store_value *v)
{
    v[0] = store_number(step->position);
    v[1] = store_number(step->child);
    v[2] = store_number(step->year);
    v[3] = store_number(step->kind);
    v[4] = store_number(band_of(step->rating));
}

/* Binds the sums that it adds there. */
static void bind_sums(const struct explorer_step *step, struct store_value *v)
{
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        v[i] = store_number(step->winner == i + 1);
    v[STORE_SEATS_MAX] = store_number(step->rating);
    v[STORE_SEATS_MAX + 1] = store_number(step->rating > 0);
}

int explorer_add(struct store *s, const struct explorer_step *step)
{
    struct store_value v[STEP_N];
    bind_place(step, v);
    bind_sums(step, v + PLACE_N);
    return store_done(store_run(s, NULL, NULL, Q_EXPLORER_ADD, v, STEP_N));
}

int explorer_take(struct store *s, const struct explorer_step *step)
{
    struct store_value v[STEP_N];
    bind_sums(step, v);
    bind_place(step, v + SUMS_N);
    int err = store_done(store_run(s, NULL, NULL, Q_EXPLORER_TAKE, v, STEP_N));
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
    struct explorer_sum sum = {.child = store_row_int(s, row, 0), .n = store_row_int(s, row, 1)};
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        sum.wins[i] = store_row_int(s, row, 2 + i);
    sum.ratings = store_row_int(s, row, 2 + STORE_SEATS_MAX);
    sum.ratings_n = store_row_int(s, row, 3 + STORE_SEATS_MAX);
    sum.engine = store_row_int(s, row, 4 + STORE_SEATS_MAX);
    e->on(e->context, &sum);
}

int explorer_sums(struct store *s, const struct explorer_filter *f, explorer_on_sum *on,
                  void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_sum, &e, Q_EXPLORER_SUMS, f->position, (int64_t)f->since,
                                  (int64_t)f->until, (int64_t)f->kind, (int64_t)f->kind_to,
                                  (int64_t)f->bands, (int64_t)f->bands_to));
}
