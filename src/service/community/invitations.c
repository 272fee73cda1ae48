#include "service/community/invitations.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/teams.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/names.h"
#include "service/people/profile.h"
#include "store/community/invitations.h"
#include "store/community/social.h"
#include "store/tournaments/arena.h"
#include "store/tournaments/tournament.h"
#include <stdlib.h>
#include <string.h>

/* The member who is invited. */
static int find_player(struct work *w, const char *name, struct store_player *p)
{
    int err = profile_find(w->s->store, name, w->now, p);
    if (err == ERR_NOT_FOUND || (err == 0 && (p->kind != PLAYER_MEMBER || names_gone(p->name))))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no member %.60s.", name);
    if (err == 0 && p->id == w->order->asker.id)
        return work_refuse(w, OUTCOME_CONFLICT, "You cannot invite yourself.");
    return err;
}

static int within_limits(struct work *w, const struct store_player *p)
{
    struct invitation list[INVITATIONS_OWN];
    int64_t wait_ms = 0;
    bool blocked = false;
    int err = profile_can_play(w, p);
    if (err == 0)
        err = social_blocks(w->s->store, p->id, w->order->asker.id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "%s does not want to hear from you.", p->name);
    if (err == 0)
        err = invitations_trim(w->s->store, p->id, w->now - INVITATIONS_DAYS * DAY_MS);
    int n = err < 0 ? err : invitations_list(w->s->store, p->id, false, INVITATIONS_OWN, list);
    if (n >= INVITATIONS_MAX)
        return work_refuse(w, OUTCOME_FULL, "%s has many invitations to answer; try again later.",
                           p->name);
    if (n >= 0)
        n = invitations_list(w->s->store, w->order->asker.id, true, INVITATIONS_OWN, list);
    if (n >= INVITATIONS_OWN)
        return work_refuse(w, OUTCOME_FULL,
                           "%d of your invitations wait for an answer; withdraw some first.",
                           INVITATIONS_OWN);
    err = n < 0 ? n : quota_take(w, QUOTA_INVITE, &wait_ms, "%lld", (long long)w->order->asker.id);
    if (err == 0 && wait_ms > 0)
        return work_refuse(w, OUTCOME_TOO_MANY, "You have invited many players; wait %lld s.",
                           (long long)(wait_ms / SECOND_MS) + 1);
    return err;
}

/* Writes it, unless there is one already, and tells the player. */
static int put(struct work *w, const struct store_player *p, int64_t team, int64_t tournament,
               const char *name)
{
    struct invitation i = {
        .at = w->now, .player = *p, .by = w->order->asker, .team = team, .tournament = tournament};
    int err = invitations_find(w->s->store, p->id, team, tournament, &i.id);
    if (err == ERR_NOT_FOUND) {
        err = within_limits(w, p);
        if (err == 0)
            err = invitations_add(w->s->store, &i);
        if (err == 0)
            err =
                work_tell(w, team != 0 ? EVENT_TEAM_ANSWER : EVENT_TOURNAMENT_ANSWER,
                          JSON_OBJECT({"id", json_integer(team != 0 ? team : tournament)},
                                      {"name", json_string(name)}, {"did", json_string("invited")},
                                      {"by", json_integer(i.by.id)}),
                          0, p->id, NULL);
    }
    w->order->out.id = i.id;
    return err;
}

int invitations_to_team(struct work *w, void *context)
{
    const struct invitation_act *a = context;
    struct store_player p;
    struct team t;
    enum team_role role = TEAM_STRANGER;
    int err = teams_find(w, a->id, &t);
    if (err == 0 && t.role != TEAM_OWNER)
        return work_refuse(w, OUTCOME_DENIED, "Only the owners of this team may do this.");
    if (err == 0)
        err = find_player(w, a->player, &p);
    if (err == 0)
        err = teams_role(w->s->store, t.id, p.id, &role);
    if (err == 0 && role != TEAM_STRANGER)
        return work_refuse(w, OUTCOME_CONFLICT, "%s is in this team, or has asked to join it.",
                           p.name);
    return err < 0 ? err : put(w, &p, t.id, 0, t.name);
}

struct among {
    int64_t player;
    bool found;
};

static void on_entry(void *context, const struct tournament_player *p)
{
    struct among *a = context;
    a->found = a->found || (p->player.id == a->player && !p->withdrawn);
}

static int takes_part(struct work *w, int64_t tournament, int64_t player, bool *out)
{
    struct among a = {player, false};
    int err = tournament_players(w->s->store, tournament, on_entry, &a);
    *out = a.found;
    return err;
}

/* Whether players may still come. */
static bool is_open(const struct tournament *t)
{
    return t->state == MATCH_OPEN || (t->state == MATCH_RUNNING && (t->kind == TOURNAMENT_LADDER ||
                                                                    t->kind == TOURNAMENT_ARENA));
}

