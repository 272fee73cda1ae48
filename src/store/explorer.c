#include "store/explorer.h"

#include "store/queries.h"

static int64_t band_of(int64_t rating)
{
    int64_t band = rating / EXPLORER_BAND;
    return rating <= 0 ? EXPLORER_UNRATED : band > EXPLORER_BAND_MAX ? EXPLORER_BAND_MAX : band;
}

int explorer_add(struct store *s, const struct explorer_step *step)
{
    struct store_value v[7 + STORE_SEATS_MAX];
    int n = 0;
    v[n++] = store_number(step->position);
    v[n++] = store_number(step->child);
    v[n++] = store_number(step->year);
    v[n++] = store_number(step->rated);
    v[n++] = store_number(band_of(step->rating));
    for (int i = 1; i <= STORE_SEATS_MAX; i++)
        v[n++] = store_number(step->winner == i);
    v[n++] = store_number(step->rating);
    v[n++] = store_number(step->rating > 0);
    return store_done(store_run(s, NULL, NULL, Q_EXPLORER_ADD, v, n));
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
    e->on(e->context, &sum);
}

int explorer_sums(struct store *s, const struct explorer_filter *f, explorer_on_sum *on,
                  void *context)
{
    struct each e = {on, context};
    int64_t least = f->rated > 0;
    int64_t most = f->rated != 0;
    return store_done(store_query(s, on_sum, &e, Q_EXPLORER_SUMS, f->position, (int64_t)f->since,
                                  (int64_t)f->until, least, most, (int64_t)f->bands,
                                  (int64_t)f->bands_to));
}
