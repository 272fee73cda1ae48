#include "service/core/quota.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/net.h"
#include "service/core/service_int.h"
#include "store/core/allowance.h"
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    struct allowance allowance;
} quotas[QUOTA_N] = {
    [QUOTA_CONFIRM_ADDRESS] = {"confirm to", {1, 24 * HOUR_MS}},
    [QUOTA_CONFIRM_PLAYER] = {"confirm by", {5, 5 * HOUR_MS}},
    [QUOTA_CONFIRM_CALLER] = {"confirm from", {10, HOUR_MS}},
    [QUOTA_CONFIRM_SITE] = {"confirm", {500, MINUTE_MS}},
    [QUOTA_MESSAGE_PAIR] = {"message pair", {5, 2 * HOUR_MS}},
    [QUOTA_MESSAGE_FROM] = {"message by", {20, 30 * MINUTE_MS}},
    [QUOTA_MESSAGE_TO] = {"message to", {60, 10 * MINUTE_MS}},
    [QUOTA_RECOVER] = {"recover", {2, QUOTA_RECOVER_HOURS *HOUR_MS}},
    [QUOTA_SIGNED_IN] = {"signed in", {3, 8 * HOUR_MS}},
    [QUOTA_CHANGED] = {"changed", {3, 8 * HOUR_MS}},
    [QUOTA_MAIL_REPLY] = {"reply to", {4, 6 * HOUR_MS}},
    [QUOTA_MAIL_ERROR] = {"error to", {10, HOUR_MS}},
    [QUOTA_MAIL_HOST] = {"mail from", {120, HOUR_MS / 120}},
    [QUOTA_MISS] = {"miss", {10, MINUTE_MS / 2}},
    [QUOTA_MISS_PLACE] = {"miss at", {10, MINUTE_MS / 2}},
    [QUOTA_REVIEW] = {"review", {QUOTA_REVIEW_DAY, 24 * HOUR_MS / QUOTA_REVIEW_DAY}},
    [QUOTA_COMPOSE] = {"compose", {QUOTA_COMPOSE_DAY, 24 * HOUR_MS / QUOTA_COMPOSE_DAY}},
    [QUOTA_SIGNUP] = {"signup from", {30, 5 * 1000}},
    [QUOTA_SIGNUP_WIDE] = {"signup around", {240, 5 * 1000 / 8}},
    [QUOTA_CHALLENGED] = {"challenged", {5, HOUR_MS}},
    [QUOTA_TEXT_GUEST] = {"text guest", {64, MINUTE_MS}},
    [QUOTA_TEXT_PLAYER] = {"text", {16 * 1024, 10 * 1000}},
    [QUOTA_TEXT_NET_GUESTS] = {"text guests of", {1024, MINUTE_MS / 2}},
    [QUOTA_TEXT_NET] = {"text of", {64 * 1024, 2 * 1000}},
    [QUOTA_CLONE] = {"clone", {QUOTA_CLONE_DAY, 24 * HOUR_MS / QUOTA_CLONE_DAY}},
    [QUOTA_INVITE] = {"invite", {30, 10 * MINUTE_MS}},
    /* Three of a million codes are valid at any time: an attacker who knows the password needs
     * years. */
    [QUOTA_CODE] = {"code", {5, 10 * MINUTE_MS}},
    [QUOTA_CODE_PLACE] = {"code at", {5, 10 * MINUTE_MS}},
};

static void PRINTF_LIKE(3, 0)
    write_key(enum quota q, char key[ALLOWANCE_KEY_BYTES], const char *format, va_list args)
{
    int n = snprintf(key, ALLOWANCE_KEY_BYTES, "%s ", quotas[q].name);
    vsnprintf(key + n, ALLOWANCE_KEY_BYTES - (size_t)n, format, args);
}

int quota_take(const struct work *w, enum quota q, int64_t *wait_ms, const char *format, ...)
{
    char key[ALLOWANCE_KEY_BYTES];
    va_list args;
    *wait_ms = 0;
    if (w->s->site.no_limits)
        return 0;
    va_start(args, format);
    write_key(q, key, format, args);
    va_end(args);
    return allowance_take(w->s->store, &quotas[q].allowance, key, w->now, wait_ms);
}

