#include "store/tournaments/tournament.h"

#include "base/err.h"
#include "store/core/queries.h"
#include <string.h>

const char *const tournament_kind_name[TOURNAMENT_KIND_N] = {"roundrobin", "swiss", "ladder",
                                                             "arena"};

ROW_READER(read_columns, struct tournament, TOURNAMENT_TOLD)
ROW_READER(read_entry, struct tournament_player, ENTRY_TOLD)
ROW_READER(read_taken, struct tournament_taken, TAKEN_TOLD)
ROW_BINDER(bind_new, struct tournament, TOURNAMENT_NEW)
ROW_BINDER(bind_change, struct tournament, TOURNAMENT_CHANGE)
ROW_READER(read_pairing, struct tournament_pairing, PAIRING_ROW)
ROW_BINDER(bind_pairing, struct tournament_pairing, PAIRING_ROW)

int tournament_add(struct store *s, struct tournament *t)
{
    struct store_value v[ROW_N(TOURNAMENT_NEW)];
    int n = bind_new(t, v);
    return store_some(store_run(s, store_on_int, &t->id, Q_TOURNAMENT_ADD, v, n));
}

struct each {
    union {
        tournament_on *one;
        tournament_on_player *player;
        tournament_on_pairing *pairing;
    } on;
    void *context;
};

static void read_tournament(const struct store *s, void *row, struct tournament *t)
{
    memset(t, 0, sizeof *t);
    t->like.seats_n = 2;
    read_columns(s, row, 0, t);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_tournament(s, row, context);
}

int tournament_get(struct store *s, int64_t id, struct tournament *out)
{
    return store_some(store_query(s, on_one, out, Q_TOURNAMENT_GET, id));
}

int tournament_update(struct store *s, const struct tournament *t)
{
    struct store_value v[ROW_N(TOURNAMENT_CHANGE) + 1];
    int n = bind_change(t, v);
    v[n++] = store_number(t->id);
    return store_done(store_run(s, NULL, NULL, Q_TOURNAMENT_UPDATE, v, n));
}

static void on_each(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament t;
    read_tournament(s, row, &t);
    e->on.one(e->context, &t);
}

int tournament_list(struct store *s, const struct tournament_filter *f, tournament_on *on,
                    void *context)
{
    struct each e = {.on.one = on, .context = context};
    const char *state = f->state >= 0 ? match_state_name[f->state] : "";
    if (f->team != 0)
        return store_query(s, on_each, &e, Q_TOURNAMENT_OF_TEAM, f->team, f->before, state, f->game,
                           f->limit);
    return store_query(s, on_each, &e, Q_TOURNAMENT_LIST, f->before, state, f->game, f->limit);
}

int tournament_team_end(struct store *s, int64_t team)
{
    return store_done(store_query(s, NULL, NULL, Q_TOURNAMENT_TEAM_END, team));
}

int tournament_due(struct store *s, int64_t now, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_TOURNAMENT_DUE, now, limit);
    return err < 0 ? err : list.n;
}

int tournament_wake(struct store *s, int64_t *at)
{
    return store_some(store_query(s, store_on_int, at, Q_TOURNAMENT_WAKE));
}

struct numbers {
    tournament_on_number *on;
    void *context;
};

static void on_number(void *context, const struct store *s, void *row)
{
    const struct numbers *n = context;
    n->on(n->context, store_row_int(s, row, 0));
}

int tournament_joined(struct store *s, int64_t player, int64_t from, int64_t to,
                      tournament_on_number *on, void *context)
{
    struct numbers n = {on, context};
    return store_done(store_query(s, on_number, &n, Q_TOURNAMENT_JOINED, player, from, to));
}

int tournament_forget(struct store *s, int64_t player)
{
    int err = store_query(s, NULL, NULL, Q_TOURNAMENT_FORGET_OPEN, player);
    return store_done(err < 0 ? err
                              : store_query(s, NULL, NULL, Q_TOURNAMENT_FORGET_RUNNING, player));
}

struct taken_list {
    tournament_on_taken *on;
    void *context;
};

static void on_taken(void *context, const struct store *s, void *row)
{
    const struct taken_list *l = context;
    struct tournament_taken t;
    read_taken(s, row, 0, &t);
    l->on(l->context, &t);
}

int tournament_of_player(struct store *s, int64_t player, tournament_on_taken *on, void *context)
{
    struct taken_list l = {on, context};
    return store_done(store_query(s, on_taken, &l, Q_TOURNAMENT_OF_PLAYER, player));
}

int tournament_open(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_TOURNAMENT_OPEN, creator));
}

int tournament_join(struct store *s, int64_t tournament, int64_t player, int place, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_TOURNAMENT_JOIN, tournament, player, place, at));
}

int tournament_leave(struct store *s, int64_t tournament, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_TOURNAMENT_LEAVE, tournament, player));
}

int tournament_player_update(struct store *s, int64_t tournament, const struct tournament_player *p)
{
    return store_done(store_query(s, NULL, NULL, Q_TOURNAMENT_PLAYER_UPDATE, p->place, p->withdrawn,
                                  tournament, p->player.id));
}

static void on_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament_player p;
    read_entry(s, row, 0, &p);
    e->on.player(e->context, &p);
}

int tournament_players(struct store *s, int64_t tournament, tournament_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(store_query(s, on_player, &e, Q_TOURNAMENT_PLAYERS, tournament));
}

int tournament_pairing_add(struct store *s, int64_t tournament, const struct tournament_pairing *g)
{
    struct store_value v[ROW_N(PAIRING_ROW) + 1];
    int n = bind_pairing(g, v);
    v[n++] = store_number(tournament);
    return store_done(store_run(s, NULL, NULL, Q_TOURNAMENT_PAIRING_ADD, v, n));
}

int tournament_pairing_result(struct store *s, int64_t tournament, int64_t match, int result)
{
    return store_done(
        store_query(s, NULL, NULL, Q_TOURNAMENT_PAIRING_RESULT, result, tournament, match));
}

static void on_pairing(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament_pairing g;
    read_pairing(s, row, 0, &g);
    e->on.pairing(e->context, &g);
}

int tournament_pairings(struct store *s, int64_t tournament, tournament_on_pairing *on,
                        void *context)
{
    struct each e = {.on.pairing = on, .context = context};
    return store_done(store_query(s, on_pairing, &e, Q_TOURNAMENT_PAIRINGS, tournament));
}
