/* accounts_passkey.c - the passkeys of an account: made and removed with the password, shown to
 * sign in (accounts.h, passkeys.h). A challenge is good once and for five minutes. */
#include "service/people/accounts.h"

#include "base/err.h"
#include "service/core/service_int.h"
#include <stdio.h>
#include <string.h>

int accounts_passkey_challenge(struct work *w, void *context)
{
    const int64_t minute_ms = 60000;
    const struct account_act *a = context;
    int err = security_challenges_trim(w->s->store, w->now);
    return err < 0 ? err
                   : security_challenge_add(w->s->store, a->fresh, a->player,
                                            w->now + ACCOUNTS_TICKET_MINUTES * minute_ms);
}

/* The challenge that a claim answers must be one of ours, for this player. */
static int take_challenge(struct work *w, const struct account_act *a, int64_t player)
{
    int err = security_challenge_take(w->s->store, a->passkey.challenge, player, w->now);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_DENIED,
                           "The challenge of this passkey was used or has expired. Start again.");
    return err;
}

int accounts_passkey_add(struct work *w, void *context)
{
    struct account_act *a = context;
    struct people_account account;
    struct security_passkey *k = &a->passkey.key;
    struct security_passkey other;
    int64_t n = 0;
    int err = accounts_checked(w, a, &account);
    if (err == 0)
        err = take_challenge(w, a, account.player);
    if (err != 0)
        return err < 0 ? err : 0;
    err = security_passkeys_count(w->s->store, account.player, &n);
    if (err == 0 && n >= PASSKEYS_MAX)
        return work_refuse(w, OUTCOME_FULL, "You have %d passkeys; remove one first.",
                           PASSKEYS_MAX);
    if (err == 0)
        err = security_passkey_get(w->s->store, k->id, &other);
    if (err == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "This passkey is registered already.");
    if (err != ERR_NOT_FOUND)
        return err;
    k->player = account.player;
    k->counter = a->passkey.counter;
    k->made_at = w->now;
    k->seen_at = 0;
    snprintf(k->label, sizeof k->label, "%s", a->label);
    err = security_passkey_add(w->s->store, k);
    return err < 0
               ? err
               : accounts_changed(w, account.player, SECURITY_PASSKEY_ADDED, a->agent, k->label);
}

int accounts_passkey_end(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    struct security_passkey k;
    int err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    err = security_passkey_get(w->s->store, a->id, &k);
    if (err == 0)
        err = security_passkey_end(w->s->store, account.player, a->id);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "You have no such passkey.");
    return err < 0 ? err
                   : accounts_changed(w, account.player, SECURITY_PASSKEY_ENDED, a->agent, k.label);
}

int accounts_passkey_take(struct work *w, const struct account_act *a, int64_t *player)
{
    struct security_passkey k;
    int err = take_challenge(w, a, 0);
    if (err == 0)
        err = security_passkey_get(w->s->store, a->passkey.key.id, &k);
    if (err == ERR_NOT_FOUND || (err == 0 && strcmp(k.key, a->passkey.key.key) != 0))
        return work_refuse(w, OUTCOME_NOBODY, "This passkey belongs to no account here.");
    if (err < 0)
        return err;
    *player = k.player;
    /* The counter of an authenticator only goes up; a lower value reveals a copy. */
    if ((k.counter != 0 || a->passkey.counter != 0) && a->passkey.counter <= k.counter) {
        err = accounts_event(w, k.player, SECURITY_PASSKEY_COPIED, a->agent, k.label);
        (void)work_refuse(w, OUTCOME_DENIED,
                          "This passkey may be a copy, because its counter went back. Sign in with"
                          " your password and remove it.");
        return err < 0 ? err : ACCOUNTS_MISSED;
    }
    k.counter = a->passkey.counter;
    k.seen_at = w->now;
    return security_passkey_used(w->s->store, &k);
}

/* --- after a recovery --- */

struct passkeys_found {
    struct security_passkey list[PASSKEYS_MAX];
    int n;
};

static void on_passkey(void *context, const struct security_passkey *k)
{
    struct passkeys_found *f = context;
    if (f->n < PASSKEYS_MAX)
        f->list[f->n++] = *k;
}

int accounts_recover_passkeys(const struct work *w, int64_t player, const char *except,
                              const char *agent)
{
    static struct passkeys_found found; /* only the writer's thread comes here */
    found.n = 0;
    int err = security_passkeys(w->s->store, player, on_passkey, &found);
    for (int i = 0; err == 0 && i < found.n; i++) {
        const struct security_passkey *k = &found.list[i];
        if (strcmp(k->id, except) == 0)
            continue;
        err = security_passkey_end(w->s->store, player, k->id);
        if (err == 0)
            err = accounts_event(w, player, SECURITY_PASSKEY_ENDED, agent, k->label);
    }
    return err;
}
