#include "service/community/moderation.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/analysis/opening_statistics.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/accounts.h"
#include "service/people/profile.h"
#include "service/people/withdraw.h"
#include "service/ratings/ratings.h"
#include "store/community/fairplay.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RESET_HOURS = 24 };

int moderation_must_be(struct work *w, enum people_role least, enum people_role *role)
{
    struct people_account account;
    int err = people_account_get(w->s->store, w->order->asker.id, &account);
    if (err == 0 && account.role < least)
        return work_refuse(w, OUTCOME_DENIED, "Only %ss may do this.", people_role_name[least]);
    if (err == 0 && role != NULL)
        *role = account.role;
    return err;
}

/* The same, where the operator may do all. */
static int must_be(struct work *w, const struct moderation_act *a, enum people_role least,
                   enum people_role *role)
{
    if (!a->by_operator)
        return moderation_must_be(w, least, role);
    if (role != NULL)
        *role = ROLE_ADMINISTRATOR;
    return 0;
}

static int find(struct work *w, const struct moderation_act *a, struct store_player *out)
{
    int err = profile_find(w->s->store, a->name, w->now, out);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no player %s.", a->name);
    return err;
}

static int note_audit(struct work *w, const struct moderation_act *a, const char *what,
                      int64_t player, const char *detail)
{
    return social_audit_add(w->s->store, a->by_operator ? 0 : w->order->asker.id, what, player,
                            detail, w->now);
}

int moderation_close(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    char detail[40];
    int err = must_be(w, a, ROLE_MODERATOR, NULL);
    struct social_report *r = calloc(1, sizeof *r);
    if (err == 0 && r == NULL)
        err = ERR_NO_MEMORY;
    if (err == 0)
        err = social_report_get(w->s->store, a->id, r);
    if (err == ERR_NOT_FOUND)
        err = work_refuse(w, OUTCOME_NOT_FOUND, "There is no such report.");
    else if (err == 0 && r->closed_at != 0)
        err = work_refuse(w, OUTCOME_CONFLICT, "This report is closed.");
    if (err == 0)
        err = social_report_close(w->s->store, a->id, w->order->asker.id, w->now, a->text);
    snprintf(detail, sizeof detail, "report %lld", (long long)a->id);
    if (err == 0)
        err = note_audit(w, a, "close", r->player.id, detail);
    free(r);
    return err;
}

int moderation_ban(struct work *w, void *context)
{
    enum { PARTS_MAX = 10 };
    static const char *const uses[] = {"cookie", "token", "api"};
    const struct moderation_act *a = context;
    struct store_player p;
    struct people_account account;
    enum people_role role;
    struct social_ban ban = {.at = w->now, .until = a->until};
    int err = must_be(w, a, ROLE_MODERATOR, &role);
    if (err == 0)
        err = find(w, a, &p);
    if (err == 0)
        err = people_account_get(w->s->store, p.id, &account);
    if (err < 0)
        return err;
    if (!a->by_operator && p.id == w->order->asker.id)
        return work_refuse(w, OUTCOME_RANGE, "You cannot ban yourself.");
    if (p.kind == PLAYER_BOT)
        return work_refuse(w, OUTCOME_DENIED, "The engine cannot be banned.");
    if (account.role != ROLE_PLAYER && role != ROLE_ADMINISTRATOR)
        return work_refuse(w, OUTCOME_DENIED, "Only administrators can ban %ss.",
                           people_role_name[account.role]);
    if (a->until != 0 && a->until <= w->now)
        return work_refuse(w, OUTCOME_RANGE, "until must be in the future.");
    ban.player = p.id;
    ban.by.id = a->by_operator ? 0 : w->order->asker.id;
    snprintf(ban.reason, sizeof ban.reason, "%s", a->text);
    err = social_ban_put(w->s->store, &ban);
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(uses); i++)
        err = people_sessions_end(w->s->store, p.id, uses[i], "");
    /* Nobody waits for an answer that cannot come. */
    for (int more = 1, parts = 0; err == 0 && more > 0 && parts < PARTS_MAX; parts++) {
        more = withdraw_declines(w, &p);
        int others = more >= 0 ? withdraw_calls_off(w, &p) : 0;
        err = more < 0 ? more : others < 0 ? others : 0;
        more += others;
    }
    return err < 0 ? err : note_audit(w, a, "ban", p.id, a->text);
}

