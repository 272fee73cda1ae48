#include "service/people/accounts.h"

#include "base/err.h"
#include "base/times.h"
#include "service/community/presence.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/people/names.h"
#include "store/community/follows.h"
#include "store/core/allowance.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The asker did that. */
static int note(const struct work *w, const struct account_act *a, enum security_kind kind,
                const char *detail)
{
    return accounts_event(w, w->order->asker.id, kind, a->agent, detail);
}

/* The key under which a name is remembered after its account is deleted. */
static void gone_hash(const char *name, char hash[STORE_HASH_BYTES])
{
    char small[STORE_NAME_BYTES];
    size_t n = 0;
    for (; name[n] != '\0' && n < sizeof small - 1; n++)
        small[n] = (char)(name[n] >= 'A' && name[n] <= 'Z' ? name[n] - 'A' + 'a' : name[n]);
    small[n] = '\0';
    service_hash(small, hash);
}

int accounts_name_free(struct store *store, const char *name, int64_t player, int64_t now)
{
    struct store_player p;
    int64_t former = 0;
    char hash[STORE_HASH_BYTES];
    int err = store_player_named(store, name, &p);
    if (err == 0 && p.id == player)
        return 0; /* another spelling of their own name */
    if (err == ERR_NOT_FOUND)
        err = store_player_like(store, name, player, &p);
    if (err == 0)
        return ERR_CONFLICT;
    if (err == ERR_NOT_FOUND) {
        gone_hash(name, hash);
        err = people_gone_get(store, hash, now);
        if (err != ERR_NOT_FOUND)
            return err < 0 ? err : ERR_CONFLICT;
    }
    if (err == ERR_NOT_FOUND)
        err = people_former_get(store, name, now - ACCOUNTS_FORMER_DAYS * DAY_MS, &former);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    return former == player ? 0 : ERR_CONFLICT;
}

int accounts_name_keep(const struct work *w, const char *name)
{
    char hash[STORE_HASH_BYTES];
    gone_hash(name, hash);
    return people_gone_put(w->s->store, hash, w->now + ACCOUNTS_GONE_DAYS * DAY_MS, w->now);
}

/* Whether the name may be taken by this player (0: a new one). */
static int check_name(struct work *w, const char *name, int64_t player)
{
    if (!names_good(name))
        return work_refuse(w, OUTCOME_RANGE,
                           "A name has %d to %d letters, digits, - _ or ., begins with a letter,"
                           " and must not be a reserved word.",
                           NAMES_MIN, NAMES_MAX);
    int err = accounts_name_free(w->s->store, name, player, w->now);
    if (err == ERR_CONFLICT)
        return work_refuse(w, OUTCOME_CONFLICT, "The name %s is taken, or looks like another one.",
                           name);
    return err;
}

int accounts_tell_matches(struct work *w, int64_t player)
{
    enum { TELL_MAX = 50 };
    static const enum match_state states[] = {MATCH_RUNNING, MATCH_OPEN};
    static struct store_match list[TELL_MAX]; /* only the writer's thread comes here */
    for (size_t s = 0; s < ARRAY_LEN(states); s++) {
        struct store_filter f = {
            .state = (int)states[s], .mine = player, .viewer = player, .limit = TELL_MAX};
        int n = store_match_list(w->s->store, &f, list);
        int err = n < 0 ? n : 0;
        for (int i = 0; err == 0 && i < n; i++) {
            w->m = list[i];
            err = work_tell_match(w);
        }
        if (err < 0)
            return err;
    }
    return 0;
}

int accounts_signup(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct store *store = w->s->store;
    struct store_player p = w->order->asker;
    if (p.id != 0 && p.kind != PLAYER_GUEST)
        return work_refuse(w, OUTCOME_CONFLICT, "You already have an account: %s.", p.name);
    int64_t wait_ms = 0;
    int err = check_name(w, a->name, p.id);
    if (err == 0)
        err = quota_signup(w, a->caller, &wait_ms);
    if (wait_ms > 0)
        return work_refuse(w, OUTCOME_TOO_MANY,
                           "Too many accounts were opened from your network; try again in %lld s.",
                           (long long)(wait_ms + 999) / 1000);
    if (err == 0 && p.id != 0)
        err = people_rename(store, p.id, PLAYER_MEMBER, a->name);
    else if (err == 0)
        err = store_player_add(store, PLAYER_MEMBER, a->name, w->now, &p.id);
    if (err == ERR_CONFLICT)
        return work_refuse(w, OUTCOME_CONFLICT, "The name %s is taken.", a->name);
    if (err < 0)
        return err;
    snprintf(p.name, sizeof p.name, "%s", a->name);
    p.kind = PLAYER_MEMBER;
    struct people_account account;
    err = people_account_get(store, p.id, &account);
    if (err == 0) {
        snprintf(account.password, sizeof account.password, "%s", a->made);
        err = people_account_put(store, &account);
    }
    /* A person who saw the guest's cookie must not become the member, too. */
    if (err == 0)
        err = people_sessions_end(store, p.id, "cookie", "");
    if (err == 0)
        err = accounts_session_begin(w, a, p.id);
    if (err == 0)
        err = quota_been_here(w, p.id, a->caller, a->browser);
    if (err == 0)
        err = quota_payer_put(w, p.id, false, a->caller);
    if (err == 0)
        err = accounts_event(w, p.id, SECURITY_SIGNED_UP, a->agent, "");
    struct accounts_claim claim = {.player = p, .address = a->address, .caller = a->caller};
    /* If no mail may be sent today, the player can ask for it tomorrow. */
    if (err == 0 && a->address != NULL)
        err = accounts_address(w, &claim);
    if (err == 0 && w->order->asker.id != 0)
        err = accounts_tell_matches(w, p.id);
    w->order->out.id = p.id;
    return err;
}

