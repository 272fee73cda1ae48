#include "service/community/teams.h"

#include "base/err.h"
#include "base/text.h"
#include "platform/json.h"
#include "service/community/moderation.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/unicode.h"
#include "service/people/profile.h"
#include "service/studies/studies.h"
#include "store/community/social.h"
#include "store/tournaments/tournament.h"
#include <stdio.h>
#include <string.h>

static struct store *store_of(const struct work *w)
{
    return w->s->store;
}

int teams_find(struct work *w, int64_t id, struct team *out)
{
    int err = teams_get(store_of(w), id, w->order->asker.id, out);
    w->order->out.id = id;
    return err == ERR_NOT_FOUND ? work_refuse(w, OUTCOME_NOT_FOUND, "There is no such team.") : err;
}

/* The same, for an owner only. */
static int find_owned(struct work *w, int64_t id, struct team *out)
{
    int err = teams_find(w, id, out);
    if (err == 0 && out->role != TEAM_OWNER)
        return work_refuse(w, OUTCOME_DENIED, "Only the owners of this team may do this.");
    return err;
}

/* --- teams --- */

/* A team's name as it is searched for, and how it looks. */
struct spelling {
    char words[TEAMS_NAME_BYTES];
    char shape[UNICODE_SHAPE_BYTES];
};

/* Refuses a name that another team has, or that looks like another's and not like its own before
 * ("" for a new team). */
static int check_spelling(struct work *w, const struct team *t, const char *before,
                          struct spelling *out)
{
    char shape[UNICODE_SHAPE_BYTES];
    int64_t other = 0;
    studies_words(t->name, out->words, sizeof out->words);
    unicode_shape(t->name, out->shape);
    int err = teams_named(store_of(w), out->words, &other);
    if (err == 0 && other != t->id)
        return work_refuse(w, OUTCOME_CONFLICT, "There is a team of that name; choose another.");
    unicode_shape(before, shape);
    if (err == ERR_NOT_FOUND && strcmp(shape, out->shape) != 0)
        err = teams_like(store_of(w), out->shape, t->id, &other);
    if (err == 0 && other != t->id)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "The name looks like that of another team; choose another.");
    return err == ERR_NOT_FOUND ? 0 : err;
}

int teams_fill_shapes(struct store *s)
{
    enum { PIECE = 100 };
    struct team_name list[PIECE];
    char shape[UNICODE_SHAPE_BYTES];
    int n = PIECE;
    while (n == PIECE) {
        int err = store_begin(s);
        if (err < 0)
            return err;
        n = teams_shapeless(s, PIECE, list);
        for (int i = 0; err == 0 && i < n; i++) {
            unicode_shape(list[i].name, shape);
            err = teams_shape_put(s, list[i].id, shape);
        }
        err = n < 0 ? n : err;
        if (err == 0)
            err = store_commit(s);
        if (err < 0) {
            store_rollback(s);
            return err;
        }
    }
    return 0;
}

/* Checks the texts that the act has, and writes them to the team; the spelling is of its name. */
static int take_texts(struct work *w, const struct team_act *a, struct team *t,
                      struct spelling *spelling)
{
    char before[TEAMS_NAME_BYTES];
    snprintf(before, sizeof before, "%s", t->name);
    if (a->name != NULL) {
        if (text_characters(a->name) > TEAMS_NAME_CHARS)
            return work_refuse(w, OUTCOME_RANGE, "name must have 1 to %d characters.",
                               TEAMS_NAME_CHARS);
        snprintf(t->name, sizeof t->name, "%s", a->name);
    }
    if (a->about != NULL) {
        if (text_characters(a->about) > TEAMS_ABOUT_CHARS)
            return work_refuse(w, OUTCOME_RANGE, "about must have at most %d characters.",
                               TEAMS_ABOUT_CHARS);
        snprintf(t->about, sizeof t->about, "%s", a->about);
    }
    if (a->access != NULL) {
        int i = 0;
        while (i < TEAM_ACCESS_N && strcmp(a->access, team_access_name[i]) != 0)
            i++;
        if (i == TEAM_ACCESS_N)
            return work_refuse(w, OUTCOME_RANGE, "access must be open, request or closed.");
        t->access = (enum team_access)i;
    }
    return check_spelling(w, t, before, spelling);
}

/* Refuses a player who is in as many teams as they may be, or owns as many. `who` begins the
 * sentence. */
