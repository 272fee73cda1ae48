#include "service/tournaments/tournament_chat.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/moderation.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/view.h"
#include "service/people/profile.h"
#include "store/community/rooms.h"
#include "store/community/social.h"
#include "store/community/teams.h"
#include "store/tournaments/tournament.h"
#include <stdio.h>
#include <string.h>

static int find(struct work *w, int64_t id, struct tournament *out)
{
    int err = tournament_get(w->s->store, id, out);
    w->order->out.id = id;
    return err == ERR_NOT_FOUND ? work_refuse(w, OUTCOME_NOT_FOUND, "There is no such tournament.")
                                : err;
}

static int tell(struct work *w, int64_t tournament)
{
    return work_tell_topic(w, EVENT_TOURNAMENT_CHAT, topic_tournament(tournament),
                           JSON_OBJECT({"tournament", json_integer(tournament)}));
}

/* Whether a player may write; 0 or what the store returned. */
static int writes(struct store *store, const struct tournament *t, const struct store_player *p,
                  bool *out)
{
    enum team_role role = TEAM_MEMBER;
    int err = t->team != 0 && p->id != 0 ? teams_role(store, t->team, p->id, &role) : 0;
    *out = p->id != 0 && p->kind == PLAYER_MEMBER && role >= TEAM_MEMBER;
    return err;
}

int tournament_chat_say(struct work *w, void *context)
{
    const struct tournament_chat_act *a = context;
    struct store_chat line = {.at = w->now, .player = w->order->asker};
    const struct room room = {ROOM_TOURNAMENT, a->tournament};
    struct tournament t;
    bool may = false;
    bool blocked = false;
    int err = find(w, a->tournament, &t);
    if (err == 0)
        err = writes(w->s->store, &t, &w->order->asker, &may);
    if (err == 0 && !may)
        return work_refuse(w, OUTCOME_DENIED, "Only members of its team may write here.");
    if (err == 0)
        err = social_blocks(w->s->store, t.creator.id, w->order->asker.id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "The organiser of this tournament has blocked you.");
    if (err == 0)
        err = texts_line(w, a->text);
    if (err == 0)
        err = texts_pay(w, strlen(a->text));
    snprintf(line.text, sizeof line.text, "%s", a->text);
    if (err == 0)
        err = rooms_add(w->s->store, &room, TOURNAMENT_CHAT_LINES_MAX, &line);
    w->order->out.id = line.id;
    return err < 0 ? err : tell(w, t.id);
}

struct found {
    struct room room;
    struct store_chat line;
};

static void on_found(void *context, const struct room *room, const struct store_chat *line)
{
    *(struct found *)context = (struct found){*room, *line};
}

/* The line; of the tournament, or of any (0). */
static int find_line(struct work *w, int64_t tournament, int64_t line, struct found *f)
{
    int err = rooms_get(w->s->store, line, on_found, f);
    if (err == ERR_NOT_FOUND || (err == 0 && (f->room.kind != ROOM_TOURNAMENT ||
                                              (tournament != 0 && f->room.id != tournament))))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such chat line.");
    return err;
}

static int delete_line(struct work *w, const void *found)
{
    const struct found *f = found;
    w->order->out.id = f->line.id;
    int err = rooms_remove(w->s->store, f->line.id);
    return err < 0 ? err : tell(w, f->room.id);
}

int tournament_chat_delete(struct work *w, void *context)
{
    const struct tournament_chat_act *a = context;
    struct tournament t;
    struct found f;
    int64_t me = w->order->asker.id;
    int err = find(w, a->tournament, &t);
    if (err == 0)
        err = find_line(w, t.id, a->line, &f);
    if (err == 0 && f.line.player.id != me && t.creator.id != me)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only %s, the author of this line, and %s, who organises the "
                           "tournament, may do this.",
                           f.line.player.name, t.creator.name);
    return err < 0 ? err : delete_line(w, &f);
}

int tournament_chat_moderate(struct work *w, void *context)
{
    const struct tournament_chat_act *a = context;
    struct found f;
    int err = moderation_must_be(w, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = find_line(w, 0, a->line, &f);
    return err < 0 ? err : moderation_line(w, &f.line, "tournament", f.room.id, delete_line, &f);
}

int tournament_chat_report(struct work *w, void *context)
{
    const struct tournament_chat_act *a = context;
    struct found f;
    int err = profile_may_report(w);
    if (err == 0)
        err = find_line(w, a->tournament, a->line, &f);
    const struct profile_place place = {.tournament = a->tournament};
    return err < 0 ? err : profile_report_line(w, &f.line, &place, a->text);
}

/* --- reading --- */

static void on_line(void *context, const struct room *room, const struct store_chat *line)
{
    (void)room;
    json_array_append_new(context, view_chat(line));
}

json_t *reader_tournament_chat(struct reader *r, int64_t tournament,
                               const struct store_player *asker, int64_t before, int limit,
                               int *err)
{
    struct store *store = reader_store(r);
    const struct room room = {ROOM_TOURNAMENT, tournament};
    struct tournament t;
    bool may = false;
    json_t *lines = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = tournament_get(store, tournament, &t);
        if (*err == 0)
            *err = writes(store, &t, asker, &may);
        int n =
            *err < 0 ? *err : rooms_page(store, &room, asker->id, before, limit, on_line, lines);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(lines);
        return NULL;
    }
    return JSON_OBJECT({"lines", lines},
                       {"more", json_boolean(json_array_size(lines) == (size_t)limit)},
                       {"writes", json_boolean(may)});
}

int reader_tournament_topic(struct reader *r, int64_t tournament, struct topic *out)
{
    struct tournament t;
    int err = store_begin(reader_store(r));
    if (err < 0)
        return err;
    err = tournament_get(reader_store(r), tournament, &t);
    store_end(reader_store(r));
    *out = topic_tournament(tournament);
    return err;
}