int quota_take_many(const struct work *w, enum quota q, int64_t n, int64_t *wait_ms,
                    const char *format, ...)
{
    char key[ALLOWANCE_KEY_BYTES];
    va_list args;
    *wait_ms = 0;
    if (w->s->site.no_limits)
        return 0;
    va_start(args, format);
    write_key(q, key, format, args);
    va_end(args);
    return allowance_take_many(w->s->store, &quotas[q].allowance, key, w->now, n, wait_ms);
}

int quota_message(const struct work *w, int64_t from, int64_t to, int64_t *wait_ms)
{
    static const enum quota quotas_of[] = {QUOTA_MESSAGE_PAIR, QUOTA_MESSAGE_FROM,
                                           QUOTA_MESSAGE_TO};
    char key[ARRAY_LEN(quotas_of)][48];
    int err = 0;
    *wait_ms = 0;
    snprintf(key[0], sizeof key[0], "%lld %lld", (long long)from, (long long)to);
    snprintf(key[1], sizeof key[1], "%lld", (long long)from);
    snprintf(key[2], sizeof key[2], "%lld", (long long)to);
    for (size_t i = 0; err == 0 && *wait_ms == 0 && i < ARRAY_LEN(quotas_of); i++)
        err = quota_look(w->s, w->s->store, quotas_of[i], wait_ms, "%s", key[i]);
    for (size_t i = 0; err == 0 && *wait_ms == 0 && i < ARRAY_LEN(quotas_of); i++)
        err = quota_take(w, quotas_of[i], wait_ms, "%s", key[i]);
    return err;
}

int quota_give(const struct work *w, enum quota q, const char *format, ...)
{
    char key[ALLOWANCE_KEY_BYTES];
    va_list args;
    if (w->s->site.no_limits)
        return 0;
    va_start(args, format);
    write_key(q, key, format, args);
    va_end(args);
    return allowance_give(w->s->store, &quotas[q].allowance, key);
}

int quota_take_of_day(struct work *w, enum quota q, const char *done, const char *things,
                      const char *next)
{
    int64_t wait_ms = 0;
    int err = quota_take(w, q, &wait_ms, "%lld", (long long)w->order->asker.id);
    if (err < 0 || wait_ms == 0)
        return err;
    return work_refuse(w, OUTCOME_TOO_MANY,
                       "You have %s %d %s within a day. %s is possible in %d minutes.", done,
                       quotas[q].allowance.burst, things, next, (int)(wait_ms / 60000) + 1);
}

int quota_look(const struct service *s, struct store *store, enum quota q, int64_t *wait_ms,
               const char *format, ...)
{
    char key[ALLOWANCE_KEY_BYTES];
    va_list args;
    *wait_ms = 0;
    if (s->site.no_limits)
        return 0;
    va_start(args, format);
    write_key(q, key, format, args);
    va_end(args);
    return allowance_look(store, &quotas[q].allowance, key, service_now(s), wait_ms);
}

void quota_box(const char *address, char *out, size_t size)
{
    size_t local = strcspn(address, "@");
    size_t plain = strcspn(address, "+");
    snprintf(out, size, "%.*s%s", (int)(plain > 0 && plain < local ? plain : local), address,
             address + local);
}

/* --- places --- */

/* A secret of the store. Without it, an attacker could try all addresses, since there are few. */
static const char salt_key[] = "place_salt";

static int make_salt(struct store *store, char salt[SERVICE_SECRET_BYTES])
{
    char hash[STORE_HASH_BYTES];
    int err = store_meta_get(store, salt_key, salt, SERVICE_SECRET_BYTES);
    if (err != ERR_NOT_FOUND)
        return err;
    service_secret(salt, hash);
    return store_meta_set(store, salt_key, salt);
}

int quota_rotate(struct store *store)
{
    char salt[SERVICE_SECRET_BYTES];
    char hash[STORE_HASH_BYTES];
    service_secret(salt, hash);
    return store_meta_set(store, salt_key, salt);
}