static int within_quota(struct work *w, int64_t player, const char *who, bool owns)
{
    int64_t n = 0;
    int err = owns ? teams_owned(store_of(w), player, &n) : teams_joined(store_of(w), player, &n);
    if (err == 0 && owns && n >= TEAMS_OWNED_MAX)
        return work_refuse(w, OUTCOME_FULL, "%s %d teams, which is the limit.", who,
                           TEAMS_OWNED_MAX);
    if (err == 0 && !owns && n >= TEAMS_JOINED_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "%s in %d teams, or asking to join them, which is the limit. Leave one "
                           "first.",
                           who, TEAMS_JOINED_MAX);
    return err;
}

int teams_make(struct work *w, void *context)
{
    const struct team_act *a = context;
    const struct store_player *me = &w->order->asker;
    struct team t = {.founder = *me, .created_at = w->now};
    struct spelling spelling;
    int err = within_quota(w, me->id, "You own", true);
    if (err == 0)
        err = within_quota(w, me->id, "You are", false);
    if (err == 0)
        err = take_texts(w, a, &t, &spelling);
    if (err == 0)
        err = texts_pay(w, sizeof t.name + (a->about != NULL ? strlen(a->about) : 0));
    if (err == 0)
        err = teams_add(store_of(w), &t, spelling.words, spelling.shape);
    w->order->out.id = t.id;
    return err;
}

int teams_change(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct team t;
    struct spelling spelling;
    int err = find_owned(w, a->team, &t);
    if (err == 0)
        err = take_texts(w, a, &t, &spelling);
    if (err == 0)
        err = texts_pay(w, sizeof t.name + (a->about != NULL ? strlen(a->about) : 0));
    if (err == 0)
        err = teams_put(store_of(w), &t, spelling.words, spelling.shape);
    return err < 0 ? err : work_tell_team(w, t.id, "head");
}

static int end(struct work *w, int64_t team)
{
    int err = work_tell_team(w, team, "deleted");
    if (err == 0)
        err = tournament_team_end(store_of(w), team);
    return err < 0 ? err : teams_end(store_of(w), team);
}

int teams_delete(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct team t;
    int err = find_owned(w, a->team, &t);
    return err < 0 ? err : end(w, t.id);
}

int teams_moderate(struct work *w, void *context)
{
    const struct team_act *a = context;
    int64_t me = w->order->asker.id;
    struct team t;
    char detail[TEAMS_NAME_BYTES + 40];
    int err = moderation_must_be(w, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = teams_find(w, a->team, &t);
    if (err == 0)
        err = end(w, t.id);
    if (err < 0)
        return err;
    snprintf(detail, sizeof detail, "team %lld, %s", (long long)t.id, t.name);
    return social_audit_add(store_of(w), me, "delete team", t.founder.id, detail, w->now);
}

/* --- members --- */

/* Tells a player how their request to join was answered. */
static int answer(struct work *w, const struct team *t, int64_t player, const char *did)
{
    return work_tell(w, EVENT_TEAM_ANSWER,
                     JSON_OBJECT({"id", json_integer(t->id)}, {"name", json_string(t->name)},
                                 {"did", json_string(did)},
                                 {"by", json_integer(w->order->asker.id)}),
                     0, player, NULL);
}

static int put(struct work *w, const struct team *t, int64_t player, enum team_role role)
{
    int err = teams_member_put(store_of(w), t->id, player, role, w->now);
    return err < 0 ? err : work_tell_team(w, t->id, "members");
}

static int take_out(struct work *w, const struct team *t, int64_t player)
{
    int err = teams_member_end(store_of(w), t->id, player);
    if (err == 0)
        err = work_tell_rights(w, player);
    return err < 0 ? err : work_tell_team(w, t->id, "members");
}

/* The asker joins the team, or asks to; who is invited needs to ask nobody. */
static int enter(struct work *w, int64_t team, bool invited)
{
    const struct store_player *me = &w->order->asker;
    struct team t;
    bool blocked = false;
    int err = teams_find(w, team, &t);
    bool free = invited || t.access == TEAM_OPEN;
    bool waits = t.role == TEAM_ASKED && free; /* asked before */
    if (err < 0 || (t.role != TEAM_STRANGER && !waits))
        return err;
    if (t.access == TEAM_CLOSED && !invited)
        return work_refuse(w, OUTCOME_DENIED, "This team takes no new members.");
    err = teams_blocks(store_of(w), t.id, me->id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "An owner of this team has blocked you.");
    if (err == 0 && t.members_n + t.asked_n - waits >= TEAMS_MEMBERS_MAX)
        return work_refuse(w, OUTCOME_FULL, "A team has at most %d members.", TEAMS_MEMBERS_MAX);
    if (err == 0 && !waits)
        err = within_quota(w, me->id, "You are", false);
    return err < 0 ? err : put(w, &t, me->id, free ? TEAM_MEMBER : TEAM_ASKED);
}

int teams_join(struct work *w, void *context)
{
    const struct team_act *a = context;
    return enter(w, a->team, false);
}

int teams_admit(struct work *w, int64_t team)
{
    return enter(w, team, true);
}

/* Refuses if the team would have no owner. */
static int not_the_last(struct work *w, const struct team *t)
{
    int64_t owners = 0;
    int err = teams_owners(store_of(w), t->id, &owners);
    if (err == 0 && owners < 2)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "You are the only owner. Make another member an owner first, or delete "
                           "the team.");
    return err;
}

