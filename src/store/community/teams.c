#include "store/community/teams.h"

#include "base/err.h"
#include "store/core/queries.h"
#include <stdio.h>

const char *const team_access_name[TEAM_ACCESS_N] = {"open", "request", "closed"};
const char *const team_role_name[TEAM_ROLE_N] = {"", "asked", "member", "owner"};

ROW_READER(read_team, struct team, TEAM_TOLD)
ROW_BINDER(bind_new, struct team, TEAM_NEW)
ROW_BINDER(bind_change, struct team, TEAM_CHANGE)
ROW_READER(read_member, struct team_member, TEAM_MEMBER_TOLD)
ROW_BINDER(bind_member, struct team_member, TEAM_MEMBER_NEW)
ROW_READER(read_line, struct store_line, TEAM_CHAT_TOLD)
ROW_BINDER(bind_line, struct store_line, TEAM_CHAT_NEW)

/* The receiver of the rows of a query. */
struct each {
    union {
        teams_on_team *team;
        teams_on_member *member;
        teams_on_chat *line;
    } on;
    void *context;
};

/* --- teams --- */

static void on_team(void *context, const struct store *s, void *row)
{
    read_team(s, row, 0, context);
}

static void on_each_team(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct team t;
    read_team(s, row, 0, &t);
    e->on.team(e->context, &t);
}

int teams_add(struct store *s, struct team *t, const char *words, const char *shape)
{
    struct store_value v[ROW_N(TEAM_NEW) + 2];
    int n = bind_new(t, v);
    v[n++] = store_text(words);
    v[n++] = store_text(shape);
    int err = store_some(store_run(s, store_on_int, &t->id, Q_TEAMS_ADD, v, n));
    return err < 0 ? err : teams_member_put(s, t->id, t->founder.id, TEAM_OWNER, t->created_at);
}

int teams_get(struct store *s, int64_t id, int64_t asker, struct team *out)
{
    return store_some(store_query(s, on_team, out, Q_TEAMS_GET, asker, id));
}

int teams_put(struct store *s, const struct team *t, const char *words, const char *shape)
{
    struct store_value v[ROW_N(TEAM_CHANGE) + 3];
    int n = bind_change(t, v);
    v[n++] = store_text(words);
    v[n++] = store_text(shape);
    v[n++] = store_number(t->id);
    return store_done(store_run(s, NULL, NULL, Q_TEAMS_PUT, v, n));
}

int teams_end(struct store *s, int64_t id)
{
    static const int queries[] = {Q_TEAMS_CHAT_END, Q_TEAMS_MEMBERS_END, Q_TEAMS_END};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(queries); i++)
        err = store_done(store_query(s, NULL, NULL, queries[i], id));
    return err;
}

int teams_named(struct store *s, const char *words, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_TEAMS_NAMED, words));
}

int teams_like(struct store *s, const char *shape, int64_t but, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_TEAMS_LIKE, shape, but));
}

static void on_shapeless(void *context, const struct store *s, void *row)
{
    struct team_name **next = context;
    (*next)->id = store_row_int(s, row, 0);
    snprintf((*next)->name, sizeof(*next)->name, "%s", store_row_text(s, row, 1));
    (*next)++;
}

int teams_shapeless(struct store *s, int limit, struct team_name *out)
{
    return store_query(s, on_shapeless, &out, Q_TEAMS_SHAPELESS, limit);
}

int teams_shape_put(struct store *s, int64_t id, const char *shape)
{
    return store_done(store_query(s, NULL, NULL, Q_TEAMS_SHAPE, shape, id));
}

int teams_list(struct store *s, const struct team_filter *f, teams_on_team *on, void *context)
{
    struct each e = {.on.team = on, .context = context};
    if (f->member == 0)
        return store_query(s, on_each_team, &e, Q_TEAMS_ALL, f->asker, f->before, f->like,
                           f->limit);
    return store_query(s, on_each_team, &e, Q_TEAMS_OF, f->asker, f->member, f->before, f->like,
                       f->limit);
}

/* --- members --- */

int teams_member_put(struct store *s, int64_t team, int64_t player, enum team_role role, int64_t at)
{
    const struct team_member m = {.player.id = player, .role = role, .at = at};
    struct store_value v[ROW_N(TEAM_MEMBER_NEW) + 1];
    int n = bind_member(&m, v);
    v[n++] = store_number(team);
    return store_done(store_run(s, NULL, NULL, Q_TEAMS_MEMBER_PUT, v, n));
}

int teams_member_end(struct store *s, int64_t team, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_TEAMS_MEMBER_END, team, player));
}

static void on_role(void *context, const struct store *s, void *row)
{
    *(enum team_role *)context =
        (enum team_role)store_row_name(s, row, 0, team_role_name, TEAM_ROLE_N);
}

int teams_role(struct store *s, int64_t team, int64_t player, enum team_role *out)
{
    *out = TEAM_STRANGER;
    return store_done(store_query(s, on_role, out, Q_TEAMS_ROLE, team, player));
}

static void on_member(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct team_member m;
    read_member(s, row, 0, &m);
    e->on.member(e->context, &m);
}

int teams_members(struct store *s, int64_t team, bool asked, int64_t after, int limit,
                  teams_on_member *on, void *context)
{
    struct each e = {.on.member = on, .context = context};
    return store_query(s, on_member, &e, asked ? Q_TEAMS_WAITING : Q_TEAMS_MEMBERS, team, after,
                       limit);
}

int teams_owners(struct store *s, int64_t team, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_TEAMS_OWNERS, team));
}

int teams_joined(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_TEAMS_JOINED, player));
}

int teams_owned(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_TEAMS_OWNED, player));
}

int teams_blocks(struct store *s, int64_t team, int64_t player, bool *out)
{
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_TEAMS_BLOCKS, team, player));
    *out = n > 0;
    return err;
}

int teams_sole(struct store *s, int64_t player, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_TEAMS_SOLE, player, limit);
    return err < 0 ? err : list.n;
}

int teams_heir(struct store *s, int64_t team, int64_t *player)
{
    return store_some(store_query(s, store_on_int, player, Q_TEAMS_HEIR, team));
}

int teams_member_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_TEAMS_MEMBER_FORGET, player));
}

/* --- chat --- */

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct store_line chat;
    read_line(s, row, 0, &chat);
    e->on.line(e->context, chat.of, &chat.line);
}

int teams_chat_add(struct store *s, int64_t team, int keep, struct store_chat *line)
{
    const struct store_line chat = {team, *line};
    struct store_value v[ROW_N(TEAM_CHAT_NEW)];
    int n = bind_line(&chat, v);
    int err = store_some(store_run(s, store_on_int, &line->id, Q_TEAMS_CHAT_ADD, v, n));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_TEAMS_CHAT_TRIM, team, keep));
}

int teams_chat_page(struct store *s, int64_t team, int64_t reader, int64_t before, int limit,
                    teams_on_chat *on, void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_query(s, on_line, &e, Q_TEAMS_CHAT_PAGE, team, before, reader, limit);
}

int teams_chat_get(struct store *s, int64_t id, teams_on_chat *on, void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_some(store_query(s, on_line, &e, Q_TEAMS_CHAT_GET, id));
}

int teams_chat_of(struct store *s, int64_t player, teams_on_chat *on, void *context)
{
    struct each e = {.on.line = on, .context = context};
    return store_done(store_query(s, on_line, &e, Q_TEAMS_CHAT_OF, player));
}

int teams_chat_remove(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_TEAMS_CHAT_REMOVE, id));
}
