#include "store/ratings/rating.h"

#include "base/err.h"
#include "store/core/queries.h"

ROW_READER(read_rating, struct rating, RATING_TOLD)
ROW_BINDER(bind_rating, struct rating, RATING_ROW)
ROW_READER(read_step, struct rating_step, RATING_STEP_ROW)
ROW_BINDER(bind_step, struct rating_step, RATING_STEP_ROW)
ROW_BINDER(bind_step_change, struct rating_step, RATING_STEP_CHANGE)
ROW_BINDER(bind_step_key, struct rating_step, RATING_STEP_KEY)
ROW_READER(read_when, struct rating_when, RATING_WHEN)

static void on_one(void *context, const struct store *s, void *row)
{
    read_rating(s, row, 0, context);
}

int rating_get(struct store *s, int64_t player, const char *game, int level, struct rating *out)
{
    return store_some(store_query(s, on_one, out, Q_RATING_GET, player, game, level));
}

int rating_put(struct store *s, const struct rating *r)
{
    struct store_value v[ROW_N(RATING_ROW)];
    int n = bind_rating(r, v);
    return store_done(store_run(s, NULL, NULL, Q_RATING_PUT, v, n));
}

int rating_remove(struct store *s, int64_t player, const char *game, int level)
{
    return store_done(store_query(s, NULL, NULL, Q_RATING_REMOVE, player, game, level));
}

struct each {
    union {
        rating_on *rating;
        rating_on_step *step;
    } on;
    void *context;
};

static void on_rating(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct rating r;
    read_rating(s, row, 0, &r);
    e->on.rating(e->context, &r);
}

int rating_of_player(struct store *s, int64_t player, rating_on *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_done(store_query(s, on_rating, &e, Q_RATING_OF_PLAYER, player));
}

int rating_of_tournament(struct store *s, int64_t tournament, const char *game, rating_on *on,
                         void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_done(store_query(s, on_rating, &e, Q_RATING_OF_TOURNAMENT, tournament, game));
}

int rating_list(struct store *s, const struct rating_filter *f, rating_on *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_query(s, on_rating, &e, f->bots ? Q_RATING_LIST_BOTS : Q_RATING_LIST_PEOPLE,
                       f->game, f->deviation, f->rating, f->player, f->limit);
}

int rating_step_add(struct store *s, const struct rating_step *t)
{
    struct store_value v[ROW_N(RATING_STEP_ROW)];
    int n = bind_step(t, v);
    return store_done(store_run(s, NULL, NULL, Q_RATING_STEP_ADD, v, n));
}

int rating_step_update(struct store *s, const struct rating_step *t)
{
    struct store_value v[ROW_N(RATING_STEP_CHANGE) + ROW_N(RATING_STEP_KEY)];
    int n = bind_step_change(t, v);
    n += bind_step_key(t, v + n);
    return store_done(store_run(s, NULL, NULL, Q_RATING_STEP_UPDATE, v, n));
}

int rating_steps_remove(struct store *s, int64_t match)
{
    return store_done(store_query(s, NULL, NULL, Q_RATING_STEPS_REMOVE, match));
}

int rating_step_last(struct store *s, const char *game, int64_t *at)
{
    return store_some(store_query(s, store_on_int, at, Q_RATING_STEP_LAST, game));
}

static void on_step(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct rating_step t;
    read_step(s, row, 0, &t);
    e->on.step(e->context, &t);
}

static void on_one_step(void *context, const struct store *s, void *row)
{
    struct rating_step *t = context;
    read_step(s, row, 0, t);
    t->game = NULL;
}

int rating_step_before(struct store *s, int64_t player, const char *game, int level, int64_t at,
                       int64_t match, struct rating_step *out)
{
    return store_some(
        store_query(s, on_one_step, out, Q_RATING_STEP_BEFORE, player, game, level, at, match));
}

struct when_list {
    struct rating_when *out;
    int n;
};

static void on_when(void *context, const struct store *s, void *row)
{
    struct when_list *l = context;
    read_when(s, row, 0, &l->out[l->n++]);
}

int rating_matches_after(struct store *s, const char *game, const struct rating_when *after,
                         int limit, struct rating_when *out)
{
    struct when_list list = {out, 0};
    return store_query(s, on_when, &list, Q_RATING_MATCHES_AFTER, game, after->at, after->match,
                       limit);
}

int rating_steps_of_match(struct store *s, int64_t match, rating_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, on_step, &e, Q_RATING_STEPS_OF_MATCH, match));
}

int rating_steps_of_player(struct store *s, int64_t player, const char *game, int level,
                           int64_t since, int limit, rating_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(
        store_query(s, on_step, &e, Q_RATING_STEPS_OF_PLAYER, player, game, level, since, limit));
}

int rating_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, NULL, NULL, Q_RATING_FORGET, player));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_RATING_FORGET_STEPS, player));
}
