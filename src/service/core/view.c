/* view.c - the API's JSON, made from the store's rows (docs/API.md). */
#include "service/core/service.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/view.h"
#include "service/matches/seats.h"
#include <string.h>

static json_t *number_or_null(int n)
{
    return n != 0 ? json_integer(n) : json_null();
}

json_t *view_player(const struct store_player *p)
{
    if (p->id == 0)
        return json_null();
    return JSON_OBJECT({"id", json_integer(p->id)}, {"name", json_string(p->name)},
                       {"kind", json_string(player_kind_name[p->kind])});
}

static json_t *view_options(const struct game *g)
{
    json_t *out = json_array();
    if (g->options & OPTION_SWAP)
        json_array_append_new(
            out, JSON_OBJECT({"name", json_string("swap")},
                             {"default", json_boolean((g->options_default & OPTION_SWAP) != 0)}));
    if (g->options & OPTION_JACKED)
        json_array_append_new(
            out, JSON_OBJECT({"name", json_string("jacked")},
                             {"default", json_boolean((g->options_default & OPTION_JACKED) != 0)}));
    return out;
}

json_t *view_words(const char *line)
{
    json_t *list = json_array();
    for (line += strspn(line, " "); *line != '\0'; line += strspn(line, " ")) {
        size_t n = strcspn(line, " ");
        json_array_append_new(list, json_stringn(line, n));
        line += n;
    }
    return list;
}

json_t *view_games(void)
{
    json_t *list = json_array();
    for (int i = 0; i < GAME_N; i++) {
        const struct game *g = games[i];
        json_array_append_new(
            list,
            JSON_OBJECT(
                {"name", json_string(g->name)}, {"title", json_string(g->title)},
                {"designer", json_string(g->designer)}, {"year", json_string(g->year)},
                {"summary", json_string(g->summary)}, {"size_min", json_integer(g->size_min)},
                {"size_max", json_integer(g->size_max)}, {"size_step", json_integer(g->size_step)},
                {"size_default", json_integer(g->size_default)},
                {"players_min", json_integer(g->players_min)},
                {"players_max", json_integer(g->players_max)},
                {"rectangular", json_boolean(g->rectangular)}, {"options", view_options(g)}));
    }
    return JSON_OBJECT({"games", list});
}

int match_setup(const struct store_match *m, struct setup *out)
{
    const struct game *g = game_find(m->game);
    if (g == NULL)
        return ERR_ILLEGAL;
    struct setup s = setup_default(g->id);
    if (m->width < 1 || m->width > SIDE_MAX || m->height < 1 || m->height > SIDE_MAX)
        return ERR_ILLEGAL;
    s.width = (uint8_t)m->width;
    s.height = (uint8_t)m->height;
    s.players = (uint8_t)m->seats_n;
    s.options = (uint8_t)((m->swap ? OPTION_SWAP : 0) | (m->jacked ? OPTION_JACKED : 0));
    if (setup_check(&s, NULL) < 0)
        return ERR_ILLEGAL;
    *out = s;
    return 0;
}

json_t *view_offers(const struct store_match *m)
{
    json_t *takeback = json_null();
    if (m->takeback_seat != 0)
        takeback = JSON_OBJECT({"seat", json_integer(m->takeback_seat)},
                               {"ply", json_integer(m->takeback_ply)});
    return JSON_OBJECT({"draw", number_or_null(m->draw_seat)}, {"takeback", takeback},
                       {"pause", number_or_null(m->pause_seat)});
}

static json_t *time_or_null(int64_t ms)
{
    return ms != 0 ? json_integer(ms) : json_null();
}

json_t *view_clock_rule(const struct clock_rule *r)
{
    return JSON_OBJECT({"kind", json_string(clock_kind_name[r->kind])},
                       {"main_ms", json_integer(r->main_ms)}, {"add_ms", json_integer(r->add_ms)},
                       {"cap_ms", json_integer(r->cap_ms)}, {"move_ms", json_integer(r->move_ms)},
                       {"periods", json_integer(r->periods)},
                       {"timeout", json_string(r->claim ? "claim" : "auto")});
}

/* The seats whose players have come, while the first clock waits. */
static json_t *view_here(const struct store_match *m)
{
    json_t *seats = json_array();
    for (int i = 0; i < m->seats_n; i++)
        if (m->here & seats_bit(i + 1))
            json_array_append_new(seats, json_integer(i + 1));
    return seats;
}

json_t *view_clock(const struct store_match *m)
{
    struct clock_rule rule;
    if (m->clock[0] == '\0' || clock_parse(m->clock, &rule) < 0)
        return json_null();
    json_t *out = view_clock_rule(&rule);
    json_t *seats = json_array();
    bool slow = clock_is_slow(&rule);
    for (int i = 0; i < m->seats_n; i++) {
        const struct store_seat *s = &m->seats[i];
        json_array_append_new(
            seats, JSON_OBJECT({"left_ms", json_integer(s->left_ms)},
                               {"periods", json_integer(s->periods)},
                               {"away_until", time_or_null(slow ? s->away_until : 0)},
                               {"berserk", json_boolean((m->berserk & seats_bit(i + 1)) != 0)}));
    }
    json_t *state =
        JSON_OBJECT({"pace", json_string(slow ? "correspondence" : "live")},
                    {"running", number_or_null(m->clock_at != 0 ? m->turn_seat : 0)},
                    {"since", time_or_null(m->clock_at)}, {"deadline", time_or_null(m->deadline)},
                    {"paused", json_boolean(m->paused)}, {"seats", seats},
                    {"held_until", time_or_null(m->hold_until)},
                    {"here", m->hold_until != 0 ? view_here(m) : json_null()});
    json_object_update(out, state);
    json_decref(state);
    return out;
}

