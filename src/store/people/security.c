#include "store/people/security.h"

#include "store/core/queries.h"

const char *const security_kind_name[SECURITY_KIND_N] = {
    "signed-up",   "signed-in",     "signed-out",        "password",      "mail-password",
    "recovered",   "address-added", "address-confirmed", "address-ended", "token-made",
    "token-ended", "factor-on",     "factor-off",        "factor-missed", "code-used",
    "codes-made",  "passkey-added", "passkey-ended",     "passkey-copied"};

ROW_READER(read_event, struct security_event, SECURITY_EVENT_TOLD)
ROW_BINDER(bind_event, struct security_event, SECURITY_EVENT_ROW)

int security_event_add(struct store *s, const struct security_event *e)
{
    struct store_value v[ROW_N(SECURITY_EVENT_ROW)];
    int n = bind_event(e, v);
    int err = store_done(store_run(s, NULL, NULL, Q_SECURITY_EVENT_ADD, v, n));
    return err < 0 ? err
                   : store_done(store_query(s, NULL, NULL, Q_SECURITY_EVENT_CAP, e->player,
                                            (int64_t)SECURITY_EVENTS_MAX));
}

ROW_READER(read_factor, struct security_factor, SECURITY_FACTOR_ROW)
ROW_BINDER(bind_factor, struct security_factor, SECURITY_FACTOR_ROW)

static void on_factor(void *context, const struct store *s, void *row)
{
    read_factor(s, row, 0, context);
}

int security_factor_get(struct store *s, int64_t player, struct security_factor *out)
{
    return store_some(store_query(s, on_factor, out, Q_SECURITY_FACTOR_GET, player));
}

int security_factor_put(struct store *s, const struct security_factor *f)
{
    struct store_value v[ROW_N(SECURITY_FACTOR_ROW)];
    int n = bind_factor(f, v);
    return store_done(store_run(s, NULL, NULL, Q_SECURITY_FACTOR_PUT, v, n));
}

int security_factor_end(struct store *s, int64_t player)
{
    int err = security_codes_forget(s, player);
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_SECURITY_FACTOR_FORGET, player));
}

int security_code_add(struct store *s, int64_t player, const char *hash)
{
    return store_done(store_query(s, NULL, NULL, Q_SECURITY_CODE_ADD, player, hash));
}

int security_code_take(struct store *s, int64_t player, const char *hash)
{
    return store_some(store_query(s, NULL, NULL, Q_SECURITY_CODE_TAKE, player, hash));
}

int security_codes_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SECURITY_CODES_COUNT, player));
}

int security_codes_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_SECURITY_CODES_FORGET, player));
}

ROW_READER(read_passkey, struct security_passkey, SECURITY_PASSKEY_ROW)
ROW_BINDER(bind_passkey, struct security_passkey, SECURITY_PASSKEY_ROW)

int security_passkey_add(struct store *s, const struct security_passkey *k)
{
    struct store_value v[ROW_N(SECURITY_PASSKEY_ROW)];
    int n = bind_passkey(k, v);
    return store_done(store_run(s, NULL, NULL, Q_SECURITY_PASSKEY_ADD, v, n));
}

static void on_passkey(void *context, const struct store *s, void *row)
{
    read_passkey(s, row, 0, context);
}

int security_passkey_get(struct store *s, const char *id, struct security_passkey *out)
{
    return store_some(store_query(s, on_passkey, out, Q_SECURITY_PASSKEY_GET, id));
}

int security_passkey_end(struct store *s, int64_t player, const char *id)
{
    return store_some(store_query(s, NULL, NULL, Q_SECURITY_PASSKEY_END, player, id));
}

int security_passkey_used(struct store *s, const struct security_passkey *k)
{
    return store_done(
        store_query(s, NULL, NULL, Q_SECURITY_PASSKEY_USED, k->counter, k->seen_at, k->id));
}

int security_passkeys_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_SECURITY_PASSKEYS_COUNT, player));
}

struct each_passkey {
    security_on_passkey *call;
    void *context;
};

static void on_each_passkey(void *context, const struct store *s, void *row)
{
    const struct each_passkey *each = context;
    struct security_passkey k;
    read_passkey(s, row, 0, &k);
    each->call(each->context, &k);
}

int security_passkeys(struct store *s, int64_t player, security_on_passkey *on, void *context)
{
    struct each_passkey each = {on, context};
    return store_done(store_query(s, on_each_passkey, &each, Q_SECURITY_PASSKEYS, player));
}

int security_challenge_add(struct store *s, const char *hash, int64_t player, int64_t until)
{
    return store_done(store_query(s, NULL, NULL, Q_SECURITY_CHALLENGE_ADD, hash, player, until));
}

int security_challenge_take(struct store *s, const char *hash, int64_t player, int64_t now)
{
    return store_some(store_query(s, NULL, NULL, Q_SECURITY_CHALLENGE_TAKE, hash, player, now));
}

int security_challenges_trim(struct store *s, int64_t now)
{
    return store_done(store_query(s, NULL, NULL, Q_SECURITY_CHALLENGES_TRIM, now));
}

struct each_event {
    security_on_event *call;
    void *context;
};

static void on_event(void *context, const struct store *s, void *row)
{
    const struct each_event *each = context;
    struct security_event e;
    read_event(s, row, 0, &e);
    each->call(each->context, &e);
}

int security_events(struct store *s, int64_t player, security_on_event *on, void *context)
{
    struct each_event each = {on, context};
    return store_done(store_query(s, on_event, &each, Q_SECURITY_EVENTS, player));
}

int security_forget(struct store *s, int64_t player)
{
    int err = security_factor_end(s, player);
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_SECURITY_PASSKEYS_FORGET, player));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_SECURITY_EVENTS_FORGET, player));
}
