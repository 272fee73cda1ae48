#include "store/people/leavers.h"

#include "store/core/queries.h"

ROW_READER(read_leaver, struct leaver, LEAVER_ROW)
ROW_READER(read_match, struct leaver_match, LEAVER_MATCH_ROW)

int leavers_put(struct store *s, const struct leaver *l)
{
    return store_done(store_query(s, NULL, NULL, Q_LEAVERS_PUT, l->player, l->below));
}

static void on_leaver(void *context, const struct store *s, void *row)
{
    read_leaver(s, row, 0, context);
}

int leavers_next(struct store *s, struct leaver *out)
{
    return store_some(store_query(s, on_leaver, out, Q_LEAVERS_NEXT));
}

int leavers_end(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_LEAVERS_END, player));
}

struct matches {
    struct leaver_match *out;
    int n, limit;
};

static void on_leaver_match(void *context, const struct store *s, void *row)
{
    struct matches *m = context;
    if (m->n < m->limit)
        read_match(s, row, 0, &m->out[m->n++]);
}

int leavers_matches(struct store *s, const struct leaver *l, int limit, struct leaver_match *out)
{
    struct matches m = {out, 0, limit};
    int err =
        store_query(s, on_leaver_match, &m, Q_LEAVERS_MATCHES, l->player, l->below, (int64_t)limit);
    return err < 0 ? err : m.n;
}

static void on_deleted(void *context, const struct store *s, void *row)
{
    (void)s;
    (void)row;
    --*(int *)context;
}

int leavers_trim(struct store *s, int64_t player, int most)
{
    static const int trims[] = {Q_LEAVERS_TRIM_TRIES,         Q_LEAVERS_TRIM_STEPS,
                                Q_LEAVERS_TRIM_NOTIFICATIONS, Q_LEAVERS_TRIM_NOTES,
                                Q_LEAVERS_TRIM_FOLLOWS,       Q_LEAVERS_TRIM_BLOCKS,
                                Q_LEAVERS_TRIM_MESSAGES,      Q_LEAVERS_TRIM_CONVERSATIONS};
    int left = most;
    for (size_t i = 0; i < ARRAY_LEN(trims); i++) {
        int err = store_query(s, on_deleted, &left, trims[i], player, (int64_t)left);
        if (err < 0)
            return err;
        if (left <= 0)
            return 1;
    }
    return 0;
}
