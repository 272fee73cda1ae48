/* routes_account.c - the account of a member, with its sessions and API tokens. Requests that
 * change the account's credentials need its password first (routes_people.c). */
#include "http/people/people_arg.h"

#include "base/err.h"
#include "base/text.h"
#include "service/people/leaving.h"
#include <stdio.h>
#include <string.h>

/* --- the account --- */

static void handle_account(struct request *r)
{
    people_finish_account(r);
}

static void handle_rename(struct request *r)
{
    const char *password = NULL;
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->act.name, 1, STORE_NAME_BYTES - 1},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_with_password(r, password, accounts_rename);
}

static void handle_password(struct request *r)
{
    const char *password = NULL;
    const char *fresh = "";
    const struct field fields[] = {
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"new", FIELD_TEXT, true, &fresh, PASSWORDS_MIN, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
        {"keep_tokens", FIELD_BOOL, false, &arg(r)->act.keep_tokens, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (!people_is_strong(r, fresh, r->asker.name))
        return;
    arg(r)->password.make = true;
    snprintf(arg(r)->password.fresh, sizeof arg(r)->password.fresh, "%s", fresh);
    people_submit_with_password(r, password, accounts_password);
}

static void handle_profile(struct request *r)
{
    const struct field fields[] = {
        {"about", FIELD_WORDS, false, &arg(r)->act.about, 0, PEOPLE_ABOUT_BYTES - 1},
        {"show_seen", FIELD_BOOL, false, &arg(r)->act.show_seen, 0, 0},
        {"followable", FIELD_BOOL, false, &arg(r)->act.followable, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if (arg(r)->act.about != NULL && text_characters(arg(r)->act.about) > ACCOUNTS_ABOUT_CHARS) {
        answer_error(r, 400, "about must have at most %d characters.", ACCOUNTS_ABOUT_CHARS);
        return;
    }
    arg(r)->act.set_show_seen = json_object_get(r->json, "show_seen") != NULL;
    arg(r)->act.set_followable = json_object_get(r->json, "followable") != NULL;
    people_submit_act(r, accounts_profile);
}

static void handle_email(struct request *r)
{
    const char *password = NULL;
    bool ends = strcmp(r->route->path, "account/emails/end") == 0;
    const struct field fields[] = {
        {"address", FIELD_NAME, true, &arg(r)->act.address, 1, PEOPLE_ADDRESS_BYTES - 1},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_with_password(r, password, ends ? accounts_email_end : accounts_email_add);
}

static void handle_delete(struct request *r)
{
    const char *password = NULL;
    const struct field fields[] = {
        {"password", FIELD_TEXT, false, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_with_password(r, password, leaving_delete);
}

/* --- sessions and tokens --- */

static void finish_sessions(struct request *r)
{
    int err = 0;
    json_t *list = reader_sessions(r->reader, r->asker.id, r->session.hash, &err);
    route_view(r, 200, list, err);
}

static void finish_security(struct request *r)
{
    int err = 0;
    json_t *list = reader_security_events(r->reader, r->asker.id, &err);
    route_view(r, 200, list, err);
}

static void handle_session_end(struct request *r)
{
    const struct field fields[] = {
        {"id", FIELD_TEXT, false, &arg(r)->act.id, 1, 64},
        {"others", FIELD_BOOL, false, &arg(r)->act.others, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if ((arg(r)->act.id != NULL) == arg(r)->act.others) {
        answer_error(r, 400, "Send either id or others.");
        return;
    }
    people_submit_act(r, accounts_session_end);
}

static void finish_tokens(struct request *r)
{
    int err = 0;
    json_t *list = reader_tokens(r->reader, r->asker.id, &err);
    route_view(r, 200, list, err);
}

/* The scopes of a list as bits; 0 when the list is not one of scopes. */
static unsigned read_scopes(const json_t *list)
{
    unsigned scopes = 0;
    size_t n = json_array_size(list);
    for (size_t i = 0; i < n; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        unsigned bit = 0;
        for (int s = 0; word != NULL && s < SCOPE_N; s++)
            if (strcmp(people_scope_name[s], word) == 0)
                bit = 1U << s;
        if (bit == 0)
            return 0;
        scopes |= bit;
    }
    return scopes;
}

static void handle_token_add(struct request *r)
{
    const char *password = NULL;
    const json_t *scopes = NULL;
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->act.label, 1, PEOPLE_LABEL_BYTES - 1},
        {"scopes", FIELD_ANY, true, &scopes, 0, 0},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->act.scopes = read_scopes(scopes);
    if (arg(r)->act.scopes == 0 || text_characters(arg(r)->act.label) > ACCOUNTS_LABEL_CHARS) {
        answer_error(r, 400,
                     "scopes must list some of read, play, chat and account; name must"
                     " have at most %d characters.",
                     ACCOUNTS_LABEL_CHARS);
        return;
    }
    service_secret(arg(r)->secret, arg(r)->act.fresh);
    people_submit_with_password(r, password, accounts_token_add);
}

static void finish_token(struct request *r)
{
    int err = 0;
    char id[PEOPLE_ID_BYTES];
    size_t i;
    json_t *one;
    json_t *list = reader_tokens(r->reader, r->asker.id, &err);
    json_t *found = NULL;
    snprintf(id, sizeof id, "%.16s", arg(r)->act.fresh);
    json_array_foreach(json_object_get(list, "tokens"), i,
                       one) if (strcmp(json_string_value(json_object_get(one, "id")), id) == 0)
        found = json_incref(one);
    json_decref(list);
    if (found != NULL)
        json_object_set_new(found, "secret", json_string(arg(r)->secret));
    route_view(r, 201, found, err < 0 ? err : ERR_NOT_FOUND);
}

static void handle_token_end(struct request *r)
{
    const struct field fields[] = {{"id", FIELD_TEXT, true, &arg(r)->act.id, 1, 64}};
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_act(r, accounts_token_end);
}

/* --- the rows --- */

static void free_arg(void *a)
{
    FILE *file = ((struct people_arg *)a)->file;
    if (file != NULL)
        (void)fclose(file);
}

static const struct route rows[] = {
    READS("account", GET_ACCOUNT, handle_account),
    ORDERS("account/name", MEMBER_ACCOUNT, handle_rename, people_finish_account),
    ORDERS("account/password", MEMBER_ACCOUNT, handle_password, people_finish_account),
    ORDERS("account/profile", MEMBER_ACCOUNT | ROUTE_LARGE, handle_profile, people_finish_account),
    ORDERS("account/emails", MEMBER_ACCOUNT, handle_email, people_finish_account),
    ORDERS("account/emails/end", MEMBER_ACCOUNT, handle_email, people_finish_account),
    READS("account/sessions", GET_ACCOUNT, finish_sessions),
    ORDERS("account/sessions/end", POST_ACCOUNT, handle_session_end, finish_sessions),
    READS("account/tokens", GET_ACCOUNT, finish_tokens),
    ORDERS("account/tokens", MEMBER_ACCOUNT | ROUTE_SESSION, handle_token_add, finish_token),
    ORDERS("account/tokens/end", POST_ACCOUNT, handle_token_end, finish_tokens),
    READS("account/security", GET_ACCOUNT, finish_security),
    BEGINS("account/export", GET_ACCOUNT, export_handle, export_finish),
    ORDERS_AT_ONCE("account/delete", POST_ACCOUNT | ROUTE_SESSION, handle_delete,
                   people_finish_gone),
};

const struct route_table routes_account = {.rows = rows,
                                           .n = ARRAY_LEN(rows),
                                           .arg_bytes = sizeof(struct people_arg),
                                           .free_arg = free_arg};
