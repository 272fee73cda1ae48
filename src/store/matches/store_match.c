/* store_match.c - matches and their seats (store.h): stored, listed, searched, and their due
 * times. */
#include "store/core/queries.h"

#include "base/err.h"
#include "platform/clock.h"
#include "store/core/cache.h"
#include "store/matches/store_match.h"
#include <string.h>

ROW_READER(read_match, struct store_match, MATCH_ROW)
ROW_BINDER(bind_new_match, struct store_match, MATCH_NEW)
ROW_BINDER(bind_match, struct store_match, MATCH_CHANGE)
/* A row of the table seat; seats are numbered from 1. */
struct seat_row {
    int64_t match;
    int seat;
    struct store_seat of;
};
ROW_READER(read_seat, struct seat_row, SEAT_TOLD)
ROW_BINDER(bind_new_seat, struct seat_row, SEAT_NEW)
ROW_BINDER(bind_seat, struct seat_row, SEAT_CHANGE)
ROW_BINDER(bind_seat_key, struct seat_row, SEAT_KEY)

static int add_seat(struct store *s, int64_t match, int seat, const struct store_seat *value)
{
    const struct seat_row row = {match, seat, *value};
    struct store_value v[ROW_N(SEAT_NEW)];
    int n = bind_new_seat(&row, v);
    return store_done(store_run(s, NULL, NULL, Q_SEAT_ADD, v, n));
}

int store_match_add(struct store *s, struct store_match *m)
{
    struct store_value v[ROW_N(MATCH_NEW)];
    int n = bind_new_match(m, v);
    int err = store_some(store_run(s, store_on_int, &m->id, Q_MATCH_ADD, v, n));
    for (int i = 0; err == 0 && i < m->seats_n; i++)
        err = add_seat(s, m->id, i + 1, &m->seats[i]);
    if (err == 0)
        store_made(s, m->id);
    if (err == 0 && s->cache != NULL)
        store_cache_put(s->cache, m);
    return err;
}

void store_match_read(struct store_match *out, const struct store *s, void *row)
{
    memset(out, 0, sizeof *out);
    read_match(s, row, 0, out);
}

void store_match_read_seat(struct store_match *m, const struct store *s, void *row, int column)
{
    struct seat_row r;
    read_seat(s, row, column, &r);
    if (r.seat >= 1 && r.seat <= STORE_SEATS_MAX)
        m->seats[r.seat - 1] = r.of;
}

static void on_match(void *context, const struct store *s, void *row)
{
    store_match_read(context, s, row);
}

static void on_seat(void *context, const struct store *s, void *row)
{
    store_match_read_seat(context, s, row, 0);
}

#define CHANGED                                                                                    \
    " FROM unnest($1::bigint[], $2::bigint[]) AS k (id, revision)"                                 \
    " JOIN match m ON m.id = k.id AND m.revision <> k.revision"
const char store_matches_changed[] = MATCH_SELECT CHANGED;
const char store_seats_changed[] = "SELECT s.match, " ROW_NAMES(SEAT_TOLD, "") CHANGED
    " JOIN seat s ON s.match = m.id"
    " LEFT JOIN player p ON p.id = s.player LEFT JOIN player a ON a.id = s.asked"
    " ORDER BY s.match, s.seat";

int store_match_get(struct store *s, int64_t id, struct store_match *out)
{
    struct store_match m;
    bool keeps = store_keeps(s, id);
    if (keeps && store_cache_get(s->cache, id, out))
        return 0;
    int err = store_some(store_query(s, on_match, &m, Q_MATCH_GET, id));
    if (err == 0)
        err = store_done(store_query(s, on_seat, &m, Q_SEATS, id));
    if (err < 0)
        return err;
    *out = m;
    if (keeps)
        store_cache_put(s->cache, &m);
    return 0;
}

int store_match_update(struct store *s, const struct store_match *m)
{
    struct store_value v[ROW_N(MATCH_CHANGE) + 1];
    struct store_match next = *m;
    next.revision++;
    int n = bind_match(&next, v);
    v[n++] = store_number(m->id);
    if (!store_reaches(s, m->id))
        return ERR_REACH;
    if (s->cache != NULL)
        store_cache_put(s->cache, &next);
    return store_done(store_run(s, NULL, NULL, Q_MATCH_UPDATE, v, n));
}

int store_seat_update(struct store *s, int64_t match, int seat, const struct store_seat *value)
{
    const struct seat_row row = {match, seat, *value};
    struct store_value v[ROW_N(SEAT_CHANGE) + ROW_N(SEAT_KEY)];
    int n = bind_seat(&row, v);
    n += bind_seat_key(&row, v + n);
    if (!store_reaches(s, match))
        return ERR_REACH;
    if (s->cache != NULL)
        store_cache_drop(s->cache, match);
    return store_done(store_run(s, NULL, NULL, Q_SEAT_UPDATE, v, n));
}

struct match_list {
    struct store_match *out;
    int n, limit;
};

static void on_listed(void *context, const struct store *s, void *row)
{
    struct match_list *list = context;
    if (list->n < list->limit)
        on_match(&list->out[list->n++], s, row);
}

static int read_seats(struct store *s, struct match_list *list, int err)
{
    for (int i = 0; err >= 0 && i < list->n; i++)
        err = store_query(s, on_seat, &list->out[i], Q_SEATS, list->out[i].id);
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
    if (f->followed != 0)
        err = store_query(s, on_listed, &list, Q_LIST_FOLLOWED, before, game, f->followed, limit);
    else if (f->mine != 0 || f->turn != 0)
        err = store_query(s, on_listed, &list, Q_LIST_PLAYER, before, game,
                          f->mine != 0 ? f->mine : f->turn,
                          f->turn != 0 ? match_state_name[MATCH_RUNNING] : state, f->turn, limit);
    else if (f->state >= 0)
        err = store_query(s, on_listed, &list, Q_LIST_STATE, before, game, f->viewer, state, limit);
    else
        err = store_query(s, on_listed, &list, Q_LIST_ANY, before, game, f->viewer, limit);
    return read_seats(s, &list, err);
}