int invitations_to_tournament(struct work *w, void *context)
{
    const struct invitation_act *a = context;
    struct store_player p;
    struct tournament t;
    enum team_role role = TEAM_MEMBER;
    bool mine = false;
    bool theirs = false;
    int err = tournament_get(w->s->store, a->id, &t);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such tournament.");
    if (err == 0 && !is_open(&t))
        return work_refuse(w, OUTCOME_CONFLICT, "This tournament takes no more players.");
    if (err == 0)
        err = takes_part(w, t.id, w->order->asker.id, &mine);
    if (err == 0 && !mine && t.creator.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only the organiser and the players of this tournament may do this.");
    if (err == 0)
        err = find_player(w, a->player, &p);
    if (err == 0)
        err = takes_part(w, t.id, p.id, &theirs);
    if (err == 0 && theirs)
        return work_refuse(w, OUTCOME_CONFLICT, "%s takes part already.", p.name);
    if (err == 0 && t.team != 0)
        err = teams_role(w->s->store, t.team, p.id, &role);
    if (err == 0 && role < TEAM_MEMBER)
        return work_refuse(w, OUTCOME_CONFLICT, "%s is not in the team of this tournament.",
                           p.name);
    return err < 0 ? err : put(w, &p, 0, t.id, t.name);
}

/* --- answers --- */

static int find(struct work *w, int64_t id, struct invitation *i)
{
    int64_t me = w->order->asker.id;
    int err = invitations_get(w->s->store, id, i);
    w->order->out.id = id;
    if (err == ERR_NOT_FOUND || (err == 0 && i->player.id != me && i->by.id != me))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such invitation.");
    return err;
}

int invitations_accept(struct work *w, void *context)
{
    const struct invitation_act *a = context;
    struct invitation i;
    int err = find(w, a->id, &i);
    if (err == 0 && i.player.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "This invitation is for %s.", i.player.name);
    if (err == 0 && i.team != 0)
        err = teams_admit(w, i.team);
    if (err == 0 && i.tournament != 0) {
        struct order join = {
            .kind = ORDER_TOURNAMENT, .asker = w->order->asker, .match = i.tournament};
        join.u.tournament.act = TOURNAMENT_JOIN;
        err = batch_run(w, &join);
        if (err == 0 && join.out.kind != OUTCOME_DONE)
            err = work_refuse(w, join.out.kind, "%s", join.out.detail);
        outcome_free(&join.out);
    }
    w->order->out.id = a->id;
    return err < 0 ? err : invitations_end(w->s->store, i.id);
}

int invitations_decline(struct work *w, void *context)
{
    const struct invitation_act *a = context;
    struct invitation i;
    int err = find(w, a->id, &i);
    return err < 0 ? err : invitations_end(w->s->store, i.id);
}

/* --- reading --- */

/* NULL with *err 0: what it is to is gone, or takes nobody any more. */
static json_t *view(struct store *s, const struct invitation *i, int *err)
{
    struct team team;
    struct tournament t;
    struct clock_rule rule;
    json_t *to_team = json_null();
    json_t *to_tournament = json_null();
    *err = i->team != 0 ? teams_get(s, i->team, i->player.id, &team)
                        : tournament_get(s, i->tournament, &t);
    if (*err < 0 || (i->team == 0 && !is_open(&t))) {
        *err = *err == ERR_NOT_FOUND ? 0 : *err;
        return NULL;
    }
    if (i->team != 0)
        to_team = JSON_OBJECT({"id", json_integer(team.id)}, {"name", json_string(team.name)});
    else
        to_tournament = JSON_OBJECT(
            {"id", json_integer(t.id)}, {"name", json_string(t.name)},
            {"kind", json_string(tournament_kind_name[t.kind])}, {"game", json_string(t.like.game)},
            {"width", json_integer(t.like.width)}, {"height", json_integer(t.like.height)},
            {"rated", json_boolean(t.like.rated)},
            {"clock", clock_parse(t.like.clock, &rule) == 0 ? view_clock_rule(&rule) : json_null()},
            {"starts_at", t.starts_at != 0 ? json_integer(t.starts_at) : json_null()});
    return JSON_OBJECT({"id", json_integer(i->id)}, {"at", json_integer(i->at)},
                       {"from", view_player(&i->by)}, {"player", view_player(&i->player)},
                       {"team", to_team}, {"tournament", to_tournament});
}

static int add_all(struct store *s, int64_t player, bool own, json_t *list)
{
    struct invitation *rows = calloc(INVITATIONS_OWN, sizeof *rows);
    int err = rows != NULL ? 0 : ERR_NO_MEMORY;
    int n = err < 0 ? err : invitations_list(s, player, own, INVITATIONS_OWN, rows);
    err = n < 0 ? n : 0;
    for (int i = 0; err == 0 && i < n; i++) {
        json_t *one = view(s, &rows[i], &err);
        if (one != NULL)
            json_array_append_new(list, one);
    }
    free(rows);
    return err;
}

int invitations_view(struct store *s, int64_t player, json_t *in, json_t *out)
{
    int err = add_all(s, player, false, in);
    return err < 0 ? err : add_all(s, player, true, out);
}
