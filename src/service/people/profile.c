#include "service/people/profile.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/friends.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include "service/people/accounts.h"
#include "service/people/names.h"
#include "store/community/follows.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int profile_find(struct store *store, const char *name, int64_t now, struct store_player *out)
{
    int64_t id = 0;
    int err = store_player_named(store, name, out);
    if (err != ERR_NOT_FOUND)
        return err;
    err = people_former_get(store, name, now - ACCOUNTS_FORMER_DAYS * DAY_MS, &id);
    return err < 0 ? err : store_player_get(store, id, out);
}

/* The same in an order; refuses if there is no such player. */
static int find(struct work *w, const char *name, struct store_player *out)
{
    int err = profile_find(w->s->store, name, w->now, out);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no player %s.", name);
    return err;
}

int profile_note(struct work *w, void *context)
{
    const struct profile_act *a = context;
    struct store_player other;
    struct store_match m;
    int err = texts_pay(w, strlen(a->text));
    if (err < 0)
        return err;
    if (a->name != NULL) {
        err = find(w, a->name, &other);
        return err < 0 ? err
                       : social_note_put(w->s->store, w->order->asker.id, "player", other.id,
                                         a->text, w->now);
    }
    err = store_match_get(w->s->store, a->match, &m);
    if (err == ERR_NOT_FOUND || (err == 0 && !audience_may_see(&m, w->order->asker.id, NULL)))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
    return err < 0
               ? err
               : social_note_put(w->s->store, w->order->asker.id, "match", m.id, a->text, w->now);
}

int profile_block(struct work *w, void *context)
{
    const struct profile_act *a = context;
    struct store_player other;
    int err = find(w, a->name, &other);
    if (err == 0 && other.id == w->order->asker.id)
        return work_refuse(w, OUTCOME_RANGE, "You cannot block yourself.");
    if (err == 0 && a->blocked)
        err = follows_part(w->s->store, w->order->asker.id, other.id);
    return err < 0 ? err
                   : social_block(w->s->store, w->order->asker.id, other.id, a->blocked, w->now);
}

int profile_follow(struct work *w, void *context)
{
    const struct profile_act *a = context;
    struct store_player other;
    int err = find(w, a->name, &other);
    return err < 0 ? err : friends_follow(w, &other, a->follows);
}

/* Fills in the reported line and its writer. */
static void take_line(struct social_report *r, const struct store_chat *line)
{
    r->chat = line->id;
    r->chat_at = line->at;
    r->player = line->player;
    snprintf(r->said, sizeof r->said, "%s", line->text);
}

static int find_line(struct work *w, const struct profile_act *a, struct social_report *r)
{
    struct store_chat line;
    struct store_match m;
    int64_t match = 0;
    int err = social_chat_get(w->s->store, a->chat, &match, &line);
    if (err == 0)
        err = store_match_get(w->s->store, match, &m);
    if (err == ERR_NOT_FOUND ||
        (err == 0 &&
         (match != a->match || !audience_may_see(&m, w->order->asker.id, NULL) ||
          (line.room == CHAT_SPECTATORS && !audience_reads_spectators(&m, &w->order->asker)))))
        return work_refuse(w, OUTCOME_NOT_FOUND, "This match has no such line.");
    if (err < 0)
        return err;
    take_line(r, &line);
    return 0;
}

int profile_may_report(struct work *w)
{
    int64_t n = 0;
    int err = social_reports_by(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= PROFILE_REPORTS_MAX)
        return work_refuse(w, OUTCOME_TOO_MANY,
                           "You have %d open reports; wait until moderators have answered them.",
                           PROFILE_REPORTS_MAX);
    return err;
}

