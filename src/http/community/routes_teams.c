/* routes_teams.c - teams: their members and their chat. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/teams.h"
#include "service/studies/studies.h"
#include <string.h>

static struct team_act *arg(const struct request *r)
{
    return r->arg;
}

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    route_submit(r, apply, arg(r));
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
    char words[TEAMS_NAME_BYTES];
    char name[STORE_NAME_BYTES];
    const char *q = request_words(r, "q", words, sizeof words);
    const char *player = request_words(r, "player", name, sizeof name);
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
        {"name", FIELD_NAME, made, &arg(r)->name, 1, TEAMS_NAME_BYTES - 1},
        {"about", FIELD_WORDS, false, &arg(r)->about, 0, TEAMS_ABOUT_BYTES - 1},
        {"access", FIELD_TEXT, false, &arg(r)->access, 1, 16},
    };
    arg(r)->team = r->id;
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
    arg(r)->team = r->id;
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
    answer_json(r, 200, JSON_OBJECT({"deleted", json_boolean(1)}));
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
        {"player", FIELD_NAME, true, &arg(r)->player, 1, STORE_NAME_BYTES - 1},
        {"role", FIELD_TEXT, false, &arg(r)->role, 1, 16},
        {"remove", FIELD_BOOL, false, &arg(r)->removes, 0, 0},
    };
    arg(r)->team = r->id;
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (arg(r)->removes == (arg(r)->role != NULL))
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
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, STORE_CHAT_BYTES - 1}};
    arg(r)->team = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, teams_chat_say);
}

static void handle_line_delete(struct request *r)
{
    arg(r)->team = r->id;
    if (route_body_line(r, &arg(r)->line))
        submit(r, teams_chat_delete);
}

static void handle_line_moderate(struct request *r)
{
    arg(r)->line = r->id;
    if (route_body(r, NULL, 0))
        submit(r, teams_chat_moderate);
}

static void finish_line(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

#define POST_MEMBER    (POST_PLAYER | ROUTE_MEMBER)
#define POST_MODERATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    READS("teams", 0, handle_list),
    ORDERS("teams", POST_MEMBER | ROUTE_LARGE, handle_make, finish_made),
    READS("teams/*", 0, handle_team),
    ORDERS("teams/*", POST_MEMBER | ROUTE_LARGE, handle_change, handle_team),
    ORDERS("teams/*/delete", POST_MEMBER, handle_delete, finish_deleted),
    READS("teams/*/members", 0, handle_members),
    ORDERS("teams/*/members", POST_MEMBER, handle_member, handle_team),
    ORDERS("teams/*/join", POST_MEMBER, handle_join, handle_team),
    ORDERS("teams/*/leave", POST_MEMBER, handle_leave, handle_team),
    READS("teams/*/chat", 0, handle_chat),
    ORDERS("teams/*/chat", POST_MEMBER | ROUTE_CHAT | ROUTE_LARGE, handle_say, route_answer_id),
    ORDERS("teams/*/chat/delete", POST_MEMBER | ROUTE_CHAT, handle_line_delete, finish_line),
    ORDERS("admin/teams/*/delete", POST_MODERATOR, handle_moderate, finish_deleted),
    ORDERS("admin/teamchat/*/delete", POST_MODERATOR, handle_line_moderate, finish_line),
};

const struct route_table routes_teams = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct team_act)};
