/* accounts_factor.c - the second factor of an account: codes by time (TOTP, RFC 6238, six digits,
 * 30 s, SHA-1), and recovery codes that are good once (accounts.h).
 *
 * The secret is kept as it is, because the server computes the codes; recovery codes are random, 79
 * bits each, and kept as hashes. The last step that was used is kept, so that a code is good once.
 * A wrong code counts for the place it came from, as a wrong password does (quota.h): an attacker
 * who knows the password and guesses codes elsewhere does not lock the owner out. */
#include "service/people/accounts.h"

#include "base/err.h"
#include "base/times.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include <liboath/oath.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_BYTES = 20, STEP_S = 30, WINDOW = 1, DIGITS = 6, CODE_LETTERS = 16, GROUP = 4 };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin_oath(void)
{
    (void)oath_init();
}

/* Reduces a typed code to the characters that count: small letters and digits. */
static void plain_code(const char *typed, char out[ACCOUNTS_CODE_BYTES])
{
    size_t n = 0;
    for (; *typed != '\0' && n < ACCOUNTS_CODE_BYTES - 1; typed++) {
        char c = (char)(*typed >= 'A' && *typed <= 'Z' ? *typed - 'A' + 'a' : *typed);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out[n++] = c;
    }
    out[n] = '\0';
}

/* The time step of a six-digit code: the present one, or its neighbours; 0 if the code is wrong. */
static int64_t step_of(const char *secret, const char *code, int64_t now)
{
    char *bytes = NULL;
    size_t n = 0;
    int pos = 0;
    uint64_t step = 0;
    (void)pthread_once(&once, begin_oath);
    if (oath_base32_decode(secret, strlen(secret), &bytes, &n) != OATH_OK)
        return 0;
    int rc =
        oath_totp_validate3(bytes, n, (time_t)(now / 1000), STEP_S, 0, WINDOW, &pos, &step, code);
    sodium_memzero(bytes, n);
    free(bytes);
    return rc >= 0 ? (int64_t)step : 0;
}

/* Uses up a code if it is right. */
static int take_code(const struct work *w, struct security_factor *f, const struct account_act *a,
                     bool *right)
{
    char code[ACCOUNTS_CODE_BYTES];
    char hash[STORE_HASH_BYTES];
    *right = false;
    plain_code(a->code, code);
    if (strlen(code) == DIGITS) {
        int64_t step = step_of(f->secret, code, w->now);
        *right = step > f->step;
        f->step = *right ? step : f->step;
        return *right ? security_factor_put(w->s->store, f) : 0;
    }
    service_hash(code, hash);
    int err = security_code_take(w->s->store, f->player, hash);
    *right = err == 0;
    if (err == ERR_NOT_FOUND)
        return 0;
    return err < 0 ? err : accounts_event(w, f->player, SECURITY_CODE_USED, a->agent, "");
}

static int factor_of(struct store *store, int64_t player, struct security_factor *f)
{
    int err = security_factor_get(store, player, f);
    if (err == ERR_NOT_FOUND)
        f->confirmed = false;
    return err == ERR_NOT_FOUND ? 0 : err;
}

int accounts_factor_on(struct store *store, int64_t player, bool *on)
{
    struct security_factor f = {.confirmed = false};
    int err = factor_of(store, player, &f);
    *on = f.confirmed;
    return err;
}

int accounts_factor_ask(struct work *w, int64_t player, const struct account_act *a)
{
    struct security_factor f = {.confirmed = false};
    bool right = false;
    int64_t wait_ms = 0;
    int err = factor_of(w->s->store, player, &f);
    if (err < 0 || !f.confirmed)
        return err;
    if (a->code == NULL)
        return work_refuse(w, OUTCOME_DENIED,
                           "This account has a second factor: give its code, or a recovery code,"
                           " in the field code.");
    err = quota_may_try_code(w, player, a->caller, a->browser, &wait_ms);
    if (err < 0)
        return err;
    if (wait_ms > 0)
        return work_refuse(w, OUTCOME_TOO_MANY, "Too many wrong codes. Try again in %lld min.",
                           (long long)((wait_ms + 59999) / 60000));
    err = take_code(w, &f, a, &right);
    if (err < 0 || right)
        return err;
    /* The attempt is refused, but its record is kept. */
    err = quota_missed_code(w, player, a->caller, a->browser);
    if (err == 0)
        err = accounts_event(w, player, SECURITY_FACTOR_MISSED, a->agent, "");
    (void)work_refuse(w, OUTCOME_DENIED,
                      "The code is wrong, was used, or is too old. Give the next one.");
    return err < 0 ? err : ACCOUNTS_MISSED;
}

int accounts_checked(struct work *w, const struct account_act *a, struct people_account *out)
{
    int err = people_account_get(w->s->store, w->order->asker.id, out);
    size_t n = strlen(a->against);
    if (err == 0 &&
        (strlen(out->password) != n || sodium_memcmp(out->password, a->against, n) != 0))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "The password has changed meanwhile; sign in again.");
    return err < 0 ? err : accounts_factor_ask(w, w->order->asker.id, a);
}