int profile_report(struct work *w, void *context)
{
    const struct profile_act *a = context;
    struct social_report *r = calloc(1, sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    r->at = w->now;
    r->by = w->order->asker;
    r->match = a->match;
    snprintf(r->reason, sizeof r->reason, "%s", a->text);
    int err = profile_may_report(w);
    if (err == 0)
        err = a->chat != 0 ? find_line(w, a, r) : find(w, a->name, &r->player);
    if (err == 0)
        err = social_report_add(w->s->store, r);
    w->order->out.id = r->id;
    free(r);
    return err;
}

int profile_report_line(struct work *w, const struct store_chat *line,
                        const struct profile_place *place, const char *reason)
{
    struct social_report *r = calloc(1, sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    *r = (struct social_report){.at = w->now,
                                .by = w->order->asker,
                                .study = place->study,
                                .team = place->team,
                                .tournament = place->tournament,
                                .conversation = place->conversation};
    take_line(r, line);
    snprintf(r->reason, sizeof r->reason, "%s", reason);
    int err = social_report_add(w->s->store, r);
    w->order->out.id = r->id;
    free(r);
    return err;
}

int profile_can_play(struct work *w, const struct store_player *p)
{
    struct social_ban ban;
    if (names_gone(p->name))
        return work_refuse(w, OUTCOME_NOT_FOUND, "%s has deleted their account.", p->name);
    int err = social_ban_get(w->s->store, p->id, w->now, &ban);
    if (err == ERR_NOT_FOUND)
        return 0;
    return err < 0 ? err
                   : work_refuse(w, OUTCOME_DENIED,
                                 "%s is banned and cannot answer; choose another player.", p->name);
}

int profile_may_ask(struct work *w, const struct store_player *p)
{
    bool blocked = false;
    int err = profile_can_play(w, p);
    if (err == 0)
        err = social_blocks(w->s->store, p->id, w->order->asker.id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "%s does not want to play with you.", p->name);
    return err;
}

int profile_not_blocked(struct work *w)
{
    const struct store_match *m = &w->m;
    int64_t me = w->order->asker.id;
    bool blocked = false;
    int err = m->creator != me ? social_blocks(w->s->store, m->creator, me, &blocked) : 0;
    for (int i = 0; err == 0 && !blocked && i < m->seats_n; i++) {
        int64_t other = m->seats[i].player.id;
        if (other != 0 && other != me && other != m->creator)
            err = social_blocks(w->s->store, other, me, &blocked);
    }
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "A player of this match has blocked you.");
    return err;
}

/* --- reading --- */

static void on_played(void *context, const struct social_played *p)
{
    json_array_append_new(
        context, JSON_OBJECT({"game", json_string(p->game)}, {"running", json_integer(p->running)},
                             {"finished", json_integer(p->finished)}, {"won", json_integer(p->won)},
                             {"lost", json_integer(p->lost)}, {"drawn", json_integer(p->drawn)}));
}

/* The asker's relation to that player; null for strangers and for themselves. */
static json_t *view_you(struct store *store, const struct store_player *asker,
                        const struct store_player *player, int *err)
{
    char note[SOCIAL_NOTE_BYTES];
    struct friends_tie tie;
    bool blocked = false;
    if (asker->id == 0 || asker->id == player->id)
        return json_null();
    *err = social_blocks(store, asker->id, player->id, &blocked);
    if (*err == 0)
        *err = social_note_get(store, asker->id, "player", player->id, note);
    if (*err == 0)
        *err = friends_tie(store, asker, player, &tie);
    return *err < 0 ? NULL
                    : JSON_OBJECT({"blocked", json_boolean(blocked)}, {"note", json_string(note)},
                                  {"follows", json_boolean(tie.follows)},
                                  {"follows_you", json_boolean(tie.follows_you)},
                                  {"may_follow", json_boolean(tie.may_follow && !blocked)});
}

json_t *reader_profile(struct reader *r, const char *name, const struct store_player *asker,
                       int *err)
{
    struct store *store = reader_store(r);
    struct store_player p;
    struct people_account a;
    int64_t since = 0;
    int64_t seen = 0;
    json_t *played = json_array();
    json_t *you = NULL;
    json_t *out = NULL;
    *err = store_begin(store);
    if (*err < 0)
        goto out;
    *err = profile_find(store, name, service_now(reader_service(r)), &p);
    if (*err == 0)
        *err = people_account_get(store, p.id, &a);
    if (*err == 0)
        *err = people_times(store, p.id, &since, &seen);
    if (*err == 0)
        *err = social_played(store, p.id, asker->id, on_played, played);
    if (*err == 0)
        you = view_you(store, asker, &p, err);
    store_end(store);
    if (you == NULL)
        goto out;
    json_t *seen_at = a.show_seen && seen != 0 ? json_integer(seen - seen % HOUR_MS) : json_null();
    out = JSON_OBJECT({"player", view_player(&p)}, {"since", json_integer(since)},
                      {"about", json_string(a.about)}, {"seen_at", seen_at},
                      {"games", json_incref(played)}, {"you", json_incref(you)});
out:
    json_decref(you);
    json_decref(played);
    return out;
}

static void on_found(void *context, const struct store_player *p)
{
    json_array_append_new(context, view_player(p));
}

json_t *reader_players(struct reader *r, const char *prefix, int limit, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = social_members(store, prefix, limit, on_found, list);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"players", list});
    json_decref(list);
    return NULL;
}

json_t *reader_note(struct reader *r, const char *name, int64_t match, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    char note[SOCIAL_NOTE_BYTES];
    struct store_player p;
    struct store_match m;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    if (name != NULL)
        *err = profile_find(store, name, service_now(reader_service(r)), &p);
    else
        *err = store_match_get(store, match, &m);
    if (*err == 0 && name == NULL && !audience_may_see(&m, asker, NULL))
        *err = ERR_NOT_FOUND;
    if (*err == 0)
        *err = social_note_get(store, asker, name != NULL ? "player" : "match",
                               name != NULL ? p.id : match, note);
    store_end(store);
    return *err < 0 ? NULL : JSON_OBJECT({"text", json_string(note)});
}

static void on_blocked(void *context, const struct store_player *p)
{
    json_array_append_new(context, view_player(p));
}

json_t *reader_blocks(struct reader *r, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = social_blocked(store, asker, on_blocked, list);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"players", list});
    json_decref(list);
    return NULL;
}
