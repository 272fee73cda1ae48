#include "store/matches/absences.h"

#include "store/core/queries.h"

ROW_READER(read_absence, struct absence, ABSENCE_ROW)
ROW_BINDER(bind_absence, struct absence, ABSENCE_ROW)

int absences_add(struct store *s, const struct absence *a)
{
    struct store_value v[ROW_N(ABSENCE_ROW)];
    int n = bind_absence(a, v);
    return store_done(store_run(s, NULL, NULL, Q_ABSENCES_ADD, v, n));
}

int absences_end(struct store *s, int64_t match, int64_t player)
{
    int64_t ended = 0;
    return store_some(store_query(s, store_on_int, &ended, Q_ABSENCES_END, match, player));
}

int absences_end_all(struct store *s, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_ABSENCES_END_ALL, match));
}

struct list {
    struct absence *out;
    int n;
};

static void on_absence(void *context, const struct store *s, void *row)
{
    struct list *l = context;
    if (l->n < STORE_SEATS_MAX)
        read_absence(s, row, 0, &l->out[l->n++]);
}

int absences_of(struct store *s, int64_t match, struct absence out[STORE_SEATS_MAX])
{
    struct list l = {out, 0};
    int err = store_query(s, on_absence, &l, Q_ABSENCES_OF, match);
    return err < 0 ? err : l.n;
}
