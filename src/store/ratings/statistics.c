#include "store/ratings/statistics.h"

#include "store/core/queries.h"

ROW_READER(read_statistics, struct statistics_row, STATISTICS_ROW)
ROW_READER(read_sum, struct statistics_sum, STATISTICS_SUM)
ROW_READER(read_beaten, struct statistics_beaten, STATISTICS_BEATEN)

struct each {
    statistics_on_row *on;
    void *context;
};

static void on_row(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct statistics_row r;
    read_statistics(s, row, 0, &r);
    e->on(e->context, &r);
}

int statistics_rows(struct store *s, int64_t player, int64_t viewer, int limit,
                    statistics_on_row *on, void *context)
{
    struct each e = {on, context};
    return store_done(
        store_query(s, on_row, &e, Q_STATISTICS_ROWS, player, (int64_t)limit, viewer));
}

/* The query looks for one match behind the limit. */
static int some_more(struct store *s, int query, int64_t of, int limit, bool *more)
{
    int64_t match = 0;
    int err = store_done(store_query(s, store_on_int, &match, query, of, (int64_t)limit));
    if (err == 0)
        *more = match != 0;
    return err;
}

int statistics_more(struct store *s, int64_t player, int limit, bool *more)
{
    return some_more(s, Q_STATISTICS_MORE, player, limit, more);
}

struct each_sum {
    statistics_on_sum *on;
    void *context;
};

static void on_sum(void *context, const struct store *s, void *row)
{
    const struct each_sum *e = context;
    struct statistics_sum sum;
    read_sum(s, row, 0, &sum);
    e->on(e->context, &sum);
}

int statistics_level(struct store *s, int level, int limit, statistics_on_sum *on, void *context)
{
    struct each_sum e = {on, context};
    return store_done(
        store_query(s, on_sum, &e, Q_STATISTICS_LEVEL, (int64_t)level, (int64_t)limit));
}

struct each_beaten {
    statistics_on_beaten *on;
    void *context;
};

static void on_beaten(void *context, const struct store *s, void *row)
{
    const struct each_beaten *e = context;
    struct statistics_beaten b;
    read_beaten(s, row, 0, &b);
    e->on(e->context, &b);
}

int statistics_beaten(struct store *s, int level, int limit, int rows, statistics_on_beaten *on,
                      void *context)
{
    struct each_beaten e = {on, context};
    return store_done(store_query(s, on_beaten, &e, Q_STATISTICS_BEATEN, (int64_t)level,
                                  (int64_t)limit, (int64_t)rows));
}

int statistics_level_more(struct store *s, int level, int limit, bool *more)
{
    return some_more(s, Q_STATISTICS_LEVEL_MORE, level, limit, more);
}
