#include "cli/server/serve_first.h"

#include "base/err.h"
#include "platform/log.h"
#include "service/community/moderation.h"
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/people/accounts.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_count(void *context, const char *what, int64_t n)
{
    int64_t *members = context;
    if (strcmp(what, "players member") == 0)
        *members += n;
}

/* Whether nobody has an account here yet. The store is counted only when there is no such name. */
static bool is_fresh(struct service *s, const char *name)
{
    char buf[200];
    struct text why;
    struct store_player p;
    int64_t members = 0;
    text_init(&why, buf, sizeof buf);
    struct reader *r = reader_open(s, &why);
    int err = r != NULL ? store_begin(reader_store(r)) : ERR_STORE;
    if (err == 0) {
        err = store_player_named(reader_store(r), name, &p) == ERR_NOT_FOUND
                  ? store_counts(reader_store(r), on_count, &members)
                  : ERR_CONFLICT;
        store_end(reader_store(r));
    }
    reader_close(r);
    return err == 0 && members == 0;
}

/* An account whose password nobody knows. */
static bool make_account(struct service *s, const char *name, struct text *why)
{
    char secret[SERVICE_SECRET_BYTES];
    struct account_act a = {.name = name};
    struct order o = {.kind = ORDER_BATCH};
    service_secret(secret, a.fresh);
    if (crypto_pwhash_str(a.made, secret, strlen(secret), crypto_pwhash_OPSLIMIT_MIN,
                          crypto_pwhash_MEMLIMIT_MIN) != 0)
        return false;
    sodium_memzero(secret, sizeof secret);
    o.u.batch.apply = accounts_signup;
    o.u.batch.context = &a;
    service_run(s, &o);
    bool made = o.out.kind == OUTCOME_DONE;
    if (!made)
        text_str(why, o.out.detail);
    outcome_free(&o.out);
    return made;
}

int serve_first_account(struct service *s, const char *name, char secret[SERVICE_SECRET_BYTES],
                        struct text *why)
{
    struct moderation_act reset = {.name = name};
    if (!make_account(s, name, why))
        return ERR_CONFLICT;
    int err = moderation_run(s, moderation_reset, &reset, why);
    if (err == 0)
        (void)snprintf(secret, SERVICE_SECRET_BYTES, "%s", reset.secret);
    return err;
}

bool serve_first_admin(struct service *s, const char *name, const char *base)
{
    char buf[SERVICE_DETAIL_BYTES] = "";
    struct text why;
    struct moderation_act act = {.name = name, .role = ROLE_ADMINISTRATOR};
    char secret[SERVICE_SECRET_BYTES];
    text_init(&why, buf, sizeof buf);
    bool fresh = is_fresh(s, name);
    bool right = !fresh || serve_first_account(s, name, secret, &why) == 0;
    right = right && moderation_run(s, moderation_role, &act, &why) == 0;
    if (!right) {
        log_error("cannot make %s an administrator: %s", name, buf);
        return false;
    }
    if (fresh)
        log_error("%s is the first administrator. Open this address within a day, once, to choose "
                  "the password: %s/recover#%s",
                  name, base, secret);
    return true;
}
