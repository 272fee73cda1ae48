/* routes_teams.c - teams: their members and their chat. */
#include "http/wire/route.h"

#include "base/err.h"
#include "service/community/teams.h"
#include "service/studies/studies.h"
#include <string.h>

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    route_submit(r, apply, &r->team);
}

static void answer_view(struct request *r, int status, json_t *view, int err)
{
    if (view != NULL)
        answer_json(r, status, view);
    else if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such team.");
    else if (err == ERR_DENIED && r->asker.id == 0)
        route_nobody(r);
    else if (err == ERR_DENIED)
        answer_error(r, 403,
                     "This is for members of the team; requests to join are for its "
                     "owners.");
    else
        answer_error(r, 503, "The store cannot be read now.");
}

static void answer_team(struct request *r, int status, int64_t id)
{
    int err = 0;
    json_t *view = reader_team(r->reader, id, r->asker.id, &err);
    answer_view(r, status, view, err);
}

/* --- teams --- */

static void handle_list(struct request *r)
{
    char pattern[3 * TEAMS_NAME_BYTES];
    const char *q = request_argument(r, "q");
    const char *player = request_argument(r, "player");
    bool mine = request_argument(r, "mine") != NULL;
    struct team_filter f = {.asker = r->asker.id, .before = INT64_MAX};
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "limit", 1, TEAMS_LIST_MAX, &limit) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before))
        return;
    if (mine && r->asker.id == 0) {
        route_nobody(r);
        return;
    }
    if (mine && player != NULL) {
        answer_error(r, 400, "Send either mine or player.");
        return;
    }
    if (q != NULL && strlen(q) >= TEAMS_NAME_BYTES) {
        answer_error(r, 400, "q may have at most %d bytes.", TEAMS_NAME_BYTES - 1);
        return;
    }
    studies_pattern(q != NULL ? q : "", pattern, sizeof pattern);
    f.member = mine ? r->asker.id : 0;
    f.like = pattern;
    f.limit = (int)limit;
    json_t *view = reader_teams(r->reader, &f, player, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no player %.60s.", player);
    else
        answer_view(r, 200, view, err);
}

static void handle_team(struct request *r)
{
    answer_team(r, 200, r->id);
}

static void finish_made(struct request *r)
{
    answer_team(r, 201, r->order.out.id);
    route_location(r, "/api/teams", r->order.out.id);
}

/* The texts of a team; the name only where it is new. */
static bool take_texts(struct request *r, bool made)
{
    const struct field fields[] = {
        {"name", FIELD_TEXT, made, &r->team.name, 1, TEAMS_NAME_BYTES - 1},
        {"about", FIELD_TEXT, false, &r->team.about, 0, TEAMS_ABOUT_BYTES - 1},
        {"access", FIELD_TEXT, false, &r->team.access, 1, 16},
    };
    r->team.team = r->id;
    return route_body(r, fields, (int)ARRAY_LEN(fields));
}

static void handle_make(struct request *r)
{
    if (take_texts(r, true))
        submit(r, teams_make);
}

static void handle_change(struct request *r)
{
    if (take_texts(r, false))
        submit(r, teams_change);
}

/* Orders with an empty body. */
static void submit_plain(struct request *r, int (*apply)(struct work *w, void *context))
{
    r->team.team = r->id;
    if (route_body(r, NULL, 0))
        submit(r, apply);
}

static void handle_delete(struct request *r)
{
    submit_plain(r, teams_delete);
}

static void handle_moderate(struct request *r)
{
    submit_plain(r, teams_moderate);
}

static void finish_deleted(struct request *r)
{
    answer_json(r, 200, json_pack("{sb}", "deleted", 1));
}

/* --- members --- */

static void handle_members(struct request *r)
{
    int64_t after = 0;
    int64_t limit = TEAMS_LIST_MAX;
    int err = 0;
    if (!route_number(r, "after", 1, INT64_MAX, &after) ||
        !route_number(r, "limit", 1, TEAMS_LIST_MAX, &limit))
        return;
    json_t *view =
        reader_team_members(r->reader, r->id, r->asker.id, request_argument(r, "asked") != NULL,
                            after, (int)limit, &err);
    answer_view(r, 200, view, err);
}

static void handle_member(struct request *r)
{
    const struct field fields[] = {
        {"player", FIELD_TEXT, true, &r->team.player, 1, STORE_NAME_BYTES - 1},
        {"role", FIELD_TEXT, false, &r->team.role, 1, 16},
        {"remove", FIELD_BOOL, false, &r->team.removes, 0, 0},
    };
    r->team.team = r->id;
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (r->team.removes == (r->team.role != NULL))
        answer_error(r, 400, "Send either role, which is member or owner, or remove.");
    else
        submit(r, teams_member);
}

static void handle_join(struct request *r)
{
    submit_plain(r, teams_join);
}

static void handle_leave(struct request *r)
{
    submit_plain(r, teams_leave);
}

/* --- chat --- */

static void handle_chat(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = TEAMS_LIST_MAX;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, TEAMS_LIST_MAX, &limit))
        return;
    json_t *view = reader_team_chat(r->reader, r->id, r->asker.id, before, (int)limit, &err);
    answer_view(r, 200, view, err);
}

static void handle_say(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_TEXT, true, &r->team.text, 1, STORE_CHAT_BYTES - 1}};
    r->team.team = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, teams_chat_say);
}

static void finish_said(struct request *r)
{
    answer_json(r, 201, json_pack("{sI}", "id", (json_int_t)r->order.out.id));
}

static void handle_line_delete(struct request *r)
{
    const json_t *line = NULL;
    const struct field fields[] = {{"line", FIELD_ANY, true, &line, 0, 0}};
    r->team.team = r->id;
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    r->team.line = json_integer_value(line);
    if (r->team.line < 1)
        answer_error(r, 400, "line must be the number of a chat line.");
    else
        submit(r, teams_chat_delete);
}

static void handle_line_moderate(struct request *r)
{
    r->team.line = r->id;
    if (route_body(r, NULL, 0))
        submit(r, teams_chat_moderate);
}

static void finish_line(struct request *r)
{
    answer_json(r, 200, json_pack("{sI}", "id", (json_int_t)r->order.out.id));
}

#define NO             ORDER_KIND_N, NULL
#define POST_MEMBER    (POST_PLAYER | ROUTE_MEMBER)
#define POST_MODERATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    {"teams", 0, NO, handle_list, NULL},
    {"teams", POST_MEMBER, NO, handle_make, finish_made},
    {"teams/*", 0, NO, handle_team, NULL},
    {"teams/*", POST_MEMBER, NO, handle_change, handle_team},
    {"teams/*/delete", POST_MEMBER, NO, handle_delete, finish_deleted},
    {"teams/*/members", 0, NO, handle_members, NULL},
    {"teams/*/members", POST_MEMBER, NO, handle_member, handle_team},
    {"teams/*/join", POST_MEMBER, NO, handle_join, handle_team},
    {"teams/*/leave", POST_MEMBER, NO, handle_leave, handle_team},
    {"teams/*/chat", 0, NO, handle_chat, NULL},
    {"teams/*/chat", POST_MEMBER | ROUTE_CHAT, NO, handle_say, finish_said},
    {"teams/*/chat/delete", POST_MEMBER | ROUTE_CHAT, NO, handle_line_delete, finish_line},
    {"admin/teams/*/delete", POST_MODERATOR, NO, handle_moderate, finish_deleted},
    {"admin/teamchat/*/delete", POST_MODERATOR, NO, handle_line_moderate, finish_line},
};

const struct route_table routes_teams = {rows, ARRAY_LEN(rows)};
