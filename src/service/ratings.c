#include "service/ratings.h"

#include "base/err.h"
#include "service/glicko.h"
#include "service/service_int.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THOUSAND = 1000, BILLION = 1000000000, PERIOD_DAYS = 5 };

int ratings_points(int64_t thousandths)
{
    return (int)((thousandths + (thousandths >= 0 ? THOUSAND / 2 : -THOUSAND / 2)) / THOUSAND);
}

int ratings_compare(const struct store_match *m, int seat, int other)
{
    int a = seat - 1;
    int b = other - 1;
    if (m->winner_seat == seat)
        return 2;
    if (m->winner_seat == other)
        return 0;
    if (m->reason == END_DRAW)
        return 1;
    if (m->seats[a].resigned != m->seats[b].resigned)
        return m->seats[a].resigned ? 0 : 2;
    if (m->seats[a].resigned || m->points[a] == m->points[b])
        return 1;
    return m->points[a] > m->points[b] ? 2 : 0; /* only Claims, where seat and side are the same */
}

static struct glicko belief(const struct rating *r)
{
    return (struct glicko){(double)r->rating / THOUSAND, (double)r->deviation / THOUSAND,
                           (double)r->volatility / BILLION};
}

/* The rating of a seat before the match; as of now, so that who was away long is less well
 * known. */
static int load(struct work *w, int seat, struct rating *r)
{
    const struct store_seat *s = &w->m.seats[seat - 1];
    *r = (struct rating){
        .player = s->player,
        .level = s->level,
        .rating = (int64_t)GLICKO_RATING * THOUSAND,
        .deviation = (int64_t)GLICKO_DEVIATION * THOUSAND,
        .volatility = (int64_t)(GLICKO_VOLATILITY * BILLION),
        .at = w->now,
    };
    snprintf(r->game, sizeof r->game, "%s", w->m.game);
    int err = rating_get(w->s->store, s->player.id, w->m.game, s->level, r);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    double days = (double)(w->now > r->at ? w->now - r->at : 0) / (double)CLOCK_DAY_MS;
    struct glicko now = belief(r);
    now = glicko_rate(&now, NULL, 0, days / PERIOD_DAYS);
    r->deviation = llround(now.deviation * THOUSAND);
    return 0;
}

/* Rates one seat against the others as they were before the match. */
static int rate(struct work *w, int seat, const struct rating *all, json_t *told)
{
    const struct store_match *m = &w->m;
    struct glicko_result results[STORE_SEATS_MAX];
    struct rating r = all[seat - 1];
    int better = 0;
    int worse = 0;
    int n = 0;
    for (int other = 1; other <= m->seats_n; other++) {
        if (other == seat)
            continue;
        int score = ratings_compare(m, seat, other);
        better += score == 2;
        worse += score == 0;
        results[n++] = (struct glicko_result){belief(&all[other - 1]), score / 2.0};
    }
    struct glicko before = belief(&r);
    struct glicko after = glicko_rate(&before, results, n, 0);
    int64_t rating = r.rating;
    r.rating = llround(after.rating * THOUSAND);
    r.deviation = llround(after.deviation * THOUSAND);
    r.volatility = llround(after.volatility * BILLION);
    r.at = w->now;
    r.matches++;
    r.won += worse == 0 && better == m->seats_n - 1;
    r.lost += worse > 0;
    r.drawn += worse == 0 && better < m->seats_n - 1;
    struct rating_step step = {m->id,  r.player.id, seat,        r.level,          r.game,
                               w->now, r.rating,    r.deviation, r.rating - rating};
    json_array_append_new(told,
                          json_pack("{si si si}", "seat", seat, "before", ratings_points(rating),
                                    "after", ratings_points(r.rating)));
    int err = rating_put(w->s->store, &r);
    return err < 0 ? err : rating_step_add(w->s->store, &step);
}

