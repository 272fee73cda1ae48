#include "store/clubs.h"

#include "base/err.h"
#include "store/clubs_sql.h"
#include <stdio.h>
#include <string.h>

static void read_player(const struct store *s, void *row, int column, struct store_player *p)
{
    p->id = store_row_int(s, row, column);
    for (int i = 0; i < PLAYER_KIND_N; i++)
        if (strcmp(player_kind_name[i], store_row_text(s, row, column + 1)) == 0)
            p->kind = (enum player_kind)i;
    snprintf(p->name, sizeof p->name, "%s", store_row_text(s, row, column + 2));
}

static void read_rating(const struct store *s, void *row, struct club_rating *r)
{
    *r = (struct club_rating){
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
    read_player(s, row, 10, &r->player);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_rating(s, row, context);
}

int clubs_rating_get(struct store *s, int64_t player, const char *game, int level,
                     struct club_rating *out)
{
    return store_some(
        store_query(s, CLUBS_RATING_GET, on_one, out, "iti", player, game, (int64_t)level));
}

int clubs_rating_put(struct store *s, const struct club_rating *r)
{
    return store_done(store_query(s, CLUBS_RATING_PUT, NULL, NULL, "itiiiiiiiii", r->player.id,
                                  r->game, (int64_t)r->level, r->rating, r->deviation,
                                  r->volatility, (int64_t)r->matches, (int64_t)r->won,
                                  (int64_t)r->lost, (int64_t)r->drawn, r->at));
}

struct each {
    union {
        clubs_on_rating *rating;
        clubs_on_step *step;
    } on;
    void *context;
};

static void on_rating(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct club_rating r;
    read_rating(s, row, &r);
    e->on.rating(e->context, &r);
}

int clubs_ratings_of(struct store *s, int64_t player, clubs_on_rating *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_done(store_query(s, CLUBS_RATINGS_OF, on_rating, &e, "i", player));
}

int clubs_ranking(struct store *s, const struct club_ranking *f, clubs_on_rating *on, void *context)
{
    struct each e = {.on.rating = on, .context = context};
    return store_query(s, f->bots ? CLUBS_RANKING_BOTS : CLUBS_RANKING_PEOPLE, on_rating, &e,
                       "tiiii", f->game, f->deviation, f->rating, f->player, (int64_t)f->limit);
}

int clubs_step_add(struct store *s, const struct club_step *t)
{
    return store_done(store_query(s, CLUBS_STEP_ADD, NULL, NULL, "iiitiiiii", t->match,
                                  (int64_t)t->seat, t->player, t->game, (int64_t)t->level, t->at,
                                  t->rating, t->deviation, t->change));
}

static void on_step(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct club_step t = {
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

int clubs_steps_of_match(struct store *s, int64_t match, clubs_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, CLUBS_STEPS_OF_MATCH, on_step, &e, "i", match));
}

int clubs_steps_of_player(struct store *s, int64_t player, const char *game, int level,
                          int64_t since, int limit, clubs_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, CLUBS_STEPS_OF_PLAYER, on_step, &e, "itiii", player, game,
                                  (int64_t)level, since, (int64_t)limit));
}

int clubs_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, CLUBS_RATINGS_FORGET, NULL, NULL, "i", player));
    return err < 0 ? err : store_done(store_query(s, CLUBS_STEPS_FORGET, NULL, NULL, "i", player));
}
