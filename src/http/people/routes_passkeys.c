/* routes_passkeys.c - passkeys: made, listed and removed by a member, and shown to sign in
 * (docs/api/accounts.md, service/people/passkeys.h). */
#include "http/people/people_arg.h"

#include "base/err.h"
#include "base/text.h"
#include "platform/json.h"
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Where passkeys are good here; answers when they cannot work. */
static bool find_site(struct request *r, struct passkeys_site *out)
{
    if (passkeys_site(service_site(r->http->service)->url, r->host, out))
        return true;
    answer_error(r, 409,
                 "Passkeys need the public address of this server (hoshi serve --url). For trying,"
                 " open the page at http://localhost.");
    return false;
}

static void finish_list(struct request *r)
{
    int err = 0;
    bool made = arg(r)->act.label != NULL;
    json_t *list = reader_passkeys(r->reader, r->asker.id, &err);
    if (list != NULL)
        answer_json(r, made ? 201 : 200, list);
    else
        route_read_error(r, err);
}

/* --- challenges --- */

static void finish_challenge(struct request *r)
{
    struct passkeys_site site;
    char user[64];
    char number[24];
    if (!find_site(r, &site))
        return;
    json_t *out =
        JSON_OBJECT({"challenge", json_string(arg(r)->secret)}, {"rp_id", json_string(site.host)});
    if (arg(r)->act.player != 0) {
        snprintf(number, sizeof number, "%lld", (long long)r->asker.id);
        (void)sodium_bin2base64(user, sizeof user, (const unsigned char *)number, strlen(number),
                                sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        json_object_set_new(
            out, "user",
            JSON_OBJECT({"id", json_string(user)}, {"name", json_string(r->asker.name)}));
    }
    answer_json(r, 201, out);
}

static void make_challenge(struct request *r, int64_t player)
{
    struct passkeys_site site;
    if (!route_body(r, NULL, 0) || !find_site(r, &site))
        return;
    service_secret(arg(r)->secret, arg(r)->act.fresh);
    arg(r)->act.player = player;
    people_submit_act(r, accounts_passkey_challenge);
}

static void handle_challenge(struct request *r)
{
    if (route_within_limit(r, &r->http->signins))
        make_challenge(r, 0);
}

static void handle_own_challenge(struct request *r)
{
    make_challenge(r, r->asker.id);
}

/* --- made, and removed --- */

/* On a thread of the password pool. */
static bool verify(void *context)
{
    struct request *r = context;
    return passkeys_fit(&arg(r)->act.passkey);
}

static void handle_add(struct request *r)
{
    const char *password = NULL;
    struct passkeys_claim *c = &arg(r)->act.passkey;
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->act.label, 1, PEOPLE_LABEL_BYTES - 1},
        {"client_data", FIELD_TEXT, true, &c->client_data, 1, PASSKEYS_DATA_MAX},
        {"authenticator_data", FIELD_TEXT, true, &c->authenticator_data, 1, PASSKEYS_DATA_MAX},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !find_site(r, &c->site))
        return;
    if (text_characters(arg(r)->act.label) > ACCOUNTS_LABEL_CHARS) {
        answer_error(r, 400, "name must have at most %d characters.", ACCOUNTS_LABEL_CHARS);
        return;
    }
    arg(r)->password.verify = verify;
    people_submit_with_password(r, password, accounts_passkey_add);
}

static void handle_end(struct request *r)
{
    const char *password = NULL;
    const struct field fields[] = {
        {"id", FIELD_TEXT, true, &arg(r)->act.id, 1, SECURITY_PASSKEY_BYTES - 1},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"code", FIELD_NAME, false, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        people_submit_with_password(r, password, accounts_passkey_end);
}

/* --- shown --- */

/* An unknown passkey fits nothing, and its refusal takes the same time. */
static void read_claimed(struct request *r)
{
    int err = reader_passkey(r->reader, &arg(r)->act.passkey);
    if (err < 0 && err != ERR_NOT_FOUND)
        route_read_error(r, err);
}

static void handle_signin(struct request *r)
{
    const char *ticket = NULL;
    struct passkeys_claim *c = &arg(r)->act.passkey;
    const struct field fields[] = {
        {"id", FIELD_TEXT, true, &c->id, 1, SECURITY_PASSKEY_BYTES - 1},
        {"client_data", FIELD_TEXT, true, &c->client_data, 1, PASSKEYS_DATA_MAX},
        {"authenticator_data", FIELD_TEXT, true, &c->authenticator_data, 1, PASSKEYS_DATA_MAX},
        {"signature", FIELD_TEXT, true, &c->signature, 1, PASSKEYS_DATA_MAX},
        {"ticket", FIELD_TEXT, false, &ticket, 1, 100},
        {"bring", FIELD_BOOL, false, &arg(r)->act.bring, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) ||
        !route_within_limit(r, &r->http->signins) || !find_site(r, &c->site))
        return;
    people_new_session(r);
    if (ticket != NULL)
        service_hash(ticket, arg(r)->act.ticket);
    arg(r)->password.verify = verify;
    people_submit_signin(r, read_claimed, accounts_signin_passkey);
}

#define MEMBER_ALONE (MEMBER_ACCOUNT | ROUTE_SESSION)

static const struct route rows[] = {
    ORDERS_AT_ONCE("passkeys/challenge", 0, handle_challenge, finish_challenge),
    ORDERS("signin/passkey", ROUTE_LARGE, handle_signin, people_finish_session),
    READS("account/passkeys", GET_ACCOUNT, finish_list),
    ORDERS("account/passkeys", MEMBER_ALONE | ROUTE_LARGE, handle_add, finish_list),
    ORDERS_AT_ONCE("account/passkeys/challenge", MEMBER_ALONE, handle_own_challenge,
                   finish_challenge),
    ORDERS("account/passkeys/end", MEMBER_ALONE, handle_end, finish_list),
};

const struct route_table routes_passkeys = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct people_arg)};
