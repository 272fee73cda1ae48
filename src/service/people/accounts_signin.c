/* accounts_signin.c - how a session begins: with the password, and the second factor of an account
 * that has one (accounts.h). */
#include "service/people/accounts.h"

#include "base/err.h"
#include "service/community/moderation.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "store/core/allowance.h"
#include <sodium.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    size_t n = strlen(a);
    return n == strlen(b) && sodium_memcmp(a, b, n) == 0;
}

/* Only a player who knows the password gets this answer. */
static int check_banned(struct work *w, int64_t player)
{
    char why[SERVICE_DETAIL_BYTES];
    int err = moderation_banned(w->s->store, player, w->now, why, sizeof why);
    if (err == ERR_NOT_FOUND)
        return 0;
    return err < 0 ? err : work_refuse(w, OUTCOME_DENIED, "%s", why);
}

/* The session begins: all proofs are complete. */
static int arrive(struct work *w, const struct account_act *a, int64_t player)
{
    bool known = false;
    int err = place_known(w->s->store, player, a->browser, &known);
    if (err == 0)
        err = accounts_session_begin(w, a, player);
    if (err == 0)
        err = quota_been_here(w, player, a->caller, a->browser);
    if (err == 0)
        err = accounts_event(w, player, SECURITY_SIGNED_IN, a->agent, known ? "" : "new");
    if (err == 0 && !known)
        err = accounts_tell_signed_in(w, player, a->agent);
    if (err == 0 && a->bring && w->order->asker.kind == PLAYER_GUEST && w->order->asker.id != 0) {
        err = people_bring(w->s->store, w->order->asker.id, player);
        if (err == 0)
            err = accounts_tell_matches(w, player);
    }
    w->order->out.id = player;
    return err;
}

int accounts_signin(struct work *w, void *context)
{
    struct account_act *a = context;
    struct people_account account;
    bool factor = false;
    int err = people_account_get(w->s->store, a->player, &account);
    if (err < 0)
        return err;
    if (account.password[0] == '\0' || !same_text(account.password, a->against))
        return work_refuse(w, OUTCOME_NOBODY, "Wrong name or password.");
    err = check_banned(w, a->player);
    if (err == 0)
        err = accounts_factor_on(w->s->store, a->player, &factor);
    if (err < 0)
        return err;
    return factor ? accounts_factor_ticket(w, a, a->player, false) : arrive(w, a, a->player);
}

/* The ticket is used up. After a recovery everything that was open before ends now. */
static int take_ticket(struct work *w, const struct account_act *a, const struct people_ticket *t,
                       const char *passkey)
{
    int err = people_ticket_take(w->s->store, a->ticket);
    if (err < 0 || strcmp(t->address, ACCOUNTS_RECOVERED) != 0)
        return err;
    err = people_sessions_end(w->s->store, t->player, "cookie", "");
    return err < 0 ? err : accounts_recover_passkeys(w, t->player, passkey, a->agent);
}

int accounts_signin_factor(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_ticket t;
    int err = people_ticket_get(w->s->store, a->ticket, "factor", w->now, &t);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOBODY,
                           "This sign-in has expired or was finished. Sign in again.");
    if (err == 0)
        err = accounts_factor_ask(w, t.player, a);
    if (err != 0)
        return err < 0 ? err : 0;
    err = take_ticket(w, a, &t, "");
    if (err == 0)
        err = check_banned(w, t.player);
    return err < 0 ? err : arrive(w, a, t.player);
}

int accounts_signin_passkey(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_ticket t;
    int64_t player = 0;
    bool factor = false;
    int err = accounts_passkey_take(w, a, &player);
    if (err != 0)
        return err < 0 ? err : 0;
    if (a->ticket[0] != '\0') {
        err = people_ticket_get(w->s->store, a->ticket, "factor", w->now, &t);
        if (err == ERR_NOT_FOUND || (err == 0 && t.player != player))
            return work_refuse(w, OUTCOME_NOBODY,
                               "This sign-in has expired, or the passkey is of another account."
                               " Sign in again.");
        if (err == 0)
            err = take_ticket(w, a, &t, a->passkey.key.id);
    } else {
        err = accounts_factor_on(w->s->store, player, &factor);
    }
    /* A passkey that was only touched is one factor: anybody who holds it can do that. */
    if (err == 0 && factor && !a->passkey.verified)
        return work_refuse(w, OUTCOME_DENIED,
                           "Your passkey did not check a PIN, fingerprint or face, so it is only"
                           " a second factor. Sign in with your password first.");
    if (err == 0)
        err = check_banned(w, player);
    return err < 0 ? err : arrive(w, a, player);
}

int accounts_guess(struct work *w, void *context)
{
    struct account_act *a = context;
    const struct quota_guesser g = {a->player, a->name, a->caller, a->browser};
    int err = quota_guess(w, &g, &a->guess, &a->wait_ms);
    return err == 0 && a->wait_ms > 0 ? work_refuse(w, OUTCOME_TOO_MANY, "Try again later.") : err;
}

int accounts_guess_back(struct work *w, void *context)
{
    const struct account_act *a = context;
    return quota_guess_back(w, &a->guess);
}
