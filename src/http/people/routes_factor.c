/* routes_factor.c - the second factor of one's own account: turning it on and off, recovery codes
 * (docs/api/accounts.md). */
#include "http/people/people_arg.h"

#include <string.h>

/* Shows the new secret or codes, only this once. */
static void finish_made(struct request *r)
{
    if (strcmp(r->route->path, "account/factor") == 0)
        answer_json(r, 200, view_factor(&r->asker, arg(r)->act.factor));
    else
        answer_json(r, 201, view_codes(&arg(r)->act));
}

static void handle_factor(struct request *r, int (*apply)(struct work *w, void *context))
{
    const char *password = NULL;
    const struct field fields[] = {
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_with_password(r, password, apply);
}

static void handle_begin(struct request *r)
{
    handle_factor(r, accounts_factor_begin);
}

static void handle_end(struct request *r)
{
    handle_factor(r, accounts_factor_end);
}

static void handle_codes(struct request *r)
{
    handle_factor(r, accounts_factor_codes);
}

static void handle_confirm(struct request *r)
{
    const struct field fields[] = {
        {"code", FIELD_NAME, true, &arg(r)->act.code, 1, PEOPLE_CODE_MAX}};
    /* As a password: by the session that asks. */
    if (route_body(r, fields, (int)ARRAY_LEN(fields)) &&
        route_within_limit_of(r, &r->http->names, r->session.hash))
        people_submit_act(r, accounts_factor_confirm);
}

#define MEMBER_ALONE (MEMBER_ACCOUNT | ROUTE_SESSION)

static const struct route rows[] = {
    ORDERS_AT_ONCE("account/factor", MEMBER_ALONE, handle_begin, finish_made),
    ORDERS_AT_ONCE("account/factor/confirm", MEMBER_ALONE, handle_confirm, finish_made),
    ORDERS_AT_ONCE("account/factor/codes", MEMBER_ALONE, handle_codes, finish_made),
    ORDERS("account/factor/end", MEMBER_ALONE, handle_end, people_finish_account),
};

const struct route_table routes_factor = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct people_arg)};
