/* routes_tournament_chat.c - the chats of tournaments. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/tournaments/tournament_chat.h"

static struct tournament_chat_act *arg(const struct request *r)
{
    return r->arg;
}

static void handle_chat(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = TOURNAMENT_CHAT_PAGE;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, TOURNAMENT_CHAT_PAGE, &limit))
        return;
    json_t *view = reader_tournament_chat(r->reader, r->id, &r->asker, before, (int)limit, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such tournament.");
    else
        route_view(r, 200, view, err);
}

static void handle_say(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, STORE_CHAT_BYTES - 1}};
    arg(r)->tournament = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        route_submit(r, tournament_chat_say, arg(r));
}

static void handle_delete(struct request *r)
{
    arg(r)->tournament = r->id;
    if (route_body_line(r, &arg(r)->line))
        route_submit(r, tournament_chat_delete, arg(r));
}

static void handle_moderate(struct request *r)
{
    arg(r)->line = r->id;
    if (route_body(r, NULL, 0))
        route_submit(r, tournament_chat_moderate, arg(r));
}

static void finish_line(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

#define POST_MEMBER    (POST_PLAYER | ROUTE_MEMBER | ROUTE_CHAT)
#define POST_MODERATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    READS("tournaments/*/chat", 0, handle_chat),
    ORDERS("tournaments/*/chat", POST_MEMBER, handle_say, route_answer_id),
    ORDERS("tournaments/*/chat/delete", POST_MEMBER, handle_delete, finish_line),
    ORDERS("admin/tournamentchat/*/delete", POST_MODERATOR, handle_moderate, finish_line),
};

const struct route_table routes_tournament_chat = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct tournament_chat_act)};