int quota_place_of_net(struct store *store, const char *caller, char out[QUOTA_PLACE_BYTES])
{
    char salt[SERVICE_SECRET_BYTES];
    char net[NET_BYTES];
    char text[sizeof salt + sizeof net];
    out[0] = '\0';
    if (caller[0] == '\0')
        return 0;
    int err = store_meta_get(store, salt_key, salt, (int)sizeof salt);
    if (err < 0) /* no places are known yet */
        return err == ERR_NOT_FOUND ? 0 : err;
    net_of(caller, NET_NEAR_BITS, net);
    snprintf(text, sizeof text, "%s%s", salt, net);
    service_hash(text, out);
    return 0;
}

int quota_been_here(const struct work *w, int64_t player, const char *caller, const char *browser)
{
    char salt[SERVICE_SECRET_BYTES];
    char place[QUOTA_PLACE_BYTES];
    int err = make_salt(w->s->store, salt);
    if (err == 0)
        err = quota_place_of_net(w->s->store, caller, place);
    if (err == 0 && place[0] != '\0')
        err = place_put(w->s->store, player, place, w->now);
    if (err == 0 && browser[0] != '\0')
        err = place_put(w->s->store, player, browser, w->now);
    return err;
}

/* A place where the asker has been before: the browser, else the address; "" for a stranger. */
static int find_place(struct store *store, int64_t player, const char *caller, const char *browser,
                      char out[QUOTA_PLACE_BYTES])
{
    bool known = false;
    int err = browser[0] != '\0' ? place_known(store, player, browser, &known) : 0;
    if (err == 0 && known) {
        snprintf(out, QUOTA_PLACE_BYTES, "%s", browser);
        return 0;
    }
    if (err == 0)
        err = quota_place_of_net(store, caller, out);
    if (err == 0 && out[0] != '\0')
        err = place_known(store, player, out, &known);
    if (!known)
        out[0] = '\0';
    return err;
}

int quota_knows(struct store *store, int64_t player, const char *caller, bool *known)
{
    char place[QUOTA_PLACE_BYTES] = "";
    int err = find_place(store, player, caller, "", place);
    *known = err == 0 && place[0] != '\0';
    return err;
}

int quota_signup(struct work *w, const char *caller, int64_t *wait_ms)
{
    char net[NET_BYTES];
    *wait_ms = 0;
    if (caller == NULL || caller[0] == '\0')
        return 0;
    net_of(caller, NET_NEAR_BITS, net);
    int err = quota_take(w, QUOTA_SIGNUP, wait_ms, "%s", net);
    if (err < 0 || *wait_ms > 0)
        return err;
    net_around(caller, net);
    return quota_take(w, QUOTA_SIGNUP_WIDE, wait_ms, "%s", net);
}

/* --- who pays for the engine's work --- */

int quota_payer_put(const struct work *w, int64_t player, bool guest, const char *caller)
{
    enum { HEX = 13 }; /* 52 bits: a number of JSON */
    char salt[SERVICE_SECRET_BYTES];
    char hash[STORE_HASH_BYTES];
    char net[NET_BYTES];
    char payer[PLACE_PAYER_BYTES];
    char text[sizeof salt + sizeof net + 40];
    int part = guest ? QUOTA_PAYERS : (int)(player % QUOTA_PAYERS);
    if (w->s->site.no_limits || caller == NULL || caller[0] == '\0')
        return 0;
    int err = make_salt(w->s->store, salt);
    if (err < 0)
        return err;
    net_of(caller, NET_NEAR_BITS, net);
    if (net_is_wide(net)) {
        snprintf(text, sizeof text, "%s%s", salt, net);
        service_hash(text, hash);
        if (guest)
            part = hash[0] % QUOTA_PAYERS;
        net_of(caller, NET_WIDE_BITS, net);
    }
    snprintf(text, sizeof text, "%s%s pays %d%s", salt, net, part, guest ? " guest" : "");
    service_hash(text, hash);
    snprintf(payer, sizeof payer, "=%.*s", HEX, hash);
    return place_payer_put(w->s->store, player, payer, w->now);
}

int quota_payer(struct store *store, int64_t player, int64_t *payer)
{
    const int64_t beyond = (int64_t)1 << 52; /* all numbers of players */
    char text[PLACE_PAYER_BYTES];
    int err = place_payer(store, player, text);
    *payer = text[0] == '\0' ? player : beyond | strtoll(text + 1, NULL, 16);
    return err;
}

