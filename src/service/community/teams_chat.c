/* teams_chat.c - the chat of a team (teams.h). An event only says that there is a new line; members
 * then read the lines that they may see. */
#include "service/community/teams.h"

#include "base/err.h"
#include "service/community/moderation.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/people/profile.h"
#include "store/community/social.h"
#include <stdio.h>
#include <string.h>

static int no_line(struct work *w)
{
    return work_refuse(w, OUTCOME_NOT_FOUND, "This team has no such chat line.");
}

/* The team, for a member of it. */
static int find_joined(struct work *w, int64_t id, struct team *out)
{
    int err = teams_find(w, id, out);
    if (err == 0 && out->role < TEAM_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "Only the members of this team may do this.");
    return err;
}

int teams_chat_say(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct store_chat line = {.at = w->now, .player = w->order->asker};
    struct team t;
    bool blocked = false;
    int err = find_joined(w, a->team, &t);
    if (err == 0 && t.role != TEAM_OWNER)
        err = teams_blocks(w->s->store, t.id, w->order->asker.id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "An owner of this team has blocked you.");
    if (err == 0)
        err = texts_line(w, a->text);
    if (err == 0)
        err = texts_pay(w, strlen(a->text));
    snprintf(line.text, sizeof line.text, "%s", a->text);
    if (err == 0)
        err = teams_chat_add(w->s->store, t.id, TEAMS_CHAT_LINES_MAX, &line);
    if (err < 0)
        return err;
    w->order->out.id = line.id;
    return work_tell_team(w, t.id, "chat");
}

struct found {
    int64_t team;
    struct store_chat line;
};

static void on_found(void *context, int64_t team, const struct store_chat *line)
{
    *(struct found *)context = (struct found){team, *line};
}

static int delete_line(struct work *w, const void *found)
{
    const struct found *f = found;
    w->order->out.id = f->line.id;
    int err = teams_chat_remove(w->s->store, f->line.id);
    return err < 0 ? err : work_tell_team(w, f->team, "chat");
}

/* The line, for a member of its team. */
static int find_line(struct work *w, const struct team_act *a, struct team *t, struct found *f)
{
    int err = find_joined(w, a->team, t);
    if (err < 0)
        return err;
    err = teams_chat_get(w->s->store, a->line, on_found, f);
    return err == ERR_NOT_FOUND || (err == 0 && f->team != a->team) ? no_line(w) : err;
}

int teams_chat_delete(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct team t;
    struct found f;
    int err = find_line(w, a, &t, &f);
    if (err == 0 && f.line.player.id != w->order->asker.id && t.role != TEAM_OWNER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only %s, the author of this line, and the owners of the team may do "
                           "this.",
                           f.line.player.name);
    return err < 0 ? err : delete_line(w, &f);
}

int teams_chat_moderate(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct found f;
    int err = moderation_must_be(w, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = teams_chat_get(w->s->store, a->line, on_found, &f);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such chat line.");
    return err < 0 ? err : moderation_line(w, &f.line, "team", f.team, delete_line, &f);
}

int teams_chat_report(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct team t;
    struct found f;
    int err = profile_may_report(w);
    if (err == 0)
        err = find_line(w, a, &t, &f);
    const struct profile_place place = {.team = a->team};
    return err < 0 ? err : profile_report_line(w, &f.line, &place, a->text);
}
