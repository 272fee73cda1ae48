/* routes_conversations.c - the messages between members. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/conversations.h"

static struct conversation_act *arg(const struct request *r)
{
    return r->arg;
}

static void handle_list(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = 20;
    int err = 0;
    if (route_number(r, "before", 1, INT64_MAX, &before) &&
        route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit))
        route_view(r, 200, reader_conversations(r->reader, r->asker.id, before, (int)limit, &err),
                   err);
}

static void handle_one(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = CONVERSATIONS_PAGE;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, CONVERSATIONS_PAGE, &limit))
        return;
    json_t *view = reader_conversation(r->reader, r->name, &r->asker, before, (int)limit, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no member %s.", r->name);
    else
        route_view(r, 200, view, err);
}

static void handle_write(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, STORE_CHAT_BYTES - 1}};
    arg(r)->name = r->name;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        route_submit(r, conversations_write, arg(r));
}

static void handle_read(struct request *r)
{
    arg(r)->name = r->name;
    if (route_body(r, NULL, 0))
        route_submit(r, conversations_mark_read, arg(r));
}

static void finish_read(struct request *r)
{
    int err = 0;
    json_t *view = reader_conversations_unread(r->reader, r->asker.id, &err);
    route_view(r, 200, view, err);
}

static void handle_delete(struct request *r)
{
    arg(r)->name = r->name;
    if (route_body_line(r, &arg(r)->line))
        route_submit(r, conversations_delete, arg(r));
}

static void handle_moderate(struct request *r)
{
    arg(r)->line = r->id;
    if (route_body(r, NULL, 0))
        route_submit(r, conversations_moderate, arg(r));
}

static void finish_line(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

#define POST_MEMBER    (POST_PLAYER | ROUTE_MEMBER | ROUTE_CHAT)
#define POST_MODERATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    READS("conversations", GET_ACCOUNT | ROUTE_MEMBER, handle_list),
    READS("conversations/@", GET_ACCOUNT | ROUTE_MEMBER, handle_one),
    ORDERS("conversations/@", POST_MEMBER, handle_write, route_answer_id),
    ORDERS("conversations/@/read", MEMBER_ACCOUNT, handle_read, finish_read),
    ORDERS("conversations/@/delete", POST_MEMBER, handle_delete, finish_line),
    ORDERS("admin/conversations/*/delete", POST_MODERATOR, handle_moderate, finish_line),
};

const struct route_table routes_conversations = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct conversation_act)};