/* --- guesses --- */

/* The limits for strangers, and for a place where the player was before. */
struct limits {
    enum quota anywhere, at_place;
};
static const struct limits of_password = {QUOTA_MISS, QUOTA_MISS_PLACE};
static const struct limits of_code = {QUOTA_CODE, QUOTA_CODE_PLACE};

/* What the guess counts for. A name that nobody has is counted as one that somebody has, so that
 * the answers tell nothing. */
static int guess_key(struct store *store, const struct quota_guesser *g, struct quota_guess *out)
{
    char text[STORE_NAME_BYTES];
    char place[QUOTA_PLACE_BYTES] = "";
    *out = (struct quota_guess){.taken = false};
    if (g->player == 0) {
        snprintf(text, sizeof text, "%s", g->name);
        for (char *c = text; *c != '\0'; c++)
            *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
        service_hash(text, place);
        snprintf(out->key, sizeof out->key, "name %s", place);
        return 0;
    }
    int err = find_place(store, g->player, g->caller, g->browser, place);
    out->at_place = place[0] != '\0';
    snprintf(out->key, sizeof out->key, out->at_place ? "%lld %s" : "%lld%s", (long long)g->player,
             place);
    return err;
}

static enum quota quota_of(struct limits what, const struct quota_guess *guess)
{
    return guess->at_place ? what.at_place : what.anywhere;
}

static int may_guess(const struct service *s, struct store *store, struct limits what,
                     const struct quota_guesser *g, int64_t *wait_ms)
{
    struct quota_guess guess;
    *wait_ms = 0;
    int err = guess_key(store, g, &guess);
    return err < 0 ? err : quota_look(s, store, quota_of(what, &guess), wait_ms, "%s", guess.key);
}

static int take_guess(const struct work *w, struct limits what, const struct quota_guesser *g,
                      struct quota_guess *out, int64_t *wait_ms)
{
    *wait_ms = 0;
    int err = guess_key(w->s->store, g, out);
    if (err == 0)
        err = quota_take(w, quota_of(what, out), wait_ms, "%s", out->key);
    out->taken = err == 0 && *wait_ms == 0;
    return err;
}

int quota_may_guess(const struct service *s, struct store *store, const struct quota_guesser *g,
                    int64_t *wait_ms)
{
    return may_guess(s, store, of_password, g, wait_ms);
}

int quota_guess(const struct work *w, const struct quota_guesser *g, struct quota_guess *out,
                int64_t *wait_ms)
{
    return take_guess(w, of_password, g, out, wait_ms);
}

int quota_guess_back(const struct work *w, const struct quota_guess *guess)
{
    char key[ALLOWANCE_KEY_BYTES];
    enum quota q = quota_of(of_password, guess);
    if (!guess->taken || w->s->site.no_limits)
        return 0;
    snprintf(key, sizeof key, "%s %s", quotas[q].name, guess->key);
    return allowance_give(w->s->store, &quotas[q].allowance, key);
}

int quota_missed(const struct work *w, int64_t player, const char *caller, const char *browser)
{
    const struct quota_guesser g = {.player = player, .caller = caller, .browser = browser};
    struct quota_guess guess;
    int64_t wait_ms;
    return take_guess(w, of_password, &g, &guess, &wait_ms);
}

int quota_may_try_code(const struct work *w, int64_t player, const char *caller,
                       const char *browser, int64_t *wait_ms)
{
    const struct quota_guesser g = {.player = player, .caller = caller, .browser = browser};
    return may_guess(w->s, w->s->store, of_code, &g, wait_ms);
}

int quota_missed_code(const struct work *w, int64_t player, const char *caller, const char *browser)
{
    const struct quota_guesser g = {.player = player, .caller = caller, .browser = browser};
    struct quota_guess guess;
    int64_t wait_ms;
    return take_guess(w, of_code, &g, &guess, &wait_ms);
}

int quota_trim(const struct work *w)
{
    int err = allowances_trim(w->s->store, w->now);
    return err < 0 ? err : places_trim(w->s->store, w->now - QUOTA_PLACE_DAYS * DAY_MS);
}
