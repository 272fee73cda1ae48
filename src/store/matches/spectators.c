#include "store/matches/spectators.h"

#include "store/core/queries.h"

ROW_READER(read_line, struct store_line, CHAT_TOLD)

struct each {
    store_on_chat *line;
    spectators_on_player *player;
    void *context;
};

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each *each = context;
    struct store_line chat;
    read_line(s, row, 0, &chat);
    each->line(each->context, &chat.line);
}

int spectators_lines(struct store *s, int64_t match, int64_t reader, int64_t before, int limit,
                     store_on_chat *on, void *context)
{
    struct each each = {.line = on, .context = context};
    return store_query(s, on_line, &each, Q_SPECTATORS_LINES, match, before, reader, limit);
}

static void on_player(void *context, const struct store *s, void *row)
{
    const struct each *each = context;
    struct store_player p;
    store_row_player(s, row, 0, &p);
    each->player(each->context, &p);
}

int spectators_shown(struct store *s, const int64_t *players, int n, spectators_on_player *on,
                     void *context)
{
    struct each each = {.player = on, .context = context};
    struct store_value values[SPECTATORS_ASKED_MAX];
    ASSERT(n >= 1 && n <= SPECTATORS_ASKED_MAX);
    for (int i = 0; i < SPECTATORS_ASKED_MAX; i++) /* the last one again fills the rest */
        values[i] = store_number(players[i < n ? i : n - 1]);
    return store_done(
        store_run(s, on_player, &each, Q_SPECTATORS_SHOWN, values, SPECTATORS_ASKED_MAX));
}

int spectators_reports(struct store *s, int64_t player, int64_t out[SPECTATORS_REPORTS_MAX])
{
    struct store_ids list = {out, 0, SPECTATORS_REPORTS_MAX};
    int err =
        store_query(s, store_on_id, &list, Q_SPECTATORS_REPORTS, player, SPECTATORS_REPORTS_MAX);
    return err < 0 ? err : list.n;
}