int accounts_signout(struct work *w, void *context)
{
    const struct account_act *a = context;
    char id[PEOPLE_ID_BYTES];
    snprintf(id, sizeof id, "%.16s", a->session);
    int err = people_session_end(w->s->store, w->order->asker.id, "cookie", id);
    return err == ERR_NOT_FOUND ? 0 : err;
}

int accounts_rename(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct store *store = w->s->store;
    struct people_account account;
    int64_t wait_from = w->now - ACCOUNTS_RENAME_DAYS * DAY_MS;
    int err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    if (account.renamed_at > wait_from)
        return work_refuse(w, OUTCOME_CONFLICT, "You can change your name once in %d days.",
                           ACCOUNTS_RENAME_DAYS);
    if (err == 0)
        err = check_name(w, a->name, w->order->asker.id);
    if (err == 0)
        err = people_former_put(store, w->order->asker.name, w->order->asker.id, w->now);
    if (err == 0)
        err = people_rename(store, w->order->asker.id, PLAYER_MEMBER, a->name);
    if (err == ERR_CONFLICT)
        return work_refuse(w, OUTCOME_CONFLICT, "The name %s is taken.", a->name);
    account.renamed_at = w->now;
    if (err == 0)
        err = people_account_put(store, &account);
    return err < 0 ? err : accounts_tell_matches(w, w->order->asker.id);
}

int accounts_password(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    int err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    snprintf(account.password, sizeof account.password, "%s", a->made);
    err = people_account_put(w->s->store, &account);
    if (err == 0)
        err = people_sessions_end(w->s->store, account.player, "cookie", a->session);
    if (err == 0 && !a->keep_tokens)
        err = people_sessions_end(w->s->store, account.player, "token", "");
    if (err == 0)
        err = people_tickets_forget(w->s->store, account.player, "recover");
    if (err == 0)
        err = accounts_changed(w, account.player, SECURITY_PASSWORD, a->agent, "");
    /* A person who knew the old password must count as a stranger now. */
    if (err == 0)
        err = places_forget(w->s->store, account.player);
    if (err == 0)
        err = quota_been_here(w, account.player, a->caller, a->browser);
    if (err == 0)
        err = quota_payer_put(w, account.player, false, a->caller);
    return err;
}

int accounts_profile(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    int err = people_account_get(w->s->store, w->order->asker.id, &account);
    if (err < 0)
        return err;
    if (a->about != NULL)
        err = texts_pay(w, strlen(a->about));
    if (err < 0)
        return err;
    if (a->about != NULL)
        snprintf(account.about, sizeof account.about, "%s", a->about);
    if (a->set_show_seen)
        account.show_seen = a->show_seen;
    if (a->set_followable)
        account.followable = a->followable;
    if (!account.followable)
        err = follows_shake_off(w->s->store, account.player);
    if (err < 0)
        return err;
    presence_look(w->s, account.player);
    return people_account_put(w->s->store, &account);
}

int accounts_session_end(struct work *w, void *context)
{
    const struct account_act *a = context;
    int err = a->others ? people_sessions_end(w->s->store, w->order->asker.id, "cookie", a->session)
                        : people_session_end(w->s->store, w->order->asker.id, "cookie", a->id);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "You have no session with this number.");
    return err < 0 ? err : note(w, a, SECURITY_SIGNED_OUT, a->others ? "others" : "");
}

int accounts_token_add(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    struct people_session n = {
        .player = w->order->asker, .scopes = a->scopes | SCOPE_READ, .made_at = w->now};
    int64_t count = 0;
    int err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    err = people_session_count(w->s->store, n.player.id, "token", &count);
    if (err == 0 && count >= ACCOUNTS_TOKENS_MAX)
        return work_refuse(w, OUTCOME_FULL, "You have %d tokens; delete one first.",
                           ACCOUNTS_TOKENS_MAX);
    snprintf(n.hash, sizeof n.hash, "%s", a->fresh);
    snprintf(n.label, sizeof n.label, "%s", a->label);
    if (err == 0)
        err = people_session_add(w->s->store, "token", &n);
    return err < 0 ? err : note(w, a, SECURITY_TOKEN_MADE, a->label);
}

int accounts_token_end(struct work *w, void *context)
{
    const struct account_act *a = context;
    int err = people_session_end(w->s->store, w->order->asker.id, "token", a->id);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "You have no token with this number.");
    return err < 0 ? err : note(w, a, SECURITY_TOKEN_ENDED, "");
}

struct seen {
    struct order order;
    char session[STORE_HASH_BYTES];
};

static int note_seen(struct work *w, void *context)
{
    const struct seen *seen = context;
    return people_seen(w->s->store, seen->session, w->order->asker.id, w->now);
}

static void on_seen(struct order *o)
{
    outcome_free(&o->out);
    free(o->context);
}

void accounts_note_seen(struct service *s, const struct store_player *asker, const char *session)
{
    struct seen *seen = calloc(1, sizeof *seen);
    if (seen == NULL)
        return;
    snprintf(seen->session, sizeof seen->session, "%s", session);
    seen->order = (struct order){.kind = ORDER_BATCH, .asker = *asker};
    seen->order.u.batch.apply = note_seen;
    seen->order.u.batch.context = seen;
    seen->order.done = on_seen;
    seen->order.context = seen;
    service_submit(s, &seen->order);
}
