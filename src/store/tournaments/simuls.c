#include "store/tournaments/simuls.h"

#include "store/core/queries.h"
#include <string.h>

ROW_READER(read_columns, struct simul, SIMUL_TOLD)
ROW_BINDER(bind_new, struct simul, SIMUL_NEW)
ROW_BINDER(bind_change, struct simul, SIMUL_CHANGE)
ROW_READER(read_guest, struct simul_guest, SIMUL_GUEST_TOLD)
ROW_BINDER(bind_new_guest, struct simul_guest, SIMUL_GUEST_NEW)
ROW_BINDER(bind_guest, struct simul_guest, SIMUL_GUEST_CHANGE)

int simuls_add(struct store *s, struct simul *m)
{
    struct store_value v[ROW_N(SIMUL_NEW)];
    int n = bind_new(m, v);
    return store_some(store_run(s, store_on_int, &m->id, Q_SIMULS_ADD, v, n));
}

static void read_simul(const struct store *s, void *row, struct simul *m)
{
    memset(m, 0, sizeof *m);
    m->like.seats_n = 2;
    read_columns(s, row, 0, m);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_simul(s, row, context);
}

int simuls_get(struct store *s, int64_t id, struct simul *out)
{
    return store_some(store_query(s, on_one, out, Q_SIMULS_GET, id));
}

int simuls_update(struct store *s, const struct simul *m)
{
    struct store_value v[ROW_N(SIMUL_CHANGE) + 1];
    int n = bind_change(m, v);
    v[n++] = store_number(m->id);
    return store_done(store_run(s, NULL, NULL, Q_SIMULS_UPDATE, v, n));
}

struct each {
    simuls_on *one;
    simuls_on_guest *guest;
    void *context;
};

static void on_each(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct simul m;
    read_simul(s, row, &m);
    e->one(e->context, &m);
}

int simuls_list(struct store *s, const struct simuls_filter *f, simuls_on *on, void *context)
{
    struct each e = {.one = on, .context = context};
    return store_query(s, on_each, &e, Q_SIMULS_LIST, f->before,
                       f->state >= 0 ? match_state_name[f->state] : "", f->game, f->limit);
}

int simuls_of(struct store *s, int64_t player, simuls_on *on, void *context)
{
    struct each e = {.one = on, .context = context};
    return store_done(store_query(s, on_each, &e, Q_SIMULS_OF, player));
}

int simuls_open(struct store *s, int64_t host, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SIMULS_OPEN, host));
}

int simuls_forgotten(struct store *s, int64_t opened_by, int limit, int64_t *ids)
{
    struct store_ids list = {ids, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_SIMULS_FORGOTTEN, opened_by, limit);
    return err < 0 ? err : list.n;
}

int simuls_ask(struct store *s, int64_t simul, int64_t player, int64_t at)
{
    const struct simul_guest guest = {.player.id = player, .joined_at = at, .result = SIMUL_PLAYED};
    struct store_value v[ROW_N(SIMUL_GUEST_NEW) + 1];
    int n = bind_new_guest(&guest, v);
    v[n++] = store_number(simul);
    return store_done(store_run(s, NULL, NULL, Q_SIMULS_ASK, v, n));
}

int simuls_unask(struct store *s, int64_t simul, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_SIMULS_UNASK, simul, player));
}

int simuls_guest_put(struct store *s, int64_t simul, const struct simul_guest *g)
{
    struct store_value v[ROW_N(SIMUL_GUEST_CHANGE) + 2];
    int n = bind_guest(g, v);
    v[n++] = store_number(simul);
    v[n++] = store_number(g->player.id);
    return store_done(store_run(s, NULL, NULL, Q_SIMULS_GUEST_PUT, v, n));
}

static void on_guest(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct simul_guest g;
    read_guest(s, row, 0, &g);
    e->guest(e->context, &g);
}

int simuls_guests(struct store *s, int64_t simul, simuls_on_guest *on, void *context)
{
    struct each e = {.guest = on, .context = context};
    return store_done(store_query(s, on_guest, &e, Q_SIMULS_GUESTS, simul));
}

int simuls_of_match(struct store *s, int64_t match, int64_t *simul)
{
    return store_some(store_query(s, store_on_int, simul, Q_SIMULS_OF_MATCH, match));
}

int simuls_result(struct store *s, int64_t match, enum simul_result result)
{
    return store_done(store_query(s, NULL, NULL, Q_SIMULS_RESULT, (int)result, match));
}

int simuls_playing(struct store *s, int64_t simul, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SIMULS_PLAYING, simul));
}

int simuls_forget(struct store *s, int64_t player, int64_t at)
{
    int err = store_done(store_query(s, NULL, NULL, Q_SIMULS_CALL_OFF, at, player));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_SIMULS_TEXTS, player));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_SIMULS_WISHES, player));
}
