/* tournaments_view.c - tournaments as the API shows them (tournaments.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/tournaments/tournaments.h"

#include "base/err.h"
#include "base/times.h"
#include "service/core/service_int.h"
#include "service/ratings/ratings.h"
#include "service/tournaments/arenas.h"
#include "service/tournaments/pairing.h"
#include <stdlib.h>
#include <string.h>

static json_t *time_or_null(int64_t ms)
{
    return ms != 0 ? json_integer(ms) : json_null();
}

static json_t *view_tournament(const struct tournament *t, bool joined)
{
    const struct store_match *m = &t->like;
    struct clock_rule rule;
    json_t *clock = clock_parse(m->clock, &rule) == 0 ? view_clock_rule(&rule) : json_null();
    json_t *out =
        JSON_OBJECT({"id", json_integer(t->id)}, {"name", json_string(t->name)},
                    {"kind", json_string(tournament_kind_name[t->kind])},
                    {"state", json_string(match_state_name[t->state])},
                    {"creator", view_player(&t->creator)}, {"game", json_string(m->game)},
                    {"width", json_integer(m->width)}, {"height", json_integer(m->height)},
                    {"options", JSON_OBJECT({"swap", json_boolean(m->swap)},
                                            {"jacked", json_boolean(m->jacked)})},
                    {"rated", json_boolean(m->rated)}, {"clock", clock});
    json_t *rest = JSON_OBJECT(
        {"rounds", json_integer(t->rounds)}, {"round", json_integer(t->round)},
        {"players_min", json_integer(t->players_min)},
        {"players_max", json_integer(t->players_max)}, {"players_n", json_integer(t->players_n)},
        {"steps", json_integer(t->steps)}, {"starts_at", time_or_null(t->starts_at)},
        {"ends_at", time_or_null(t->kind == TOURNAMENT_ARENA ? arenas_end(t) : t->ends_at)},
        {"created_at", json_integer(t->created_at)}, {"started_at", time_or_null(t->started_at)},
        {"finished_at", time_or_null(t->finished_at)}, {"text", json_string(t->text)},
        {"joined", json_boolean(joined)});
    if (t->kind == TOURNAMENT_ARENA)
        json_object_set_new(rest, "minutes", json_integer(t->minutes));
    json_object_update(out, rest);
    json_decref(rest);
    json_object_set_new(out, "grace_s", json_integer(m->grace_ms / SECOND_MS));
    json_object_set_new(out, "pause_s", json_integer(t->pause_ms / SECOND_MS));
    bool pauses = t->state == MATCH_RUNNING && t->kind != TOURNAMENT_LADDER &&
                  t->kind != TOURNAMENT_ARENA && t->wake_at != 0;
    json_object_set_new(out, "next_round_at", time_or_null(pauses ? t->wake_at : 0));
    json_object_set_new(out, "team",
                        t->team != 0 ? JSON_OBJECT({"id", json_integer(t->team)},
                                                   {"name", json_string(t->team_name)})
                                     : json_null());
    return out;
}

static json_t *view_standing(const struct tournament_rows *rows, const struct pairing_standing *s,
                             int rank)
{
    const struct tournament_player *p = &rows->players[s->player];
    bool swiss = rows->tournament.kind == TOURNAMENT_SWISS;
    double buchholz = s->buchholz / 2.0;
    double sonneborn = s->sonneborn / 4.0;
    return JSON_OBJECT(
        {"player", view_player(&p->player)}, {"rank", json_integer(rank)},
        {"score", json_real(s->score / 2.0)}, {"tiebreak", json_real(swiss ? buchholz : sonneborn)},
        {"tiebreak2", json_real(swiss ? sonneborn : (double)s->won)}, {"won", json_integer(s->won)},
        {"lost", json_integer(s->lost)}, {"drawn", json_integer(s->drawn)},
        {"withdrawn", json_boolean(p->withdrawn)});
}

static int by_player(const void *x, const void *y)
{
    const struct pairing_standing *a = x;
    const struct pairing_standing *b = y;
    return a->player - b->player;
}

static json_t *view_players(const struct tournament_rows *rows)
{
    struct pairing_standing s[PAIRING_MAX];
    json_t *out = json_array();
    bool ladder = rows->tournament.kind == TOURNAMENT_LADDER;
    pairing_standings(rows->players_n, rows->pairs, rows->games_n,
                      rows->tournament.kind == TOURNAMENT_SWISS, s);
    if (ladder || rows->tournament.state == MATCH_OPEN) /* by place, not by score */
        qsort(s, (size_t)rows->players_n, sizeof s[0], by_player);
    for (int i = 0; i < rows->players_n; i++)
        json_array_append_new(out, view_standing(rows, &s[i], ladder ? i + 1 : s[i].rank));
    return out;
}