int accounts_session_begin(const struct work *w, const struct account_act *a, int64_t player)
{
    struct people_session n = {.player.id = player, .made_at = w->now, .seen_at = w->now};
    snprintf(n.hash, sizeof n.hash, "%s", a->fresh);
    snprintf(n.agent, sizeof n.agent, "%s", a->agent);
    int err = people_session_add(w->s->store, "cookie", &n);
    return err < 0 ? err : people_seen(w->s->store, n.hash, player, w->now);
}

int accounts_factor_ticket(const struct work *w, struct account_act *a, int64_t player,
                           bool recovered)
{
    struct people_ticket t = {.player = player,
                              .until = w->now + ACCOUNTS_TICKET_MINUTES * MINUTE_MS};
    a->wants_code = true;
    snprintf(t.address, sizeof t.address, "%s", recovered ? ACCOUNTS_RECOVERED : "");
    int err = people_tickets_trim(w->s->store, w->now);
    return err < 0 ? err : people_ticket_add(w->s->store, a->fresh, "factor", &t);
}

/* --- turning it on and off --- */

/* Replaces the recovery codes by new ones, which the answer shows once. */
static int make_codes(const struct work *w, struct account_act *a)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789"; /* no i, l, o, 0, 1 */
    char plain[ACCOUNTS_CODE_BYTES];
    char hash[STORE_HASH_BYTES];
    int64_t player = w->order->asker.id;
    int err = security_codes_forget(w->s->store, player);
    for (int i = 0; err == 0 && i < ACCOUNTS_CODES; i++) {
        size_t n = 0;
        for (int k = 0; k < CODE_LETTERS; k++) {
            if (k > 0 && k % GROUP == 0)
                a->codes[i][n++] = '-';
            a->codes[i][n++] = letters[randombytes_uniform(sizeof letters - 1)];
        }
        a->codes[i][n] = '\0';
        plain_code(a->codes[i], plain);
        service_hash(plain, hash);
        err = security_code_add(w->s->store, player, hash);
    }
    return err;
}

int accounts_factor_begin(struct work *w, void *context)
{
    struct account_act *a = context;
    struct people_account account;
    struct security_factor f = {.player = w->order->asker.id, .made_at = w->now};
    char bytes[SECRET_BYTES];
    char *text = NULL;
    bool on = false;
    int err = accounts_factor_on(w->s->store, f.player, &on);
    if (err == 0 && on)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "Your account has a second factor already; remove it first.");
    if (err == 0)
        err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    randombytes_buf(bytes, sizeof bytes);
    (void)pthread_once(&once, begin_oath);
    if (oath_base32_encode(bytes, sizeof bytes, &text, NULL) != OATH_OK)
        return ERR_NO_MEMORY;
    snprintf(f.secret, sizeof f.secret, "%s", text);
    snprintf(a->factor, sizeof a->factor, "%s", text);
    free(text);
    return security_factor_put(w->s->store, &f);
}

int accounts_factor_confirm(struct work *w, void *context)
{
    struct account_act *a = context;
    struct security_factor f = {.confirmed = false};
    char code[ACCOUNTS_CODE_BYTES];
    int err = security_factor_get(w->s->store, w->order->asker.id, &f);
    if (err == ERR_NOT_FOUND || (err == 0 && f.confirmed))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "There is no second factor to confirm. Begin with"
                           " POST /api/account/factor.");
    if (err < 0)
        return err;
    plain_code(a->code, code);
    f.step = strlen(code) == DIGITS ? step_of(f.secret, code, w->now) : 0;
    if (f.step == 0)
        return work_refuse(w, OUTCOME_DENIED,
                           "The code is wrong. Check the clock of your device, and give the code"
                           " that it shows now.");
    f.confirmed = true;
    err = security_factor_put(w->s->store, &f);
    if (err == 0)
        err = make_codes(w, a);
    return err < 0 ? err : accounts_changed(w, f.player, SECURITY_FACTOR_ON, a->agent, "");
}

static int must_be_on(struct work *w)
{
    bool on = false;
    int err = accounts_factor_on(w->s->store, w->order->asker.id, &on);
    return err < 0 || on ? err
                         : work_refuse(w, OUTCOME_CONFLICT, "Your account has no second factor.");
}

int accounts_factor_end(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    int err = must_be_on(w);
    if (err == 0)
        err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    err = security_factor_end(w->s->store, account.player);
    return err < 0 ? err : accounts_changed(w, account.player, SECURITY_FACTOR_OFF, a->agent, "");
}

int accounts_factor_codes(struct work *w, void *context)
{
    struct account_act *a = context;
    struct people_account account;
    int err = must_be_on(w);
    if (err == 0)
        err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    err = make_codes(w, a);
    return err < 0 ? err : accounts_changed(w, account.player, SECURITY_CODES_MADE, a->agent, "");
}
