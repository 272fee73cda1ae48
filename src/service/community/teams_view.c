/* teams_view.c - teams as the API shows them (teams.h). */
#include "service/community/teams.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/presence.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/profile.h"
#include "service/ratings/ratings.h"

static json_t *view_limits(void)
{
    return JSON_OBJECT({"owned", json_integer(TEAMS_OWNED_MAX)},
                       {"joined", json_integer(TEAMS_JOINED_MAX)},
                       {"members", json_integer(TEAMS_MEMBERS_MAX)});
}

/* How many have asked to join is for its owners. */
static json_t *view_team(const struct team *t)
{
    return JSON_OBJECT(
        {"id", json_integer(t->id)}, {"name", json_string(t->name)},
        {"access", json_string(team_access_name[t->access])}, {"founder", view_player(&t->founder)},
        {"created_at", json_integer(t->created_at)}, {"members_n", json_integer(t->members_n)},
        {"asked_n", json_integer((json_int_t)(t->role == TEAM_OWNER ? t->asked_n : 0))},
        {"role", t->role != TEAM_STRANGER ? json_string(team_role_name[t->role]) : json_null()});
}

/* Begins to read, and finds the team; on failure nothing was begun. */
static int begin(struct store *store, int64_t team, int64_t asker, struct team *out)
{
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = teams_get(store, team, asker, out);
    if (err < 0)
        store_end(store);
    return err;
}

/* The same, but only for players whose role in the team is `least` or higher. */
static int begin_as(struct store *store, int64_t team, int64_t asker, enum team_role least,
                    struct team *out)
{
    int err = begin(store, team, asker, out);
    if (err == 0 && out->role < least) {
        store_end(store);
        return ERR_DENIED;
    }
    return err;
}

json_t *reader_team(struct reader *r, int64_t team, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    struct team t;
    *err = begin(store, team, asker, &t);
    if (*err < 0)
        return NULL;
    store_end(store);
    json_t *out = view_team(&t);
    json_object_set_new(out, "about", json_string(t.about));
    json_object_set_new(out, "limits", view_limits());
    return out;
}

struct page {
    const struct service *s;
    json_t *list;
    int64_t last;
    int n, limit;
};

static bool take(struct page *p, int64_t id)
{
    if (p->n++ >= p->limit)
        return false;
    p->last = id;
    return true;
}

static void on_team(void *context, const struct team *t)
{
    struct page *p = context;
    if (take(p, t->id))
        json_array_append_new(p->list, view_team(t));
}

json_t *reader_teams(struct reader *r, const struct team_filter *f, const char *name, int *err)
{
    struct store *store = reader_store(r);
    struct team_filter more = *f;
    struct store_player player = {.id = f->member};
    struct page p = {.list = json_array(), .limit = f->limit};
    more.limit++;
    *err = store_begin(store);
    if (*err == 0) {
        if (name != NULL)
            *err = profile_find(store, name, service_now(reader_service(r)), &player);
        more.member = player.id;
        int n = *err == 0 ? teams_list(store, &more, on_team, &p) : *err;
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(p.list);
        return NULL;
    }
    return JSON_OBJECT({"teams", p.list},
                       {"next", p.n > f->limit ? json_integer(p.last) : json_null()},
                       {"limits", view_limits()});
}

static void on_member(void *context, const struct team_member *m)
{
    struct page *p = context;
    if (take(p, m->id))
        json_array_append_new(
            p->list,
            JSON_OBJECT(
                {"player", view_player(&m->player)}, {"role", json_string(team_role_name[m->role])},
                {"since", json_integer(m->at)}, {"rating", view_rating_most(&m->rating)},
                {"online", json_boolean(m->show_seen && presence_is_here(p->s, m->player.id))}));
}

json_t *reader_team_members(struct reader *r, int64_t team, int64_t asker, bool asked,
                            int64_t after, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.s = reader_service(r), .list = json_array(), .limit = limit};
    struct team t;
    *err = begin_as(store, team, asker, asked ? TEAM_OWNER : TEAM_STRANGER, &t);
    if (*err == 0) {
        int n = teams_members(store, team, asked, after, limit + 1, on_member, &p);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(p.list);
        return NULL;
    }
    return JSON_OBJECT({"members", p.list},
                       {"next", p.n > limit ? json_integer(p.last) : json_null()});
}

static void on_line(void *context, int64_t team, const struct store_chat *line)
{
    (void)team;
    json_array_append_new(context, view_chat(line));
}

json_t *reader_team_chat(struct reader *r, int64_t team, int64_t asker, int64_t before, int limit,
                         int *err)
{
    struct store *store = reader_store(r);
    struct team t;
    json_t *lines = json_array();
    *err = begin_as(store, team, asker, TEAM_MEMBER, &t);
    if (*err == 0) {
        int n = teams_chat_page(store, team, asker, before, limit, on_line, lines);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(lines);
        return NULL;
    }
    return JSON_OBJECT({"lines", lines},
                       {"more", json_boolean(json_array_size(lines) == (size_t)limit)});
}

int reader_team_topic(struct reader *r, int64_t team, int64_t asker, struct topic *out)
{
    struct store *store = reader_store(r);
    struct team t;
    int err = begin_as(store, team, asker, TEAM_MEMBER, &t);
    if (err < 0)
        return err;
    store_end(store);
    *out = topic_team(team);
    return 0;
}