int store_match_asked(struct store *s, int64_t player, int limit, struct store_match *out)
{
    struct match_list list = {out, 0, limit};
    int err = store_query(s, on_listed, &list, Q_LIST_ASKED, player, limit);
    return read_seats(s, &list, err);
}

/* Chooses the index for a search, and the key to look up in it. */
static int search_by(const struct store_search *f, struct store_value *key)
{
    *key = store_number(0);
    if (f->has_opening) {
        *key = store_number(f->opening);
        return Q_SEARCH_OPENING;
    }
    if (f->player != 0) {
        *key = store_number(f->player);
        return Q_SEARCH_PLAYER;
    }
    if (f->tournament != 0) {
        *key = store_number(f->tournament);
        return Q_SEARCH_TOURNAMENT;
    }
    if (f->game != NULL) {
        *key = store_text(f->game);
        return Q_SEARCH_GAME;
    }
    if (f->state >= 0) {
        *key = store_text(match_state_name[f->state]);
        return Q_SEARCH_STATE;
    }
    return Q_SEARCH_ANY;
}

struct window {
    int64_t low, n;
};
ROW_READER(read_window, struct window, WINDOW_ROW)
ROW_BINDER(bind_asked, struct store_search, SEARCH_ASKED)

static void on_window(void *context, const struct store *s, void *row)
{
    read_window(s, row, 0, context);
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
    struct store_value v[ROW_N(SEARCH_ASKED) + 4] = {key, store_number(*before),
                                                     store_number(WINDOW)};
    int err = store_run(s, on_window, &w, q - Q_SEARCH_OPENING + Q_WINDOW_OPENING, v, 3);
    if (err < 0)
        return err;
    int n = 2 + bind_asked(f, v + 2);
    v[n++] = store_number(w.low);
    v[n++] = store_number(list->limit - list->n);
    *before = w.n == WINDOW ? w.low : 0;
    return w.n == 0 ? 0 : store_run(s, on_listed, list, q, v, n);
}

int store_match_search(struct store *s, const struct store_search *f, struct store_match *out,
                       int64_t *rest)
{
    enum {
        SEARCH_US = 5000
    }; /* then the search returns what it has found; the caller can
                                * continue */
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
    int err = store_query(s, store_on_id, &list, Q_MATCH_DUE, now, limit);
    if (err >= 0)
        err = store_query(s, store_on_id, &list, Q_RELEASE_DUE, now, limit);
    return err < 0 ? err : list.n;
}

int store_match_wake(struct store *s, int64_t *at)
{
    int64_t release = 0;
    int64_t wake = 0;
    int err = store_some(store_query(s, store_on_int, &wake, Q_MATCH_WAKE));
    if (err == 0)
        err = store_some(store_query(s, store_on_int, &release, Q_RELEASE_WAKE));
    if (err == 0)
        *at = wake == 0 || (release != 0 && release < wake) ? release : wake;
    return err;
}

int store_opening_add(struct store *s, int64_t position, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_OPENING_ADD, position, match));
}

int store_opening_wait(struct store *s, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_OPENING_WAIT, match));
}

int store_openings_waiting(struct store *s, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_OPENINGS_WAITING, limit);
    return err < 0 ? err : list.n;
}

int store_opening_waits(struct store *s, int64_t match)
{
    struct store_ids list = {&match, 0, 1};
    int err = store_query(s, store_on_id, &list, Q_OPENING_WAITS, match);
    return err < 0 ? err : list.n;
}

struct opening_move {
    int64_t match;
    int ply;
    char move[sizeof((struct store_move){0}.move)];
};
ROW_READER(read_first, struct opening_move, OPENING_MOVE)

struct each_first {
    store_on_first *call;
    void *context;
};

static void on_each_first(void *context, const struct store *s, void *row)
{
    const struct each_first *each = context;
    struct opening_move m;
    read_first(s, row, 0, &m);
    each->call(each->context, m.match, m.ply, m.move);
}

int store_openings_moves(struct store *s, int limit, int plies, store_on_first *on_first,
                         void *context)
{
    struct each_first each = {on_first, context};
    return store_done(store_query(s, on_each_first, &each, Q_OPENINGS_MOVES, limit, plies));
}

int store_opening_done(struct store *s, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_OPENING_DONE, match));
}

int store_clocks_shift(struct store *s, int64_t by_ms)
{
    int err = store_done(store_query(s, NULL, NULL, Q_CLOCKS_SHIFT, by_ms));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_HOLDS_SHIFT, by_ms));
}

int store_open_count(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_OPEN_COUNT, creator));
}

ROW_READER(read_old, struct store_old, OPEN_OLD)

struct old_list {
    struct store_old *out;
    int n, limit;
};

static void on_old(void *context, const struct store *s, void *row)
{
    struct old_list *list = context;
    if (list->n < list->limit)
        read_old(s, row, 0, &list->out[list->n++]);
}

int store_open_old(struct store *s, int64_t before_ms, int limit, struct store_old *out)
{
    struct old_list list = {out, 0, limit};
    int err = store_query(s, on_old, &list, Q_OPEN_OLD, before_ms, limit);
    return err < 0 ? err : list.n;
}
