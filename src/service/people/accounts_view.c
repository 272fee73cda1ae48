/* accounts_view.c - the views of an account for its member and the page, as JSON (accounts.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/people/accounts.h"

#include "base/err.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "store/people/mailbox.h"
#include <qrencode.h>
#include <stdio.h>
#include <string.h>

static int end(struct store *store, int err)
{
    store_end(store);
    return err;
}

int reader_password(struct reader *r, const char *name, struct store_player *out,
                    char stored[PEOPLE_PASSWORD_BYTES])
{
    struct store *store = reader_store(r);
    struct people_account account = {.password = ""};
    *out = (struct store_player){.id = 0};
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = store_player_named(store, name, out);
    if (err == 0)
        err = people_account_get(store, out->id, &account);
    snprintf(stored, PEOPLE_PASSWORD_BYTES, "%s", account.password);
    return end(store, err == ERR_NOT_FOUND ? 0 : err);
}

int reader_may_guess(struct reader *r, const struct account_act *a, int64_t *wait_ms)
{
    struct store *store = reader_store(r);
    int err = store_begin(store);
    if (err < 0)
        return err;
    const struct quota_guesser g = {a->player, a->name, a->caller, a->browser};
    return end(store, quota_may_guess(reader_service(r), store, &g, wait_ms));
}

int reader_ticket(struct reader *r, const char *secret, const char *purpose,
                  struct people_ticket *out, struct store_player *whose)
{
    struct store *store = reader_store(r);
    char hash[STORE_HASH_BYTES];
    service_hash(secret, hash);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = people_ticket_get(store, hash, purpose, service_now(reader_service(r)), out);
    if (err == 0)
        err = store_player_get(store, out->player, whose);
    return end(store, err);
}

static void on_address(void *context, const char *address, bool confirmed)
{
    json_array_append_new(context, JSON_OBJECT({"address", json_string(address)},
                                               {"confirmed", json_boolean(confirmed)}));
}

json_t *reader_account(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    struct people_account a;
    struct store_player p;
    int64_t since = 0;
    int64_t seen = 0;
    int64_t codes = 0;
    bool factor = false;
    json_t *emails = json_array();
    json_t *out = NULL;
    *err = store_begin(store);
    if (*err < 0)
        goto out;
    *err = store_player_get(store, player, &p);
    if (*err == 0)
        *err = people_account_get(store, player, &a);
    if (*err == 0)
        *err = people_times(store, player, &since, &seen);
    if (*err == 0)
        *err = mailbox_addresses(store, player, on_address, emails);
    if (*err == 0)
        *err = accounts_factor_on(store, player, &factor);
    if (*err == 0)
        *err = security_codes_count(store, player, &codes);
    (void)end(store, 0);
    if (*err == 0)
        out = JSON_OBJECT(
            {"player", view_player(&p)}, {"created_at", json_integer(since)},
            {"role", json_string(people_role_name[a.role])},
            {"has_password", json_boolean(a.password[0] != '\0')}, {"emails", json_incref(emails)},
            {"about", json_string(a.about)}, {"show_seen", json_boolean(a.show_seen)},
            {"followable", json_boolean(a.followable)},
            {"mails", json_boolean(service_site(reader_service(r))->mails)},
            {"second_factor", json_boolean(factor)}, {"recovery_codes", json_integer(codes)});
out:
    json_decref(emails);
    return out;
}

struct session_list {
    json_t *out;
    const char *session;
};

static void on_session(void *context, const struct people_session *n)
{
    const struct session_list *l = context;
    json_array_append_new(l->out,
                          JSON_OBJECT({"id", json_stringn(n->hash, PEOPLE_ID_BYTES - 1)},
                                      {"current", json_boolean(strcmp(n->hash, l->session) == 0)},
                                      {"made_at", json_integer(n->made_at)},
                                      {"seen_at", json_integer(n->seen_at)},
                                      {"agent", json_string(n->agent)}));
}

json_t *reader_sessions(struct reader *r, int64_t player, const char *session, int *err)
{
    struct store *store = reader_store(r);
    struct session_list l = {json_array(), session};
    *err = store_begin(store);
    if (*err == 0)
        *err = end(store, people_sessions(store, player, "cookie", on_session, &l));
    if (*err == 0)
        return JSON_OBJECT({"sessions", l.out});
    json_decref(l.out);
    return NULL;
}

static void on_token(void *context, const struct people_session *n)
{
    json_t *scopes = json_array();
    for (int i = 0; i < SCOPE_N; i++)
        if (n->scopes >> i & 1)
            json_array_append_new(scopes, json_string(people_scope_name[i]));
    json_array_append_new(context, JSON_OBJECT({"id", json_stringn(n->hash, PEOPLE_ID_BYTES - 1)},
                                               {"name", json_string(n->label)}, {"scopes", scopes},
                                               {"made_at", json_integer(n->made_at)},
                                               {"seen_at", json_integer(n->seen_at)}));
}

json_t *reader_tokens(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0)
        *err = end(store, people_sessions(store, player, "token", on_token, list));
    if (*err == 0)
        return JSON_OBJECT({"tokens", list});
    json_decref(list);
    return NULL;
}

/* --- passkeys --- */

static void on_passkey(void *context, const struct security_passkey *k)
{
    json_array_append_new(context,
                          JSON_OBJECT({"id", json_string(k->id)}, {"name", json_string(k->label)},
                                      {"made_at", json_integer(k->made_at)},
                                      {"seen_at", json_integer(k->seen_at)}));
}

json_t *reader_passkeys(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0)
        *err = end(store, security_passkeys(store, player, on_passkey, list));
    if (*err == 0)
        return JSON_OBJECT({"passkeys", list});
    json_decref(list);
    return NULL;
}

int reader_passkey(struct reader *r, struct passkeys_claim *c)
{
    struct store *store = reader_store(r);
    int err = store_begin(store);
    return err < 0 ? err : end(store, security_passkey_get(store, c->id, &c->key));
}

/* --- the second factor --- */

/* The modules of a QR code, a text of 0 and 1 for each row. */
static json_t *view_qr(const char *text)
{
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    json_t *rows = json_array();
    char line[256];
    if (code == NULL)
        return rows;
    for (int y = 0; y < code->width && code->width < (int)sizeof line; y++) {
        for (int x = 0; x < code->width; x++)
            line[x] = (char)('0' + (code->data[y * code->width + x] & 1));
        json_array_append_new(rows, json_stringn(line, (size_t)code->width));
    }
    QRcode_free(code);
    return rows;
}

json_t *view_factor(const struct store_player *p, const char *secret)
{
    char uri[200];
    /* A name has only letters, digits, - _ and . */
    snprintf(uri, sizeof uri, "otpauth://totp/hoshi:%s?secret=%s&issuer=hoshi", p->name, secret);
    return JSON_OBJECT({"secret", json_string(secret)}, {"uri", json_string(uri)},
                       {"qr", view_qr(uri)});
}

json_t *view_codes(const struct account_act *a)
{
    json_t *codes = json_array();
    for (int i = 0; i < ACCOUNTS_CODES; i++)
        json_array_append_new(codes, json_string(a->codes[i]));
    return JSON_OBJECT({"codes", codes});
}