int ratings_apply(struct work *w, json_t **told)
{
    const struct store_match *m = &w->m;
    struct rating all[STORE_SEATS_MAX];
    bool bots = false;
    int err = 0;
    *told = NULL;
    if (!m->rated || m->state != MATCH_FINISHED || m->ply - m->start_ply < 2) {
        *told = json_null();
        return 0;
    }
    json_t *list = json_array();
    for (int seat = 1; err == 0 && seat <= m->seats_n; seat++) {
        bots = bots || m->seats[seat - 1].kind == SEAT_BOT;
        err = load(w, seat, &all[seat - 1]);
    }
    for (int seat = 1; err == 0 && seat <= m->seats_n; seat++)
        if (!bots || m->seats[seat - 1].kind == SEAT_BOT)
            err = rate(w, seat, all, list);
    if (err == 0)
        *told = list;
    else
        json_decref(list);
    return err;
}

/* --- reading --- */

static json_t *view_rating(const struct rating *r)
{
    return json_pack("{ss so si si sb si si si si sI}", "game", r->game, "level",
                     r->level != 0 ? json_integer(r->level) : json_null(), "rating",
                     ratings_points(r->rating), "deviation", ratings_points(r->deviation),
                     "provisional", ratings_points(r->deviation) >= RATINGS_PROVISIONAL, "matches",
                     r->matches, "won", r->won, "lost", r->lost, "drawn", r->drawn, "at",
                     (json_int_t)r->at);
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

static void leave(struct store *s)
{
    if (store_commit(s) < 0)
        store_rollback(s);
}

json_t *reader_ranking(struct reader *r, const struct ratings_ask *ask, int *err)
{
    struct store *s = service_reader_store(r);
    struct page p = {.limit = ask->limit};
    struct rating_filter f = {
        .game = ask->game,
        .bots = ask->bots,
        .deviation =
            ask->provisional ? INT64_MAX : RATINGS_PROVISIONAL * THOUSAND - THOUSAND / 2 - 1,
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
    leave(s);
    *err = n < 0 ? n : 0;
    if (n < 0) {
        json_decref(p.list);
        return NULL;
    }
    int64_t last = ask->bots ? p.last.level : p.last.player.id;
    json_t *next = p.n > ask->limit ? json_sprintf("%d:%lld:%lld", p.rank, (long long)p.last.rating,
                                                   (long long)last)
                                    : json_null();
    return json_pack("{so so}", "ratings", p.list, "next", next);
}

static void on_own(void *context, const struct rating *r)
{
    json_array_append_new(context, view_rating(r));
}

json_t *reader_ratings(struct reader *r, const char *name, int *err)
{
    struct store *s = service_reader_store(r);
    struct store_player p;
    json_t *list = json_array();
    *err = store_begin(s);
    if (*err == 0) {
        *err = store_player_named(s, name, &p);
        if (*err == 0)
            *err = rating_of_player(s, p.id, on_own, list);
        leave(s);
    }
    if (*err == 0)
        return json_pack("{so so}", "player", view_player(&p), "ratings", list);
    json_decref(list);
    return NULL;
}

static void on_step(void *context, const struct rating_step *t)
{
    json_array_append_new(
        context, json_pack("{sI sI si si si}", "match", (json_int_t)t->match, "at",
                           (json_int_t)t->at, "rating", ratings_points(t->rating), "deviation",
                           ratings_points(t->deviation), "change", ratings_points(t->change)));
}

json_t *reader_rating_history(struct reader *r, const char *name, const char *game, int64_t since,
                              int *err)
{
    enum { STEPS_MAX = 1000 };
    struct store *s = service_reader_store(r);
    struct store_player p;
    json_t *list = json_array();
    *err = store_begin(s);
    if (*err == 0) {
        *err = store_player_named(s, name, &p);
        if (*err == 0)
            *err = rating_steps_of_player(s, p.id, game, 0, since, STEPS_MAX, on_step, list);
        leave(s);
    }
    if (*err == 0)
        return json_pack("{so}", "history", list);
    json_decref(list);
    return NULL;
}

static void on_match_step(void *context, const struct rating_step *t)
{
    json_array_append_new(context, json_pack("{si si si}", "seat", t->seat, "before",
                                             ratings_points(t->rating - t->change), "after",
                                             ratings_points(t->rating)));
}

json_t *ratings_of_match(struct store *s, int64_t match)
{
    json_t *list = json_array();
    if (rating_steps_of_match(s, match, on_match_step, list) == 0 && json_array_size(list) > 0)
        return list;
    json_decref(list);
    return json_null();
}
