#include "store/puzzles/composed.h"

#include "base/err.h"
#include "store/core/queries.h"

const char *const composed_state_name[COMPOSED_STATE_N] = {
    "waiting", "unique", "many", "lost", "undecided", "known", "published", "refused", "dropped"};

ROW_READER(read_composed, struct composed, COMPOSED_TOLD)
ROW_BINDER(bind_new, struct composed, COMPOSED_NEW)
ROW_BINDER(bind_change, struct composed, COMPOSED_CHANGE)

static void on_one(void *context, const struct store *s, void *row)
{
    read_composed(s, row, 0, context);
}

struct each {
    composed_on *on;
    void *context;
};

static void on_each(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct composed c;
    on_one(&c, s, row);
    e->on(e->context, &c);
}

int composed_add(struct store *s, struct composed *c)
{
    struct store_value v[ROW_N(COMPOSED_NEW)];
    int n = bind_new(c, v);
    return store_some(store_run(s, store_on_int, &c->id, Q_COMPOSED_ADD, v, n));
}

int composed_get(struct store *s, int64_t id, struct composed *out)
{
    return store_some(store_query(s, on_one, out, Q_COMPOSED_GET, id));
}

int composed_put(struct store *s, const struct composed *c)
{
    struct store_value v[ROW_N(COMPOSED_CHANGE) + 1];
    int n = bind_change(c, v);
    v[n++] = store_number(c->id);
    return store_done(store_run(s, NULL, NULL, Q_COMPOSED_PUT, v, n));
}

int composed_named(struct store *s, const char *puzzle, struct composed *out)
{
    return store_some(store_query(s, on_one, out, Q_COMPOSED_NAMED, puzzle));
}

int composed_next(struct store *s, int64_t now, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_COMPOSED_NEXT, now));
}

int composed_served(struct store *s, int64_t player, int64_t now)
{
    return store_done(store_query(s, NULL, NULL, Q_COMPOSED_SERVED, now, now, player));
}

int composed_greediest(struct store *s, int64_t asker, struct reviews_greed *out)
{
    return store_some(
        store_query(s, reviews_read_greed, out, Q_COMPOSED_GREEDIEST, asker, asker, asker));
}

int composed_waiting_of(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_COMPOSED_WAITING_OF, player));
}

int composed_waiting(struct store *s, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_COMPOSED_WAITING));
}

int composed_of(struct store *s, int64_t player, int64_t before, int limit, composed_on *on,
                void *context)
{
    struct each e = {on, context};
    return store_query(s, on_each, &e, Q_COMPOSED_OF, player, before, (int64_t)limit);
}

int composed_in(struct store *s, enum composed_state state, int64_t before, int limit,
                composed_on *on, void *context)
{
    struct each e = {on, context};
    return store_query(s, on_each, &e, Q_COMPOSED_IN, composed_state_name[state], before,
                       (int64_t)limit);
}

int composed_published(struct store *s, const char *game, int limit, composed_on *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_each, &e, Q_COMPOSED_PUBLISHED, game, limit));
}

int composed_tried(struct store *s, int64_t player, composed_on *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_each, &e, Q_COMPOSED_TRIED, player));
}

int composed_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_COMPOSED_FORGET, player));
}