json_t *view_turn(const struct store_match *m)
{
    if (m->state != MATCH_RUNNING || m->turn_seat == 0 || m->hidden)
        return json_null();
    return JSON_OBJECT({"seat", json_integer(m->turn_seat)}, {"side", json_integer(m->turn_side)});
}

json_t *view_result(const struct store_match *m)
{
    if (m->reason == END_NONE)
        return json_null();
    json_t *points = json_array();
    for (int i = 0; i < m->seats_n; i++)
        json_array_append_new(points, json_integer(m->points[i]));
    return JSON_OBJECT({"winner_seat", json_integer(m->winner_seat)},
                       {"winner_side", json_integer(m->winner_side)},
                       {"reason", json_string(end_reason_name[m->reason])}, {"points", points});
}

json_t *view_chat(const struct store_chat *line)
{
    json_t *out =
        JSON_OBJECT({"id", json_integer(line->id)}, {"player", view_player(&line->player)},
                    {"text", json_string(line->text)}, {"at", json_integer(line->at)});
    if (line->deleted)
        json_object_set_new(out, "deleted", json_true());
    return out;
}

static json_t *view_seats(const struct store_match *m)
{
    json_t *seats = json_array();
    for (int i = 0; i < m->seats_n; i++) {
        const struct store_seat *seat = &m->seats[i];
        int side = m->swapped ? 2 - i : i + 1; /* R7: there are two seats */
        json_array_append_new(
            seats, JSON_OBJECT(
                       {"seat", json_integer(i + 1)}, {"side", json_integer(side)},
                       {"kind", json_string(seat_kind_name[seat->kind])},
                       {"player", view_player(&seat->player)}, {"asked", view_player(&seat->asked)},
                       {"level", number_or_null(seat->level)},
                       {"resigned", json_boolean(seat->resigned)}, {"rating", json_null()}));
    }
    return seats;
}

static json_t *view_delay(const struct store_match *m)
{
    if (m->delay_plies != 0)
        return JSON_OBJECT({"plies", json_integer(m->delay_plies)});
    return m->delay_ms != 0 ? JSON_OBJECT({"ms", json_integer(m->delay_ms)}) : json_null();
}

static json_t *view_tournament(const struct store_match *m)
{
    if (m->tournament == 0)
        return json_null();
    return JSON_OBJECT({"id", json_integer(m->tournament)}, {"round", json_integer(m->round)});
}

/* Whether the invitation is still good for something: in a private match always, for watching. */
static bool invite_waits(const struct store_match *m)
{
    if (m->is_private)
        return true;
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].kind == SEAT_INVITE)
            return m->state == MATCH_OPEN;
    return false;
}

/* The ply from which on the match counts however it ends. */
static json_t *view_rated_from(const struct store_match *m)
{
    struct setup setup;
    if (!m->rated || match_setup(m, &setup) < 0)
        return json_null();
    return json_integer(m->start_ply + setup_rated_plies(&setup));
}

json_t *view_match(const struct store_match *m, int64_t asker, int watchers)
{
    json_t *you = json_array();
    for (int i = 0; i < m->seats_n; i++)
        if (asker != 0 && m->seats[i].player.id == asker)
            json_array_append_new(you, json_integer(i + 1));
    json_t *invite = json_null();
    if (asker != 0 && asker == m->creator && invite_waits(m))
        invite = json_sprintf("/m/%lld?invite=%s", (long long)m->id, m->invite);
    json_t *out = JSON_OBJECT(
        {"id", json_integer(m->id)}, {"game", json_string(m->game)},
        {"width", json_integer(m->width)}, {"height", json_integer(m->height)},
        {"options",
         JSON_OBJECT({"swap", json_boolean(m->swap)}, {"jacked", json_boolean(m->jacked)})},
        {"state", json_string(match_state_name[m->state])},
        {"private", json_boolean(m->is_private)}, {"created_at", json_integer(m->created_at)},
        {"updated_at", json_integer(m->updated_at)});
    json_t *rest =
        JSON_OBJECT({"seats", view_seats(m)}, {"ply", json_integer(m->ply)}, {"turn", view_turn(m)},
                    {"result", view_result(m)}, {"offers", view_offers(m)}, {"you", you},
                    {"invite", invite}, {"watchers", json_integer(watchers)});
    json_object_update(out, rest);
    json_decref(rest);
    rest = JSON_OBJECT(
        {"exhibition", json_boolean(seats_exhibition(m))}, {"clock", view_clock(m)},
        {"rated", json_boolean(m->rated)}, {"rated_from", view_rated_from(m)},
        {"start_ply", json_integer(m->start_ply)}, {"standing", json_integer(m->standing)},
        {"delay", view_delay(m)}, {"delayed", json_boolean(m->hidden)},
        {"rematch", m->rematch != 0 ? json_integer(m->rematch) : json_null()},
        {"rematch_of", m->rematch_of != 0 ? json_integer(m->rematch_of) : json_null()},
        {"tournament", view_tournament(m)}, {"ratings", json_null()}, {"annulled", json_null()});
    json_object_update(out, rest);
    json_decref(rest);
    return out;
}
