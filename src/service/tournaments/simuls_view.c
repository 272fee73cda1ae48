/* simuls_view.c - simultaneous exhibitions as the API shows them (simuls.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/ratings/ratings.h"
#include "service/tournaments/simuls.h"

#include "base/err.h"

static json_t *time_or_null(int64_t ms)
{
    return ms != 0 ? json_integer(ms) : json_null();
}

static json_t *view_simul(const struct simul *m)
{
    static const char *const sides[] = {"alternating", "first", "second"};
    struct clock_rule rule;
    json_t *clock = clock_parse(m->like.clock, &rule) == 0 ? view_clock_rule(&rule) : json_null();
    json_t *out =
        JSON_OBJECT({"id", json_integer(m->id)}, {"state", json_string(match_state_name[m->state])},
                    {"host", view_player(&m->host)}, {"text", json_string(m->text)},
                    {"game", json_string(m->like.game)}, {"width", json_integer(m->like.width)},
                    {"height", json_integer(m->like.height)},
                    {"options", JSON_OBJECT({"swap", json_boolean(m->like.swap)},
                                            {"jacked", json_boolean(m->like.jacked)})},
                    {"clock", clock}, {"host_ms", json_integer(m->host_ms)},
                    {"host_side", json_string(sides[m->host_seat])});
    json_t *rest = JSON_OBJECT(
        {"guests_max", json_integer(m->guests_max)}, {"asked", json_integer(m->asked)},
        {"boards", json_integer(m->boards)},
        {"score", JSON_OBJECT({"won", json_integer(m->won)}, {"drawn", json_integer(m->drawn)},
                              {"lost", json_integer(m->lost)})},
        {"created_at", json_integer(m->created_at)}, {"started_at", time_or_null(m->started_at)},
        {"finished_at", time_or_null(m->finished_at)});
    json_object_update(out, rest);
    json_decref(rest);
    return out;
}

static json_t *view_guest_result(const struct simul_guest *g)
{
    static const char *const names[] = {"lost", "drawn", "won", "aborted"};
    return g->result < 0 ? json_null() : json_string(names[g->result]);
}

static void on_guest(void *context, const struct simul_guest *g)
{
    bool plays = g->match != 0;
    json_array_append_new(
        context,
        JSON_OBJECT({"player", view_player(&g->player)}, {"accepted", json_boolean(g->accepted)},
                    {"match", plays ? json_integer(g->match) : json_null()},
                    {"host_seat", plays ? json_integer(g->host_seat) : json_null()},
                    {"result", view_guest_result(g)}, {"ply", json_integer(g->ply)},
                    {"host_to_move", json_boolean(plays && g->turn_seat == g->host_seat)}));
}

json_t *reader_simul(struct reader *r, int64_t id, int *err)
{
    struct simul m;
    json_t *guests = json_array();
    json_t *out = NULL;
    *err = store_begin(reader_store(r));
    if (*err == 0) {
        *err = simuls_get(reader_store(r), id, &m);
        if (*err == 0)
            *err = simuls_guests(reader_store(r), id, on_guest, guests);
        if (*err == 0)
            *err = ratings_show_players(reader_store(r), m.like.game, guests);
        if (*err == 0) {
            out = view_simul(&m);
            *err =
                ratings_show_player(reader_store(r), m.host.id, m.like.game, 0, out, "host_rating");
        }
        store_end(reader_store(r));
    }
    if (*err == 0) {
        json_object_set_new(out, "guests", guests);
        return out;
    }
    json_decref(guests);
    json_decref(out);
    return NULL;
}

static void on_simul(void *context, const struct simul *m)
{
    json_array_append_new(context, view_simul(m));
}

json_t *reader_simuls(struct reader *r, const struct simuls_filter *f, int *err)
{
    struct simuls_filter more = *f;
    json_t *list = json_array();
    json_t *next = json_null();
    more.limit++; /* one more tells whether there is a next page */
    *err = store_begin(reader_store(r));
    if (*err == 0) {
        int n = simuls_list(reader_store(r), &more, on_simul, list);
        store_end(reader_store(r));
        *err = n < 0 ? n : 0;
    }
    if (json_array_size(list) > (size_t)f->limit) {
        (void)json_array_remove(list, (size_t)f->limit);
        next = json_incref(json_object_get(json_array_get(list, (size_t)f->limit - 1), "id"));
    }
    json_t *out =
        *err == 0 ? JSON_OBJECT({"simuls", json_incref(list)}, {"next", json_incref(next)}) : NULL;
    json_decref(list);
    json_decref(next);
    return out;
}

json_t *reader_simuls_of(struct reader *r, int64_t player, int *err)
{
    json_t *list = json_array();
    *err = store_begin(reader_store(r));
    if (*err == 0) {
        *err = simuls_of(reader_store(r), player, on_simul, list);
        store_end(reader_store(r));
    }
    if (*err == 0)
        return list;
    json_decref(list);
    return NULL;
}