int teams_leave(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct team t;
    int err = teams_find(w, a->team, &t);
    if (err < 0 || t.role == TEAM_STRANGER)
        return err;
    if (t.role == TEAM_OWNER)
        err = not_the_last(w, &t);
    return err < 0 ? err : take_out(w, &t, w->order->asker.id);
}

/* Gives the player, whose role is now `role`, the role that the act names. */
static int change_role(struct work *w, const struct team_act *a, const struct team *t,
                       const struct store_player *p, enum team_role role)
{
    bool myself = p->id == w->order->asker.id;
    char who[STORE_NAME_BYTES + 8];
    if (strcmp(a->role, "owner") == 0) {
        if (role == TEAM_OWNER)
            return 0;
        if (role != TEAM_MEMBER)
            return work_refuse(w, OUTCOME_CONFLICT, "%s is not a member of this team.", p->name);
        snprintf(who, sizeof who, "%s owns", p->name);
        int err = within_quota(w, p->id, who, true);
        return err < 0 ? err : put(w, t, p->id, TEAM_OWNER);
    }
    if (strcmp(a->role, "member") != 0)
        return work_refuse(w, OUTCOME_RANGE, "role must be member or owner.");
    if (role == TEAM_OWNER && !myself)
        return work_refuse(w, OUTCOME_DENIED, "Owners can only step down themselves.");
    if (role == TEAM_OWNER) {
        int err = not_the_last(w, t);
        if (err < 0)
            return err;
    }
    if (role == TEAM_MEMBER)
        return 0;
    int err = put(w, t, p->id, TEAM_MEMBER);
    return err < 0 || role != TEAM_ASKED ? err : answer(w, t, p->id, "accepted");
}

int teams_member(struct work *w, void *context)
{
    const struct team_act *a = context;
    struct store_player p;
    struct team t;
    enum team_role role = TEAM_STRANGER;
    int err = find_owned(w, a->team, &t);
    if (err < 0)
        return err;
    err = profile_find(store_of(w), a->player, w->now, &p);
    if (err == 0)
        err = teams_role(store_of(w), t.id, p.id, &role);
    if (err == ERR_NOT_FOUND || (err == 0 && role == TEAM_STRANGER))
        return work_refuse(w, OUTCOME_NOT_FOUND,
                           "%s is not a member of this team and has not asked to join.", a->player);
    if (err < 0)
        return err;
    if (!a->removes)
        return change_role(w, a, &t, &p, role);
    if (role == TEAM_OWNER)
        return work_refuse(w, OUTCOME_DENIED,
                           "An owner cannot be removed; owners step down "
                           "themselves.");
    err = take_out(w, &t, p.id);
    return err < 0 || role != TEAM_ASKED ? err : answer(w, &t, p.id, "refused");
}

int teams_forget(struct work *w, int64_t player)
{
    enum { AT_ONCE = 20 };
    int64_t ids[AT_ONCE];
    int n;
    do {
        n = teams_sole(store_of(w), player, AT_ONCE, ids);
        for (int i = 0; i < n; i++) {
            int64_t heir = 0;
            int err = teams_heir(store_of(w), ids[i], &heir);
            if (err == 0)
                err = teams_member_put(store_of(w), ids[i], heir, TEAM_OWNER, w->now);
            else if (err == ERR_NOT_FOUND)
                err = end(w, ids[i]);
            if (err < 0)
                return err;
        }
    } while (n == AT_ONCE);
    return n < 0 ? n : teams_member_forget(store_of(w), player);
}