static json_t *view_tournament_pairings(const struct tournament_rows *rows)
{
    json_t *out = json_array();
    for (int i = 0; i < rows->games_n; i++) {
        const struct tournament_pairing *g = &rows->games[i];
        json_t *players = json_pack("[I]", (json_int_t)g->a);
        json_t *result = json_null();
        if (g->b != 0)
            json_array_append_new(players, json_integer(g->b));
        if (g->result >= 0 && g->b != 0)
            result = json_pack("[ff]", g->result / 2.0, (2 - g->result) / 2.0);
        else if (g->result >= 0)
            result = json_pack("[f]", g->result / 2.0);
        json_array_append_new(out, JSON_OBJECT({"round", json_integer(g->round)},
                                               {"match", time_or_null(g->match)},
                                               {"players", players}, {"result", result}));
    }
    return out;
}

/* All of a tournament that has rounds, or of a ladder. */
static int view_rows(struct store *s, int64_t id, int64_t asker, json_t **out)
{
    struct tournament_rows rows = {.players = NULL};
    int err = tournaments_load(s, id, &rows);
    if (err == 0) {
        int me = tournaments_find(&rows, asker);
        *out = view_tournament(&rows.tournament, me >= 0 && !rows.players[me].withdrawn);
        json_object_set_new(*out, "players", view_players(&rows));
        json_object_set_new(*out, "games", view_tournament_pairings(&rows));
        err = ratings_show_entrants(s, id, rows.tournament.like.game,
                                    json_object_get(*out, "players"));
    }
    tournaments_free(&rows);
    return err;
}

json_t *reader_tournament_from(struct reader *r, int64_t id, int64_t asker, int from, int *err)
{
    struct store *s = reader_store(r);
    struct tournament t;
    json_t *out = NULL;
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    *err = tournament_get(s, id, &t);
    if (*err == 0 && t.kind == TOURNAMENT_ARENA) {
        out = view_tournament(&t, false);
        *err = arenas_view(s, &t, asker, from, out);
        if (*err == 0)
            *err = ratings_show_entrants(s, id, t.like.game, json_object_get(out, "players"));
        json_object_set_new(out, "now", json_integer(service_now(reader_service(r))));
    } else if (*err == 0) {
        *err = view_rows(s, id, asker, &out);
    }
    store_end(s);
    if (*err < 0) {
        json_decref(out);
        return NULL;
    }
    return out;
}

json_t *reader_tournament(struct reader *r, int64_t id, int64_t asker, int *err)
{
    return reader_tournament_from(r, id, asker, 1, err);
}

struct page {
    int64_t last;
    json_t *list;
    int n, limit;
};

static void on_tournament(void *context, const struct tournament *t)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = t->id;
    json_array_append_new(p->list, view_tournament(t, false));
}

static int64_t id_of(const json_t *tournament)
{
    return json_integer_value(json_object_get(tournament, "id"));
}

static void on_joined(void *context, int64_t id)
{
    json_t *list = context;
    json_t *tournament;
    size_t i;
    json_array_foreach(list, i, tournament)
    {
        if (id_of(tournament) == id)
            json_object_set_new(tournament, "joined", json_true());
    }
}

/* In which of the list, the newest first, the asker takes part. */
static int mark_joined(struct store *s, json_t *list, int64_t asker)
{
    size_t n = json_array_size(list);
    if (n == 0 || asker == 0)
        return 0;
    return tournament_joined(s, asker, id_of(json_array_get(list, n - 1)),
                             id_of(json_array_get(list, 0)), on_joined, list);
}

json_t *reader_tournaments(struct reader *r, const struct tournament_filter *f, int64_t asker,
                           int *err)
{
    struct store *s = reader_store(r);
    struct tournament_filter more = *f;
    struct page p = {.limit = f->limit};
    more.limit++;
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    p.list = json_array();
    int n = tournament_list(s, &more, on_tournament, &p);
    *err = n < 0 ? n : mark_joined(s, p.list, asker);
    store_end(s);
    if (*err < 0) {
        json_decref(p.list);
        return NULL;
    }
    return JSON_OBJECT({"tournaments", p.list},
                       {"next", p.n > f->limit ? json_integer(p.last) : json_null()});
}
