#include "store/clubs.h"

#include "base/err.h"
#include "store/clubs_sql.h"
#include <stdio.h>
#include <string.h>

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
    store_row_player(s, row, 10, &r->player);
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
        clubs_on_cup *cup;
        clubs_on_cup_player *cup_player;
        clubs_on_cup_game *cup_game;
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

/* --- tournaments --- */

const char *const cup_kind_name[CUP_KIND_N] = {"roundrobin", "swiss", "ladder"};

static int name_index(const char *const *names, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return 0;
}

int clubs_cup_add(struct store *s, struct cup *c)
{
    const struct store_match *m = &c->like;
    return store_some(store_query(
        s, CLUBS_CUP_ADD, store_on_int, &c->id, "itttttiiiitiiiiiiiii", c->creator.id,
        cup_kind_name[c->kind], match_state_name[c->state], c->name, c->text, m->game,
        (int64_t)m->width, (int64_t)m->height, (int64_t)m->swap, (int64_t)m->jacked, m->clock,
        (int64_t)m->rated, (int64_t)c->rounds, (int64_t)c->players_min, (int64_t)c->players_max,
        (int64_t)c->steps, c->created_at, c->starts_at, c->ends_at, c->wake_at));
}

static void read_cup(const struct store *s, void *row, struct cup *c)
{
    memset(c, 0, sizeof *c);
    c->id = store_row_int(s, row, 0);
    c->kind = (enum cup_kind)name_index(cup_kind_name, CUP_KIND_N, store_row_text(s, row, 1));
    c->state =
        (enum match_state)name_index(match_state_name, MATCH_STATE_N, store_row_text(s, row, 2));
    snprintf(c->name, sizeof c->name, "%s", store_row_text(s, row, 3));
    snprintf(c->text, sizeof c->text, "%s", store_row_text(s, row, 4));
    snprintf(c->like.game, sizeof c->like.game, "%s", store_row_text(s, row, 5));
    c->like.width = (int)store_row_int(s, row, 6);
    c->like.height = (int)store_row_int(s, row, 7);
    c->like.seats_n = 2;
    c->like.swap = store_row_int(s, row, 8) != 0;
    c->like.jacked = store_row_int(s, row, 9) != 0;
    snprintf(c->like.clock, sizeof c->like.clock, "%s", store_row_text(s, row, 10));
    c->like.rated = store_row_int(s, row, 11) != 0;
    c->rounds = (int)store_row_int(s, row, 12);
    c->round = (int)store_row_int(s, row, 13);
    c->players_min = (int)store_row_int(s, row, 14);
    c->players_max = (int)store_row_int(s, row, 15);
    c->steps = (int)store_row_int(s, row, 16);
    c->created_at = store_row_int(s, row, 17);
    c->starts_at = store_row_int(s, row, 18);
    c->started_at = store_row_int(s, row, 19);
    c->ends_at = store_row_int(s, row, 20);
    c->finished_at = store_row_int(s, row, 21);
    c->wake_at = store_row_int(s, row, 22);
    store_row_player(s, row, 23, &c->creator);
    c->players_n = (int)store_row_int(s, row, 26);
}

static void on_cup(void *context, const struct store *s, void *row)
{
    read_cup(s, row, context);
}

int clubs_cup_get(struct store *s, int64_t id, struct cup *out)
{
    return store_some(store_query(s, CLUBS_CUP_GET, on_cup, out, "i", id));
}

int clubs_cup_update(struct store *s, const struct cup *c)
{
    return store_done(store_query(s, CLUBS_CUP_UPDATE, NULL, NULL, "tiiiiii",
                                  match_state_name[c->state], (int64_t)c->rounds, (int64_t)c->round,
                                  c->started_at, c->finished_at, c->wake_at, c->id));
}

static void on_each_cup(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct cup c;
    read_cup(s, row, &c);
    e->on.cup(e->context, &c);
}

int clubs_cups(struct store *s, const struct cup_filter *f, clubs_on_cup *on, void *context)
{
    struct each e = {.on.cup = on, .context = context};
    return store_query(s, CLUBS_CUPS, on_each_cup, &e, "itti", f->before,
                       f->state >= 0 ? match_state_name[f->state] : "", f->game, (int64_t)f->limit);
}

int clubs_cups_due(struct store *s, int64_t now, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, CLUBS_CUPS_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int clubs_cup_wake(struct store *s, int64_t *at)
{
    return store_some(store_query(s, CLUBS_CUP_WAKE, store_on_int, at, ""));
}

int clubs_cups_open(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, CLUBS_CUPS_OPEN, store_on_int, n, "i", creator));
}

int clubs_cup_join(struct store *s, int64_t cup, int64_t player, int place, int64_t at)
{
    return store_done(
        store_query(s, CLUBS_CUP_JOIN, NULL, NULL, "iiii", cup, player, (int64_t)place, at));
}

int clubs_cup_leave(struct store *s, int64_t cup, int64_t player)
{
    return store_done(store_query(s, CLUBS_CUP_LEAVE, NULL, NULL, "ii", cup, player));
}

int clubs_cup_player_update(struct store *s, int64_t cup, const struct cup_player *p)
{
    return store_done(store_query(s, CLUBS_CUP_PLAYER_UPDATE, NULL, NULL, "iiii", (int64_t)p->place,
                                  (int64_t)p->withdrawn, cup, p->player.id));
}

static void on_cup_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct cup_player p = {.place = (int)store_row_int(s, row, 0),
                           .withdrawn = store_row_int(s, row, 1) != 0};
    store_row_player(s, row, 2, &p.player);
    e->on.cup_player(e->context, &p);
}

int clubs_cup_players(struct store *s, int64_t cup, clubs_on_cup_player *on, void *context)
{
    struct each e = {.on.cup_player = on, .context = context};
    return store_done(store_query(s, CLUBS_CUP_PLAYERS, on_cup_player, &e, "i", cup));
}

int clubs_cup_game_add(struct store *s, int64_t cup, const struct cup_game *g)
{
    return store_done(store_query(s, CLUBS_CUP_GAME_ADD, NULL, NULL, "iiiiiii", cup,
                                  (int64_t)g->round, (int64_t)g->board, g->match, g->a, g->b,
                                  (int64_t)g->result));
}

int clubs_cup_game_result(struct store *s, int64_t cup, int64_t match, int result)
{
    return store_done(
        store_query(s, CLUBS_CUP_GAME_RESULT, NULL, NULL, "iii", (int64_t)result, cup, match));
}

static void on_cup_game(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct cup_game g = {
        .round = (int)store_row_int(s, row, 0),
        .board = (int)store_row_int(s, row, 1),
        .match = store_row_int(s, row, 2),
        .a = store_row_int(s, row, 3),
        .b = store_row_int(s, row, 4),
        .result = (int)store_row_int(s, row, 5),
    };
    e->on.cup_game(e->context, &g);
}

int clubs_cup_games(struct store *s, int64_t cup, clubs_on_cup_game *on, void *context)
{
    struct each e = {.on.cup_game = on, .context = context};
    return store_done(store_query(s, CLUBS_CUP_GAMES, on_cup_game, &e, "i", cup));
}

int clubs_forget(struct store *s, int64_t player)
{
    int err = store_done(store_query(s, CLUBS_RATINGS_FORGET, NULL, NULL, "i", player));
    return err < 0 ? err : store_done(store_query(s, CLUBS_STEPS_FORGET, NULL, NULL, "i", player));
}
