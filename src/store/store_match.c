/* store_match.c - matches and their seats (store.h): kept, listed, searched, and what is due in
 * them. */
#include "store/store_match_sql.h"

#include "base/err.h"
#include "platform/clock.h"
#include "store/cache.h"
#include <string.h>

int store_match_add(struct store *s, struct store_match *m)
{
    int err = store_some(
        store_query(s, Q_MATCH_ADD, store_on_int, &m->id, "iiittiiiiiititiiiiiii", m->created_at,
                    m->updated_at, m->creator, match_state_name[m->state], m->game,
                    (int64_t)m->width, (int64_t)m->height, (int64_t)m->seats_n, (int64_t)m->swap,
                    (int64_t)m->jacked, (int64_t)m->is_private, m->invite, (int64_t)m->ply,
                    m->clock, (int64_t)m->rated, (int64_t)m->start_ply, (int64_t)m->standing,
                    (int64_t)m->delay_plies, m->delay_ms, m->tournament, (int64_t)m->round));
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        const struct store_seat *seat = &m->seats[i];
        err = store_done(store_query(s, Q_SEAT_ADD, NULL, NULL, "iitiiiii", m->id, (int64_t)i + 1,
                                     seat_kind_name[seat->kind], seat->player.id,
                                     (int64_t)seat->level, seat->asked.id, seat->left_ms,
                                     (int64_t)seat->periods));
    }
    if (err == 0 && s->cache != NULL)
        store_cache_put(s->cache, m);
    return err;
}

static void read_match(const struct store *s, void *row, struct store_match *m)
{
    int c = 0;
    memset(m, 0, sizeof *m);
    m->id = store_row_int(s, row, c++);
    m->created_at = store_row_int(s, row, c++);
    m->updated_at = store_row_int(s, row, c++);
    m->creator = store_row_int(s, row, c++);
    m->state = (enum match_state)store_row_name(s, row, c++, match_state_name, MATCH_STATE_N);
    store_row_copy(s, row, c++, m->game, sizeof m->game);
    m->width = (int)store_row_int(s, row, c++);
    m->height = (int)store_row_int(s, row, c++);
    m->seats_n = (int)store_row_int(s, row, c++);
    m->swap = store_row_int(s, row, c++) != 0;
    m->jacked = store_row_int(s, row, c++) != 0;
    m->is_private = store_row_int(s, row, c++) != 0;
    store_row_copy(s, row, c++, m->invite, sizeof m->invite);
    m->swapped = store_row_int(s, row, c++) != 0;
    m->ply = (int)store_row_int(s, row, c++);
    m->turn_seat = (int)store_row_int(s, row, c++);
    m->turn_side = (int)store_row_int(s, row, c++);
    m->reason = (enum end_reason)store_row_name(s, row, c++, end_reason_name, END_REASON_N);
    m->winner_seat = (int)store_row_int(s, row, c++);
    m->winner_side = (int)store_row_int(s, row, c++);
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        m->points[i] = (int)store_row_int(s, row, c++);
    m->draw_seat = (int)store_row_int(s, row, c++);
    m->draw_yes = (unsigned)store_row_int(s, row, c++);
    m->takeback_seat = (int)store_row_int(s, row, c++);
    m->takeback_ply = (int)store_row_int(s, row, c++);
    m->takeback_yes = (unsigned)store_row_int(s, row, c++);
    m->pause_seat = (int)store_row_int(s, row, c++);
    m->pause_yes = (unsigned)store_row_int(s, row, c++);
    m->paused = store_row_int(s, row, c++) != 0;
    store_row_copy(s, row, c++, m->clock, sizeof m->clock);
    m->clock_at = store_row_int(s, row, c++);
    m->deadline = store_row_int(s, row, c++);
    m->wake_at = store_row_int(s, row, c++);
    m->rated = store_row_int(s, row, c++) != 0;
    m->start_ply = (int)store_row_int(s, row, c++);
    m->standing = (int)store_row_int(s, row, c++);
    m->rematch = store_row_int(s, row, c++);
    m->delay_plies = (int)store_row_int(s, row, c++);
    m->delay_ms = store_row_int(s, row, c++);
    m->tournament = store_row_int(s, row, c++);
    m->round = (int)store_row_int(s, row, c++);
    m->conditional = (unsigned)store_row_int(s, row, c++);
    m->told_ply = (int)store_row_int(s, row, c++);
    m->release_at = store_row_int(s, row, c++);
}

static void on_match(void *context, const struct store *s, void *row)
{
    read_match(s, row, context);
}

static void on_seat(void *context, const struct store *s, void *row)
{
    struct store_match *m = context;
    int64_t n = store_row_int(s, row, 0);
    if (n < 1 || n > STORE_SEATS_MAX)
        return;
    struct store_seat *seat = &m->seats[n - 1];
    seat->kind = (enum seat_kind)store_row_name(s, row, 1, seat_kind_name, SEAT_KIND_N);
    seat->level = (int)store_row_int(s, row, 2);
    seat->resigned = store_row_int(s, row, 3) != 0;
    seat->left_ms = store_row_int(s, row, 4);
    seat->periods = (int)store_row_int(s, row, 5);
    store_row_player(s, row, 6, &seat->player);
    seat->away_until = store_row_int(s, row, 9);
    store_row_player(s, row, 10, &seat->asked);
}

