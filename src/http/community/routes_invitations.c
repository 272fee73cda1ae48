/* routes_invitations.c - invitations to teams and tournaments. */
#include "http/wire/route.h"

#include "base/macros.h"
#include "platform/json.h"
#include "service/community/invitations.h"

static struct invitation_act *arg(const struct request *r)
{
    return r->arg;
}

static void invite(struct request *r, int (*apply)(struct work *w, void *context))
{
    const struct field fields[] = {
        {"player", FIELD_NAME, true, &arg(r)->player, 1, STORE_NAME_BYTES - 1}};
    arg(r)->id = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        route_submit(r, apply, arg(r));
}

static void handle_to_team(struct request *r)
{
    invite(r, invitations_to_team);
}

static void handle_to_tournament(struct request *r)
{
    invite(r, invitations_to_tournament);
}

static void answer(struct request *r, int (*apply)(struct work *w, void *context))
{
    arg(r)->id = r->id;
    if (route_body(r, NULL, 0))
        route_submit(r, apply, arg(r));
}

static void handle_accept(struct request *r)
{
    answer(r, invitations_accept);
}

static void handle_decline(struct request *r)
{
    answer(r, invitations_decline);
}

static void finish_made(struct request *r)
{
    answer_json(r, 201, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

static void finish(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

#define POST_MEMBER (POST_PLAYER | ROUTE_MEMBER)

static const struct route rows[] = {
    ORDERS("teams/*/invite", POST_MEMBER, handle_to_team, finish_made),
    ORDERS("tournaments/*/invite", POST_MEMBER, handle_to_tournament, finish_made),
    ORDERS("invitations/*/accept", POST_MEMBER, handle_accept, finish),
    ORDERS("invitations/*/decline", POST_MEMBER, handle_decline, finish),
};

const struct route_table routes_invitations = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct invitation_act)};
