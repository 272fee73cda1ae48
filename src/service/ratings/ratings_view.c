/* ratings_view.c - rankings, ratings and how they went, as JSON (ratings.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/ratings/ratings.h"

#include "base/err.h"
#include "service/core/service_int.h"
#include "service/ratings/glicko.h"
#include <stdio.h>
#include <string.h>

static json_t *view_rating(const struct rating *r)
{
    return JSON_OBJECT(
        {"game", json_string(r->game)},
        {"level", r->level != 0 ? json_integer(r->level) : json_null()},
        {"rating", json_integer(ratings_points(r->rating))},
        {"deviation", json_integer(ratings_points(r->deviation))},
        {"provisional", json_boolean(ratings_points(r->deviation) >= RATINGS_PROVISIONAL)},
        {"matches", json_integer(r->matches)}, {"won", json_integer(r->won)},
        {"lost", json_integer(r->lost)}, {"drawn", json_integer(r->drawn)},
        {"at", json_integer(r->at)});
}

struct page {
    json_t *list;
    struct rating last;
    int n, limit, rank;
};

static void on_ranked(void *context, const struct rating *r)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return; /* one more tells whether there is a next page */
    p->last = *r;
    json_t *row = view_rating(r);
    json_object_set_new(row, "rank", json_integer(++p->rank));
    json_object_set_new(row, "player", view_player(&r->player));
    json_array_append_new(p->list, row);
}

json_t *reader_ranking(struct reader *r, const struct ratings_ask *ask, int *err)
{
    struct store *s = reader_store(r);
    struct page p = {.limit = ask->limit};
    struct rating_filter f = {
        .game = ask->game,
        .bots = ask->bots,
        .deviation = ask->provisional ? INT64_MAX : RATINGS_KNOWN,
        .rating = INT64_MAX,
        .player = INT64_MAX,
        .limit = ask->limit + 1,
    };
    if (ask->after != NULL) { /* rank:rating:player */
        long long rating;
        long long player;
        int used = 0;
        if (strlen(ask->after) > 48 ||
            sscanf(ask->after, "%9d:%18lld:%18lld%n", &p.rank, &rating, &player, &used) != 3 ||
            ask->after[used] != '\0') {
            *err = ERR_RANGE;
            return NULL;
        }
        f.rating = rating;
        f.player = player;
    }
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    p.list = json_array();
    int n = rating_list(s, &f, on_ranked, &p);
    store_end(s);
    *err = n < 0 ? n : 0;
    if (n < 0) {
        json_decref(p.list);
        return NULL;
    }
    int64_t last = ask->bots ? p.last.level : p.last.player.id;
    json_t *next = p.n > ask->limit ? json_sprintf("%d:%lld:%lld", p.rank, (long long)p.last.rating,
                                                   (long long)last)
                                    : json_null();
    return JSON_OBJECT({"ratings", p.list}, {"next", next});
}

static void on_own(void *context, const struct rating *r)
{
    json_array_append_new(context, view_rating(r));
}

json_t *reader_ratings(struct reader *r, const char *name, int *err)
{
    struct store *s = reader_store(r);
    struct store_player p;
    json_t *list = json_array();
    *err = store_begin(s);
    if (*err == 0) {
        *err = store_player_named(s, name, &p);
        if (*err == 0)
            *err = rating_of_player(s, p.id, on_own, list);
        store_end(s);
    }
    if (*err == 0)
        return JSON_OBJECT({"player", view_player(&p)}, {"ratings", list});
    json_decref(list);
    return NULL;
}

static void on_step(void *context, const struct rating_step *t)
{
    json_array_append_new(
        context, JSON_OBJECT({"match", json_integer(t->match)}, {"at", json_integer(t->at)},
                             {"rating", json_integer(ratings_points(t->rating))},
                             {"deviation", json_integer(ratings_points(t->deviation))},
                             {"change", json_integer(ratings_points(t->change))}));
}

