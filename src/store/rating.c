#include "store/rating.h"

#include "base/err.h"
#include "store/rating_sql.h"
#include <stdio.h>
#include <string.h>

static void read_rating(const struct store *s, void *row, struct rating *r)
{
    *r = (struct rating){
        .level = (int)store_row_int(s, row, 1),
        .rating = store_row_int(s, row, 2),
        .deviation = store_row_int(s, row, 3),
        .volatility = store_row_int(s, row, 4),
        .matches = (int)store_row_int(s, row, 5),
        .won = (int)store_row_int(s, row, 6),
        .lost = (int)store_row_int(s, row, 7),
        .drawn = (int)store_row_int(s, row, 8),
        .at = store_row_int(s, row, 9),
    };
    snprintf(r->game, sizeof r->game, "%s", store_row_text(s, row, 0));
    store_row_player(s, row, 10, &r->player);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_rating(s, row, context);
}

int rating_get(struct store *s, int64_t player, const char *game, int level, struct rating *out)
{
    return store_some(store_query(s, RATING_GET, on_one, out, "iti", player, game, (int64_t)level));
}

int rating_put(struct store *s, const struct rating *r)
{
    return store_done(store_query(s, RATING_PUT, NULL, NULL, "itiiiiiiiii", r->player.id, r->game,
                                  (int64_t)r->level, r->rating, r->deviation, r->volatility,
                                  (int64_t)r->matches, (int64_t)r->won, (int64_t)r->lost,
                                  (int64_t)r->drawn, r->at));
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
    read_rating(s, row, &r);
    e->on.rating(e->context, &r);
}

int rating_of_player(struct store *s, int64_t player, rating_on *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_done(store_query(s, RATING_OF_PLAYER, on_rating, &e, "i", player));
}

int rating_list(struct store *s, const struct rating_filter *f, rating_on *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_query(s, f->bots ? RATING_LIST_BOTS : RATING_LIST_PEOPLE, on_rating, &e, "tiiii",
                       f->game, f->deviation, f->rating, f->player, (int64_t)f->limit);
}

int rating_step_add(struct store *s, const struct rating_step *t)
{
    return store_done(store_query(s, RATING_STEP_ADD, NULL, NULL, "iiitiiiii", t->match,
                                  (int64_t)t->seat, t->player, t->game, (int64_t)t->level, t->at,
                                  t->rating, t->deviation, t->change));
}

static void on_step(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct rating_step t = {
        .match = store_row_int(s, row, 0),
        .seat = (int)store_row_int(s, row, 1),
        .player = store_row_int(s, row, 2),
        .game = store_row_text(s, row, 3),
        .level = (int)store_row_int(s, row, 4),
        .at = store_row_int(s, row, 5),
        .rating = store_row_int(s, row, 6),
        .deviation = store_row_int(s, row, 7),
        .change = store_row_int(s, row, 8),
    };
    e->on.step(e->context, &t);
}

int rating_steps_of_match(struct store *s, int64_t match, rating_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, RATING_STEPS_OF_MATCH, on_step, &e, "i", match));
}

int rating_steps_of_player(struct store *s, int64_t player, const char *game, int level,
                           int64_t since, int limit, rating_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, RATING_STEPS_OF_PLAYER, on_step, &e, "itiii", player, game,
                                  (int64_t)level, since, (int64_t)limit));
}

int rating_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, RATING_FORGET, NULL, NULL, "i", player));
    return err < 0 ? err : store_done(store_query(s, RATING_FORGET_STEPS, NULL, NULL, "i", player));
}
