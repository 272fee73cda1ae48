#include "store/statistics.h"

#include "store/queries.h"

ROW_READER(read_match, struct statistics_row, STATISTICS_MATCH)
ROW_READER(read_player, struct store_player, PLAYER_ROW)

struct each {
    statistics_on_row *on;
    void *context;
};

static void on_row(void *context, const struct store *s, void *row)
{
    enum { PLAYER_AT = ROW_N(STATISTICS_MATCH), REST_AT = PLAYER_AT + ROW_N(PLAYER_ROW) };
    const struct each *e = context;
    struct statistics_row r = {.match = 0};
    read_match(s, row, 0, &r);
    read_player(s, row, PLAYER_AT, &r.other);
    r.seat = (int)store_row_int(s, row, REST_AT);
    r.level = (int)store_row_int(s, row, REST_AT + 1);
    r.rating = store_row_int(s, row, REST_AT + 2);
    r.deviation = store_row_int(s, row, REST_AT + 3);
    r.moves[0] = store_row_text(s, row, REST_AT + 4);
    r.moves[1] = store_row_text(s, row, REST_AT + 5);
    e->on(e->context, &r);
}

int statistics_rows(struct store *s, int64_t player, int64_t viewer, int limit,
                    statistics_on_row *on, void *context)
{
    struct each e = {on, context};
    return store_done(
        store_query(s, on_row, &e, Q_STATISTICS_ROWS, player, (int64_t)limit, viewer));
}

int statistics_more(struct store *s, int64_t player, int limit, bool *more)
{
    int64_t match = 0;
    int err = store_done(store_query(s, store_on_int, &match, Q_STATISTICS_MORE, player, limit));
    if (err == 0)
        *more = match != 0;
    return err;
}