int store_match_get(struct store *s, int64_t id, struct store_match *out)
{
    struct store_match m;
    if (s->cache != NULL && store_cache_get(s->cache, id, out))
        return 0;
    int err = store_some(store_query(s, Q_MATCH_GET, on_match, &m, "i", id));
    if (err == 0)
        err = store_done(store_query(s, Q_SEATS, on_seat, &m, "i", id));
    if (err < 0)
        return err;
    *out = m;
    if (s->cache != NULL)
        store_cache_put(s->cache, &m);
    return 0;
}

int store_match_update(struct store *s, const struct store_match *m)
{
    if (s->cache != NULL)
        store_cache_put(s->cache, m);
    return store_done(store_query(
        s, Q_MATCH_UPDATE, NULL, NULL, MATCH_UPDATE_TYPES, m->updated_at,
        match_state_name[m->state], (int64_t)m->swapped, (int64_t)m->ply, (int64_t)m->turn_seat,
        (int64_t)m->turn_side, end_reason_name[m->reason], (int64_t)m->winner_seat,
        (int64_t)m->winner_side, (int64_t)m->points[0], (int64_t)m->points[1],
        (int64_t)m->points[2], (int64_t)m->points[3], (int64_t)m->draw_seat, (int64_t)m->draw_yes,
        (int64_t)m->takeback_seat, (int64_t)m->takeback_ply, (int64_t)m->takeback_yes,
        (int64_t)m->pause_seat, (int64_t)m->pause_yes, (int64_t)m->paused, m->clock_at, m->deadline,
        m->wake_at, (int64_t)m->standing, m->rematch, (int64_t)m->conditional, (int64_t)m->told_ply,
        m->release_at, m->id));
}

int store_seat_update(struct store *s, int64_t match, int seat, const struct store_seat *value)
{
    if (s->cache != NULL)
        store_cache_drop(s->cache, match);
    return store_done(store_query(s, Q_SEAT_UPDATE, NULL, NULL, "tiiiiiiii",
                                  seat_kind_name[value->kind], value->player.id,
                                  (int64_t)value->level, (int64_t)value->resigned, value->asked.id,
                                  value->left_ms, (int64_t)value->periods, match, (int64_t)seat));
}

struct match_list {
    struct store_match *out;
    int n, limit;
};

static void on_listed(void *context, const struct store *s, void *row)
{
    struct match_list *list = context;
    if (list->n < list->limit)
        read_match(s, row, &list->out[list->n++]);
}

static int read_seats(struct store *s, struct match_list *list, int err)
{
    for (int i = 0; err >= 0 && i < list->n; i++)
        err = store_query(s, Q_SEATS, on_seat, &list->out[i], "i", list->out[i].id);
    return err < 0 ? err : list->n;
}

int store_match_list(struct store *s, const struct store_filter *f, struct store_match *out)
{
    struct match_list list = {out, 0, f->limit};
    int64_t before = f->before > 0 ? f->before : INT64_MAX;
    int64_t limit = f->limit;
    const char *game = f->game != NULL ? f->game : "";
    const char *state = f->state >= 0 ? match_state_name[f->state] : "";
    int err;
    if (f->mine != 0 || f->turn != 0)
        err = store_query(s, Q_LIST_PLAYER, on_listed, &list,
                          "itit"
                          "ii",
                          before, game, f->mine != 0 ? f->mine : f->turn,
                          f->turn != 0 ? match_state_name[MATCH_RUNNING] : state, f->turn, limit);
    else if (f->state >= 0)
        err = store_query(s, Q_LIST_STATE, on_listed, &list, "ititi", before, game, f->viewer,
                          state, limit);
    else
        err = store_query(s, Q_LIST_ANY, on_listed, &list, "itii", before, game, f->viewer, limit);
    return read_seats(s, &list, err);
}

int store_match_asked(struct store *s, int64_t player, int limit, struct store_match *out)
{
    struct match_list list = {out, 0, limit};
    int err = store_query(s, Q_LIST_ASKED, on_listed, &list, "ii", player, (int64_t)limit);
    return read_seats(s, &list, err);
}

/* The index that a search goes by, and what it asks of it. */
static int search_by(const struct store_search *f, struct store_value *key)
{
    *key = (struct store_value){.number = 0};
    if (f->has_opening) {
        key->number = f->opening;
        return Q_SEARCH_OPENING;
    }
    if (f->player != 0) {
        key->number = f->player;
        return Q_SEARCH_PLAYER;
    }
    if (f->tournament != 0) {
        key->number = f->tournament;
        return Q_SEARCH_TOURNAMENT;
    }
    if (f->game != NULL) {
        *key = (struct store_value){.is_text = true, .text = f->game};
        return Q_SEARCH_GAME;
    }
    if (f->state >= 0) {
        *key = (struct store_value){.is_text = true, .text = match_state_name[f->state]};
        return Q_SEARCH_STATE;
    }
    return Q_SEARCH_ANY;
}

