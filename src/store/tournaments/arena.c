#include "store/tournaments/arena.h"

#include "base/err.h"
#include "store/core/queries.h"

ROW_READER(read_player, struct arena_player, ARENA_TOLD)
ROW_READER(read_unmoved, struct arena_unmoved, ARENA_UNMOVED)
ROW_BINDER(bind_score, struct arena_player, ARENA_SCORE)

static void on_one(void *context, const struct store *s, void *row)
{
    read_player(s, row, 0, context);
}

int arena_player_get(struct store *s, int64_t arena, int64_t player, struct arena_player *out)
{
    return store_some(store_query(s, on_one, out, Q_ARENA_PLAYER, arena, player));
}

int arena_player_update(struct store *s, int64_t arena, const struct arena_player *p)
{
    struct store_value v[ROW_N(ARENA_SCORE) + 2];
    int n = bind_score(p, v);
    v[n++] = store_number(arena);
    v[n++] = store_number(p->player.id);
    return store_done(store_run(s, NULL, NULL, Q_ARENA_PLAYER_UPDATE, v, n));
}

struct each {
    arena_on_player *on;
    void *context;
};

static void on_each(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct arena_player p;
    read_player(s, row, 0, &p);
    e->on(e->context, &p);
}

int arena_players(struct store *s, int64_t arena, arena_on_player *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_each, &e, Q_ARENA_PLAYERS, arena));
}

int arena_elsewhere(struct store *s, int64_t arena, int64_t player, int64_t now, int64_t *other)
{
    return store_some(store_query(s, store_on_int, other, Q_ARENA_ELSEWHERE, arena, now, player));
}

int arena_pause_busy(struct store *s, int64_t arena, int64_t now)
{
    return store_done(store_query(s, NULL, NULL, Q_ARENA_PAUSE_BUSY, arena, now));
}

struct unmoved_list {
    struct arena_unmoved *out;
    int n, limit;
};

static void on_unmoved(void *context, const struct store *s, void *row)
{
    struct unmoved_list *l = context;
    if (l->n < l->limit)
        read_unmoved(s, row, 0, &l->out[l->n++]);
}

int arena_unmoved(struct store *s, int64_t arena, int limit, struct arena_unmoved *out)
{
    struct unmoved_list l = {out, 0, limit};
    int err = store_query(s, on_unmoved, &l, Q_ARENA_UNMOVED, arena, limit);
    return err < 0 ? err : l.n;
}