int moderation_unban(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    struct store_player p;
    int err = must_be(w, a, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = find(w, a, &p);
    if (err == 0)
        err = social_ban_end(w->s->store, p.id);
    return err < 0 ? err : note_audit(w, a, "unban", p.id, "");
}

/* Removes the text of a deleted line from its events. */
struct redact {
    struct work *w;
    int64_t line;
    int err;
};

static void on_chat_event(void *context, int64_t id, const char *data)
{
    struct redact *r = context;
    json_t *event = json_loads(data, 0, NULL);
    json_t *line = json_object_get(event, "line");
    if (r->err == 0 && json_integer_value(json_object_get(line, "id")) == r->line) {
        json_object_set_new(line, "text", json_string(""));
        json_object_set_new(line, "deleted", json_true());
        char *text = json_dumps(event, JSON_COMPACT);
        r->err = text != NULL ? social_event_put(r->w->s->store, id, text) : ERR_NO_MEMORY;
        free(text);
    }
    json_decref(event);
}

static int tell_deleted(struct work *w, const struct store_chat *line)
{
    struct redact redact = {w, line->id, 0};
    int err = social_chat_events(w->s->store, w->m.id, on_chat_event, &redact);
    if (err == 0)
        err = redact.err;
    return err < 0 ? err
                   : work_tell(w, EVENT_CHAT, JSON_OBJECT({"line", view_chat(line)}), TO_MATCH, 0,
                               NULL);
}

int moderation_chat_delete(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    struct store_chat line;
    int64_t match = 0;
    char detail[60];
    int err = must_be(w, a, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = social_chat_get(w->s->store, a->id, &match, &line);
    if (err == 0)
        err = store_match_get(w->s->store, match, &w->m);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "This line does not exist.");
    w->order->out.id = a->id;
    if (err < 0 || line.deleted)
        return err;
    err = social_chat_delete(w->s->store, a->id);
    line.text[0] = '\0';
    line.deleted = true;
    if (err == 0 && line.room == CHAT_SPECTATORS)
        err = work_tell_spectators(w);
    else if (err == 0)
        err = tell_deleted(w, &line);
    snprintf(detail, sizeof detail, "line %lld in match %lld", (long long)a->id, (long long)match);
    return err < 0 ? err : note_audit(w, a, "delete chat", line.player.id, detail);
}

int moderation_line(struct work *w, const struct store_chat *line, const char *where, int64_t id,
                    int (*remove)(struct work *w, const void *found), const void *found)
{
    char detail[80];
    w->order->out.id = line->id;
    if (line->deleted)
        return 0;
    int err = remove(w, found);
    if (err < 0)
        return err;
    snprintf(detail, sizeof detail, "line %lld in %s %lld", (long long)line->id, where,
             (long long)id);
    return social_audit_add(w->s->store, w->order->asker.id, "delete chat", line->player.id, detail,
                            w->now);
}

int moderation_reset(struct work *w, void *context)
{
    struct moderation_act *a = context;
    struct store_player p;
    int err = must_be(w, a, ROLE_ADMINISTRATOR, NULL);
    if (err == 0)
        err = find(w, a, &p);
    if (err == 0 && p.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_RANGE, "Only members have passwords.");
    if (err == 0)
        err = accounts_recover_token(w, p.id, RESET_HOURS, a->secret, &a->expires_at);
    return err < 0 ? err : note_audit(w, a, "reset", p.id, "");
}

int moderation_factor_off(struct work *w, void *context)
{
    struct moderation_act *a = context;
    struct store_player p;
    bool on = false;
    int err = must_be(w, a, ROLE_ADMINISTRATOR, NULL);
    if (err == 0)
        err = find(w, a, &p);
    if (err == 0)
        err = accounts_factor_on(w->s->store, p.id, &on);
    if (err == 0 && !on)
        return work_refuse(w, OUTCOME_CONFLICT, "%s has no second factor.", p.name);
    if (err == 0)
        err = security_factor_end(w->s->store, p.id);
    if (err == 0)
        err = security_passkeys_count(w->s->store, p.id, &a->passkeys);
    if (err == 0)
        err = accounts_changed(w, p.id, SECURITY_FACTOR_OFF, NULL, "");
    return err < 0 ? err : note_audit(w, a, "factor off", p.id, "");
}

int moderation_role(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    struct store_player p;
    struct people_account account;
    int64_t administrators = 0;
    int err = must_be(w, a, ROLE_ADMINISTRATOR, NULL);
    if (err == 0)
        err = find(w, a, &p);
    if (err == 0 && p.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_RANGE, "Only members have a role.");
    if (err == 0)
        err = people_account_get(w->s->store, p.id, &account);
    if (err == 0)
        err = people_role_count(w->s->store, ROLE_ADMINISTRATOR, &administrators);
    if (err < 0 || account.role == a->role)
        return err;
    if (account.role == ROLE_ADMINISTRATOR && administrators == 1 && !a->by_operator)
        return work_refuse(
            w, OUTCOME_CONFLICT,
            "This is the last administrator; make somebody else an administrator first.");
    account.role = a->role;
    err = people_account_put(w->s->store, &account);
    return err < 0 ? err : note_audit(w, a, "role", p.id, people_role_name[a->role]);
}

int moderation_annul(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    char detail[60];
    int err = must_be(w, a, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = store_match_get(w->s->store, a->id, &w->m);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
    if (err == 0)
        err = opening_statistics_annul(w->s->store, a->id);
    if (err == 0)
        err = ratings_annul(w);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "This match has not changed any rating, so it cannot be annulled.");
    if (err == 0)
        err = fairplay_annul(w->s->store, a->id, a->by_operator ? 0 : w->order->asker.id, w->now,
                             a->text);
    w->order->out.id = a->id;
    snprintf(detail, sizeof detail, "match %lld", (long long)a->id);
    return err < 0 ? err : note_audit(w, a, "annul", 0, detail);
}

int moderation_pair_close(struct work *w, void *context)
{
    const struct moderation_act *a = context;
    struct fairplay_flag f;
    char detail[200];
    int err = must_be(w, a, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = fairplay_flag_get(w->s->store, a->id, &f);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such pair.");
    if (err == 0 && f.closed_at != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "This pair has been closed already.");
    if (err == 0)
        err = fairplay_flag_close(w->s->store, a->id, a->by_operator ? 0 : w->order->asker.id,
                                  w->now);
    snprintf(detail, sizeof detail, "pair %s and %s in %s", f.a.name, f.b.name, f.game);
    return err < 0 ? err : note_audit(w, a, "close", 0, detail);
}

int moderation_run(struct service *s, int (*apply)(struct work *w, void *context),
                   struct moderation_act *a, struct text *why)
{
    struct order o = {.kind = ORDER_BATCH};
    a->by_operator = true;
    o.u.batch.apply = apply;
    o.u.batch.context = a;
    service_run(s, &o);
    outcome_free(&o.out);
    if (o.out.kind == OUTCOME_DONE)
        return 0;
    text_str(why, o.out.detail);
    return ERR_DENIED;
}
