/* cups_view.c - tournaments as the API shows them (cups.h). */
#include "service/cups.h"

#include "base/err.h"
#include "service/pairing.h"
#include <stdlib.h>
#include <string.h>

static json_t *time_or_null(int64_t ms)
{
    return ms != 0 ? json_integer(ms) : json_null();
}

static json_t *view_cup(const struct cup *c, bool joined)
{
    const struct store_match *m = &c->like;
    struct clock_rule rule;
    json_t *clock = clock_parse(m->clock, &rule) == 0 ? view_clock_rule(&rule) : json_null();
    json_t *out = json_pack("{sI ss ss ss so ss si si s{sb sb} sb so}", "id", (json_int_t)c->id,
                            "name", c->name, "kind", cup_kind_name[c->kind], "state",
                            match_state_name[c->state], "creator", view_player(&c->creator), "game",
                            m->game, "width", m->width, "height", m->height, "options", "swap",
                            m->swap, "jacked", m->jacked, "rated", m->rated, "clock", clock);
    json_t *rest =
        json_pack("{si si si si si si so so sI so so ss sb}", "rounds", c->rounds, "round",
                  c->round, "players_min", c->players_min, "players_max", c->players_max,
                  "players_n", c->players_n, "steps", c->steps, "starts_at",
                  time_or_null(c->starts_at), "ends_at", time_or_null(c->ends_at), "created_at",
                  (json_int_t)c->created_at, "started_at", time_or_null(c->started_at),
                  "finished_at", time_or_null(c->finished_at), "text", c->text, "joined", joined);
    json_object_update(out, rest);
    json_decref(rest);
    return out;
}

static json_t *view_standing(const struct cup_rows *rows, const struct pairing_standing *s,
                             int rank)
{
    const struct cup_player *p = &rows->players[s->player];
    bool swiss = rows->cup.kind == CUP_SWISS;
    double buchholz = s->buchholz / 2.0;
    double sonneborn = s->sonneborn / 4.0;
    return json_pack("{so si sf sf sf si si si sb}", "player", view_player(&p->player), "rank",
                     rank, "score", s->score / 2.0, "tiebreak", swiss ? buchholz : sonneborn,
                     "tiebreak2", swiss ? sonneborn : (double)s->won, "won", s->won, "lost",
                     s->lost, "drawn", s->drawn, "withdrawn", p->withdrawn);
}

static int by_player(const void *x, const void *y)
{
    const struct pairing_standing *a = x;
    const struct pairing_standing *b = y;
    return a->player - b->player;
}

static json_t *view_players(const struct cup_rows *rows)
{
    struct pairing_standing s[PAIRING_MAX];
    json_t *out = json_array();
    bool ladder = rows->cup.kind == CUP_LADDER;
    pairing_standings(rows->players_n, rows->pairs, rows->games_n, rows->cup.kind == CUP_SWISS, s);
    if (ladder || rows->cup.state == MATCH_OPEN) /* by place, not by score */
        qsort(s, (size_t)rows->players_n, sizeof s[0], by_player);
    for (int i = 0; i < rows->players_n; i++)
        json_array_append_new(out, view_standing(rows, &s[i], ladder ? i + 1 : s[i].rank));
    return out;
}

static json_t *view_cup_games(const struct cup_rows *rows)
{
    json_t *out = json_array();
    for (int i = 0; i < rows->games_n; i++) {
        const struct cup_game *g = &rows->games[i];
        json_t *players = json_pack("[I]", (json_int_t)g->a);
        json_t *result = json_null();
        if (g->b != 0)
            json_array_append_new(players, json_integer(g->b));
        if (g->result >= 0 && g->b != 0)
            result = json_pack("[ff]", g->result / 2.0, (2 - g->result) / 2.0);
        else if (g->result >= 0)
            result = json_pack("[f]", g->result / 2.0);
        json_array_append_new(out, json_pack("{si so so so}", "round", g->round, "match",
                                             time_or_null(g->match), "players", players, "result",
                                             result));
    }
    return out;
}

json_t *reader_cup(struct reader *r, int64_t id, int64_t asker, int *err)
{
    struct store *s = service_reader_store(r);
    struct cup_rows rows = {.players = NULL};
    json_t *out = NULL;
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    *err = cup_rows_load(s, id, &rows);
    if (store_commit(s) < 0)
        store_rollback(s);
    if (*err == 0) {
        int me = cup_rows_find(&rows, asker);
        out = view_cup(&rows.cup, me >= 0 && !rows.players[me].withdrawn);
        json_object_set_new(out, "players", view_players(&rows));
        json_object_set_new(out, "games", view_cup_games(&rows));
    }
    cup_rows_free(&rows);
    return out;
}

struct page {
    struct store *s;
    int64_t asker, last;
    json_t *list;
    int n, limit, err;
    bool joined; /* of the row at hand */
};

static void on_cup(void *context, const struct cup *c)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = c->id;
    json_array_append_new(p->list, view_cup(c, false));
}

static void on_member(void *context, const struct cup_player *m)
{
    struct page *p = context;
    p->joined = p->joined || (m->player.id == p->asker && !m->withdrawn);
}

static int mark_joined(struct page *p)
{
    int err = 0;
    for (size_t i = 0; err == 0 && p->asker != 0 && i < json_array_size(p->list); i++) {
        json_t *cup = json_array_get(p->list, i);
        p->joined = false;
        err = clubs_cup_players(p->s, json_integer_value(json_object_get(cup, "id")), on_member, p);
        json_object_set_new(cup, "joined", json_boolean(p->joined));
    }
    return err;
}

json_t *reader_cups(struct reader *r, const struct cup_filter *f, int64_t asker, int *err)
{
    struct store *s = service_reader_store(r);
    struct cup_filter more = *f;
    struct page p = {.s = s, .asker = asker, .limit = f->limit};
    more.limit++;
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    p.list = json_array();
    int n = clubs_cups(s, &more, on_cup, &p);
    *err = n < 0 ? n : mark_joined(&p);
    if (store_commit(s) < 0)
        store_rollback(s);
    if (*err < 0) {
        json_decref(p.list);
        return NULL;
    }
    return json_pack("{so so}", "tournaments", p.list, "next",
                     p.n > f->limit ? json_integer(p.last) : json_null());
}
