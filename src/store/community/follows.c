#include "store/community/follows.h"

#include "store/core/queries.h"

int follows_add(struct store *s, int64_t player, int64_t other, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_FOLLOWS_ADD, player, other, at));
}

int follows_end(struct store *s, int64_t player, int64_t other)
{
    return store_done(store_query(s, NULL, NULL, Q_FOLLOWS_END, player, other));
}

int follows_part(struct store *s, int64_t player, int64_t other)
{
    int err = follows_end(s, player, other);
    return err < 0 ? err : follows_end(s, other, player);
}

int follows_shake_off(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_FOLLOWS_SHAKE_OFF, player));
}

int follows_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_FOLLOWS_FORGET, player));
}

int follows_has(struct store *s, int64_t player, int64_t other, bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_FOLLOWS_HAS, player, other));
    if (err == 0)
        *out = n > 0;
    return err;
}

int follows_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_FOLLOWS_COUNT, player));
}

int follows_of(struct store *s, int64_t player, int cap, int64_t *out)
{
    struct store_ids list = {out, 0, cap};
    int err = store_query(s, store_on_id, &list, Q_FOLLOWS_OF, player, cap);
    return err < 0 ? err : list.n;
}

ROW_READER(read_followed, struct follows_one, FOLLOWED_TOLD)

struct each {
    follows_on_one *on;
    void *context;
};

static void on_one(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct follows_one one;
    read_followed(s, row, 0, &one);
    e->on(e->context, &one);
}

int follows_list(struct store *s, int64_t player, follows_on_one *on, void *context)
{
    struct each e = {on, context};
    return store_done(store_query(s, on_one, &e, Q_FOLLOWS_LIST, player));
}