struct window {
    int64_t low, n;
};

static void on_window(void *context, const struct store *s, void *row)
{
    struct window *w = context;
    *w = (struct window){store_row_int(s, row, 0), store_row_int(s, row, 1)};
}

/* The matches of one window, which begins below *before; *before is then where the next begins, 0:
 * nowhere. */
static int search_window(struct store *s, const struct store_search *f, struct match_list *list,
                         int64_t *before)
{
    enum { WINDOW = 500 };
    struct window w = {0, 0};
    struct store_value key;
    int q = search_by(f, &key);
    struct store_value window[3] = {key, {.number = *before}, {.number = WINDOW}};
    int err = s->driver->query(s, q - Q_SEARCH_OPENING + Q_WINDOW_OPENING, window,
                               (int)ARRAY_LEN(window), on_window, &w);
    if (err < 0)
        return err;
    struct store_value v[16] = {
        key,
        {.number = *before},
        {.is_text = true, .text = f->state >= 0 ? match_state_name[f->state] : ""},
        {.is_text = true, .text = f->game != NULL ? f->game : ""},
        {.number = f->width},
        {.number = f->height},
        {.number = f->rated},
        {.number = f->winner},
        {.is_text = true, .text = f->reason >= 0 ? end_reason_name[f->reason] : ""},
        {.number = f->since},
        {.number = f->until > 0 ? f->until : INT64_MAX},
        {.number = f->tournament},
        {.number = f->viewer},
        {.number = f->player},
        {.number = w.low},
        {.number = list->limit - list->n},
    };
    *before = w.n == WINDOW ? w.low : 0;
    return w.n == 0 ? 0 : s->driver->query(s, q, v, (int)ARRAY_LEN(v), on_listed, list);
}

int store_match_search(struct store *s, const struct store_search *f, struct store_match *out,
                       int64_t *rest)
{
    enum { SEARCH_US = 5000 }; /* then the one who asks is given what was found, and goes on */
    struct match_list list = {out, 0, f->limit};
    int64_t before = f->before > 0 ? f->before : INT64_MAX;
    int64_t until_us = clock_us() + SEARCH_US;
    int err = 0;
    do
        err = search_window(s, f, &list, &before);
    while (err >= 0 && before != 0 && list.n < f->limit && clock_us() < until_us);
    if (err >= 0)
        *rest = before;
    return read_seats(s, &list, err);
}

int store_match_due(struct store *s, int64_t now, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, Q_MATCH_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    if (err >= 0)
        err = store_query(s, Q_RELEASE_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int store_match_wake(struct store *s, int64_t *at)
{
    int64_t release = 0;
    int64_t wake = 0;
    int err = store_some(store_query(s, Q_MATCH_WAKE, store_on_int, &wake, ""));
    if (err == 0)
        err = store_some(store_query(s, Q_RELEASE_WAKE, store_on_int, &release, ""));
    if (err == 0)
        *at = wake == 0 || (release != 0 && release < wake) ? release : wake;
    return err;
}

int store_opening_add(struct store *s, int64_t position, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_ADD, NULL, NULL, "ii", position, match));
}

int store_opening_wait(struct store *s, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_WAIT, NULL, NULL, "i", match));
}

int store_openings_waiting(struct store *s, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, Q_OPENINGS_WAITING, store_on_id, &list, "i", (int64_t)limit);
    return err < 0 ? err : list.n;
}

struct each_first {
    store_on_first *call;
    void *context;
};

static void on_each_first(void *context, const struct store *s, void *row)
{
    const struct each_first *each = context;
    char move[sizeof((struct store_move){0}.move)];
    store_row_copy(s, row, 2, move, sizeof move);
    each->call(each->context, store_row_int(s, row, 0), (int)store_row_int(s, row, 1), move);
}

int store_openings_moves(struct store *s, int limit, int plies, store_on_first *on_first,
                         void *context)
{
    struct each_first each = {on_first, context};
    return store_done(store_query(s, Q_OPENINGS_MOVES, on_each_first, &each, "ii", (int64_t)limit,
                                  (int64_t)plies));
}

int store_opening_done(struct store *s, int64_t match)
{
    return store_done(store_query(s, Q_OPENING_DONE, NULL, NULL, "i", match));
}

int store_clocks_shift(struct store *s, int64_t by_ms)
{
    return store_done(store_query(s, Q_CLOCKS_SHIFT, NULL, NULL, "i", by_ms));
}

int store_open_count(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, Q_OPEN_COUNT, store_on_int, n, "i", creator));
}

struct old_list {
    struct store_old *out;
    int n, limit;
};

static void on_old(void *context, const struct store *s, void *row)
{
    struct old_list *list = context;
    if (list->n < list->limit)
        list->out[list->n++] =
            (struct store_old){store_row_int(s, row, 0), store_row_int(s, row, 1)};
}

int store_open_old(struct store *s, int64_t before_ms, int limit, struct store_old *out)
{
    struct old_list list = {out, 0, limit};
    int err = store_query(s, Q_OPEN_OLD, on_old, &list, "ii", before_ms, (int64_t)limit);
    return err < 0 ? err : list.n;
}