json_t *reader_rating_history(struct reader *r, const char *name, const char *game, int64_t since,
                              int *err)
{
    enum { STEPS_MAX = 1000 };
    struct store *s = reader_store(r);
    struct store_player p;
    json_t *list = json_array();
    *err = store_begin(s);
    if (*err == 0) {
        *err = store_player_named(s, name, &p);
        if (*err == 0)
            *err = rating_steps_of_player(s, p.id, game, 0, since, STEPS_MAX, on_step, list);
        store_end(s);
    }
    if (*err == 0)
        return JSON_OBJECT({"history", list});
    json_decref(list);
    return NULL;
}

static void on_match_step(void *context, const struct rating_step *t)
{
    json_array_append_new(
        context, JSON_OBJECT({"seat", json_integer(t->seat)},
                             {"before", json_integer(ratings_points(t->rating - t->change))},
                             {"after", json_integer(ratings_points(t->rating))}));
}

json_t *ratings_of_match(struct store *s, int64_t match)
{
    json_t *list = json_array();
    if (rating_steps_of_match(s, match, on_match_step, list) == 0 && json_array_size(list) > 0)
        return list;
    json_decref(list);
    return json_null();
}

/* Never rated: as at the beginning. */
static json_t *view_seat_rating(const struct rating *r, bool known)
{
    bool provisional = !known || ratings_points(r->deviation) >= RATINGS_PROVISIONAL;
    int points = known ? ratings_points(r->rating) : (int)GLICKO_RATING;
    return JSON_OBJECT({"points", json_integer(points)},
                       {"provisional", json_boolean(provisional)});
}

json_t *view_rating_most(const struct rating *r)
{
    if (r->game[0] == '\0')
        return json_null();
    json_t *out = view_seat_rating(r, true);
    json_object_set_new(out, "game", json_string(r->game));
    return out;
}

int ratings_show_player(struct store *s, int64_t player, const char *game, int level, json_t *view,
                        const char *member)
{
    struct rating r = {0};
    int err = rating_get(s, player, game, level, &r);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    json_object_set_new(view, member, view_seat_rating(&r, err == 0));
    return 0;
}

int ratings_show_players(struct store *s, const char *game, json_t *rows)
{
    json_t *one;
    size_t i;
    int err = 0;
    json_array_foreach(rows, i, one)
    {
        int64_t id = json_integer_value(json_object_get(json_object_get(one, "player"), "id"));
        if (err == 0)
            err = ratings_show_player(s, id, game, 0, one, "rating");
    }
    return err;
}

static void on_entrant(void *context, const struct rating *r)
{
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)r->player.id);
    json_object_set_new(context, id, view_seat_rating(r, true));
}

int ratings_show_entrants(struct store *s, int64_t tournament, const char *game, json_t *standings)
{
    const struct rating none = {.rating = 0};
    json_t *known = json_object();
    json_t *one;
    size_t i;
    int err = rating_of_tournament(s, tournament, game, on_entrant, known);
    json_array_foreach(standings, i, one)
    {
        char id[24];
        snprintf(
            id, sizeof id, "%lld",
            (long long)json_integer_value(json_object_get(json_object_get(one, "player"), "id")));
        json_t *rating = json_object_get(known, id);
        json_object_set_new(one, "rating",
                            rating != NULL ? json_incref(rating) : view_seat_rating(&none, false));
    }
    json_decref(known);
    return err;
}

int ratings_show(struct store *s, const struct store_match *m, json_t *view)
{
    json_t *seats = json_object_get(view, "seats");
    for (int i = 0; i < m->seats_n; i++) {
        const struct store_seat *seat = &m->seats[i];
        const struct store_player *p = seat->player.id != 0 ? &seat->player : &seat->asked;
        json_t *row = json_array_get(seats, (size_t)i);
        bool rated = p->id != 0 && (p->kind == PLAYER_MEMBER || seat->kind == SEAT_BOT);
        int err = 0;
        if (rated)
            err = ratings_show_player(s, p->id, m->game, seat->level, row, "rating");
        else
            json_object_set_new(row, "rating", json_null());
        if (err < 0)
            return err;
    }
    return 0;
}
