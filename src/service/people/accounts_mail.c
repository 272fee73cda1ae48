/* accounts_mail.c - the addresses of a member, and the reset of a lost password (accounts.h). The
 * tokens of mails are good once, for a while, and stored as hashes. */
#include "service/people/accounts.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/net.h"
#include "service/community/moderation.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/people/mails.h"
#include "service/people/names.h"
#include "store/core/allowance.h"
#include "store/people/mailbox.h"
#include <stdio.h>
#include <string.h>

enum { CONFIRM_HOURS = 48, OWNERS_MAX = 5 };

struct addresses {
    const char *wanted; /* is it there? */
    int n;
    bool found, confirmed;
    char list[ACCOUNTS_ADDRESSES_MAX][PEOPLE_ADDRESS_BYTES]; /* the confirmed ones */
    int confirmed_n;
};

static void on_address(void *context, const char *address, bool confirmed)
{
    struct addresses *a = context;
    a->n++;
    if (strcmp(address, a->wanted) == 0) {
        a->found = true;
        a->confirmed = confirmed;
    }
    if (confirmed && a->confirmed_n < ACCOUNTS_ADDRESSES_MAX)
        snprintf(a->list[a->confirmed_n++], PEOPLE_ADDRESS_BYTES, "%s", address);
}

static int add_ticket(const struct work *w, const char *purpose, int64_t player,
                      const char *address, int64_t until, char secret[SERVICE_SECRET_BYTES])
{
    struct people_ticket t = {.player = player, .until = until};
    char hash[STORE_HASH_BYTES];
    snprintf(t.address, sizeof t.address, "%s", address);
    do
        service_secret(secret, hash);
    while (secret[0] == '-'); /* in a command that would be an option */
    int err = people_tickets_trim(w->s->store, w->now);
    return err < 0 ? err : people_ticket_add(w->s->store, hash, purpose, &t);
}

/* The limits of mails that their recipient may not have asked for. The caller pays first. */
struct mail_key {
    enum quota quota;
    char key[PEOPLE_ADDRESS_BYTES];
};

/* Takes one from each limit, or from none. */
static int take_mail(const struct work *w, const struct accounts_claim *c, const char *address,
                     int64_t *wait_ms)
{
    struct mail_key keys[] = {{.quota = QUOTA_CONFIRM_CALLER},
                              {.quota = QUOTA_CONFIRM_PLAYER},
                              {.quota = QUOTA_CONFIRM_ADDRESS},
                              {.quota = QUOTA_CONFIRM_SITE, .key = "site"}};
    char net[NET_BYTES];
    int err = 0;
    net_of(c->caller, NET_NEAR_BITS, net);
    snprintf(keys[0].key, sizeof keys[0].key, "%s", net);
    snprintf(keys[1].key, sizeof keys[1].key, "%lld", (long long)c->player.id);
    quota_box(address, keys[2].key, sizeof keys[2].key);
    *wait_ms = 0;
    for (size_t i = 0; err == 0 && *wait_ms == 0 && i < ARRAY_LEN(keys); i++)
        if (keys[i].key[0] != '\0')
            err = quota_look(w->s, w->s->store, keys[i].quota, wait_ms, "%s", keys[i].key);
    int64_t taken;
    for (size_t i = 0; err == 0 && *wait_ms == 0 && i < ARRAY_LEN(keys); i++)
        if (keys[i].key[0] != '\0')
            err = quota_take(w, keys[i].quota, &taken, "%s", keys[i].key);
    return err;
}

int accounts_address(struct work *w, struct accounts_claim *c)
{
    char address[PEOPLE_ADDRESS_BYTES];
    char secret[SERVICE_SECRET_BYTES];
    struct addresses have = {.wanted = address};
    const struct store_player *p = &c->player;
    c->wait_ms = 0;
    if (!w->s->site.mails)
        return work_refuse(w, OUTCOME_CONFLICT, "This server sends no mail.");
    if (!names_address(c->address, address, sizeof address))
        return work_refuse(w, OUTCOME_RANGE,
                           "\"%.60s\" is not an address that mail can be sent to.", c->address);
    int err = mailbox_addresses(w->s->store, p->id, on_address, &have);
    if (err < 0 || (have.found && have.confirmed))
        return err;
    if (!have.found && have.n >= ACCOUNTS_ADDRESSES_MAX)
        return work_refuse(w, OUTCOME_FULL, "You have %d addresses; remove one first.",
                           ACCOUNTS_ADDRESSES_MAX);
    err = mailbox_address_put(w->s->store, p->id, address, false);
    if (err == 0 && !have.found)
        err = accounts_event(w, p->id, SECURITY_ADDRESS_ADDED, "", address);
    if (err == 0)
        err = take_mail(w, c, address, &c->wait_ms);
    if (err < 0 || c->wait_ms > 0)
        return err;
    err = add_ticket(w, "email", p->id, address, w->now + CONFIRM_HOURS * HOUR_MS, secret);
    return err < 0 ? err : mails_confirm(w, p, address, secret, c->answered);
}

int accounts_claim(struct work *w, void *context)
{
    struct accounts_claim *c = context;
    int err = accounts_address(w, c);
    if (err == 0 && c->wait_ms > 0)
        return work_refuse(w, OUTCOME_TOO_MANY,
                           "No mail can be sent to %.80s now, because one went there in the last"
                           " day or too many were asked for. Try again in %lld h.",
                           c->address, (long long)((c->wait_ms + HOUR_MS - 1) / HOUR_MS));
    return err;
}

int accounts_email_add(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct people_account account;
    int err = accounts_checked(w, a, &account);
    struct accounts_claim claim = {
        .player = w->order->asker, .address = a->address, .caller = a->caller};
    if (err != 0)
        return err < 0 ? err : 0;
    return accounts_claim(w, &claim);
}

int accounts_email_end(struct work *w, void *context)
{
    const struct account_act *a = context;
    char address[PEOPLE_ADDRESS_BYTES] = "";
    struct addresses have = {.wanted = address};
    struct people_account account;
    int err = accounts_checked(w, a, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    if (!names_address(a->address, address, sizeof address))
        return work_refuse(w, OUTCOME_NOT_FOUND, "You have no such address.");
    err = mailbox_addresses(w->s->store, w->order->asker.id, on_address, &have);
    if (err == 0 && !have.found)
        return work_refuse(w, OUTCOME_NOT_FOUND, "You have no such address.");
    /* The mail goes out first, so that this address gets it too: a thief would first remove the
     * address. */
    if (err == 0 && have.confirmed)
        err = accounts_changed(w, account.player, SECURITY_ADDRESS_ENDED, a->agent, address);
    else if (err == 0)
        err = accounts_event(w, account.player, SECURITY_ADDRESS_ENDED, a->agent, address);
    return err < 0 ? err : people_address_end(w->s->store, account.player, address);
}

int accounts_email_confirm(struct work *w, void *context)
{
    const struct account_act *a = context;
    struct store *store = w->s->store;
    struct people_ticket t;
    struct addresses have = {.wanted = t.address};
    int err = people_ticket_get(store, a->ticket, "email", w->now, &t);
    if (err == 0)
        err = mailbox_addresses(store, t.player, on_address, &have);
    /* The mail of an address that was removed in the meantime does not bring it back. */
    if (err == ERR_NOT_FOUND || (err == 0 && !have.found))
        return work_refuse(w, OUTCOME_NOT_FOUND,
                           "This link is wrong, was used, or has expired. Ask for a new one.");
    if (err == 0)
        err = people_ticket_take(store, a->ticket);
    if (err == 0)
        err = mailbox_address_put(store, t.player, t.address, true);
    w->order->out.id = t.player;
    return err < 0 ? err
                   : accounts_event(w, t.player, SECURITY_ADDRESS_CONFIRMED, a->agent, t.address);
}

int accounts_recover_token(const struct work *w, int64_t player, int64_t hours,
                           char secret[SERVICE_SECRET_BYTES], int64_t *until)
{
    *until = w->now + hours * HOUR_MS;
    return add_ticket(w, "recover", player, "", *until, secret);
}

static int send_recovery(const struct work *w, const struct store_player *p)
{
    char secret[SERVICE_SECRET_BYTES];
    struct addresses have = {.wanted = ""};
    int64_t until;
    int64_t wait_ms;
    int err = mailbox_addresses(w->s->store, p->id, on_address, &have);
    if (err < 0 || have.confirmed_n == 0)
        return err;
    /* Even if a stranger has used up the quota, the owner has a mail that is still valid. */
    err = quota_take(w, QUOTA_RECOVER, &wait_ms, "%lld", (long long)p->id);
    if (err < 0 || wait_ms > 0)
        return err;
    err = accounts_recover_token(w, p->id, QUOTA_RECOVER_HOURS, secret, &until);
    for (int i = 0; err == 0 && i < have.confirmed_n; i++)
        err = mails_recover(w, p, have.list[i], secret);
    return err;
}

int accounts_tell_signed_in(const struct work *w, int64_t player, const char *agent)
{
    struct addresses have = {.wanted = ""};
    struct store_player p;
    int64_t wait_ms;
    if (!w->s->site.mails)
        return 0;
    int err = mailbox_addresses(w->s->store, player, on_address, &have);
    if (err < 0 || have.confirmed_n == 0)
        return err;
    err = quota_take(w, QUOTA_SIGNED_IN, &wait_ms, "%lld", (long long)player);
    if (err < 0 || wait_ms > 0)
        return err;
    err = store_player_get(w->s->store, player, &p);
    for (int i = 0; err == 0 && i < have.confirmed_n; i++)
        err = mails_signed_in(w, &p, have.list[i], agent);
    return err;
}

struct owners {
    int64_t list[OWNERS_MAX];
    int n;
};

static void on_owner(void *context, int64_t id)
{
    struct owners *o = context;
    if (o->n < OWNERS_MAX)
        o->list[o->n++] = id;
}

int accounts_recover(struct work *w, void *context)
{
    const struct account_act *a = context;
    char address[PEOPLE_ADDRESS_BYTES];
    struct owners owners = {.n = 0};
    struct store_player p;
    int err = 0;
    if (!w->s->site.mails)
        return 0;
    if (a->name != NULL) {
        err = store_player_named(w->s->store, a->name, &p);
        return err == 0 ? send_recovery(w, &p) : err == ERR_NOT_FOUND ? 0 : err;
    }
    if (!names_address(a->address, address, sizeof address))
        return 0;
    err = mailbox_owners(w->s->store, address, on_owner, &owners);
    for (int i = 0; err == 0 && i < owners.n; i++) {
        err = store_player_get(w->s->store, owners.list[i], &p);
        if (err == 0)
            err = send_recovery(w, &p);
    }
    return err;
}

int accounts_recover_finish(struct work *w, void *context)
{
    struct account_act *a = context;
    struct store *store = w->s->store;
    struct people_ticket t;
    struct people_account account;
    char why[SERVICE_DETAIL_BYTES];
    bool factor = false;
    int err = people_ticket_get(store, a->ticket, "recover", w->now, &t);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND,
                           "This link is wrong, was used, or has expired. Ask for a new one.");
    if (err == 0) {
        err = moderation_banned(store, t.player, w->now, why, sizeof why);
        if (err == 0)
            return work_refuse(w, OUTCOME_DENIED, "%s", why);
        err = err == ERR_NOT_FOUND ? 0 : err;
    }
    if (err == 0)
        err = people_tickets_forget(store, t.player, "recover");
    if (err == 0)
        err = people_account_get(store, t.player, &account);
    if (err < 0)
        return err;
    snprintf(account.password, sizeof account.password, "%s", a->made);
    err = people_account_put(store, &account);
    if (err == 0)
        err = people_sessions_end(store, t.player, "cookie", "");
    if (err == 0)
        err = people_sessions_end(store, t.player, "token", "");
    if (err == 0)
        err = places_forget(store, t.player);
    if (err == 0)
        err = accounts_factor_on(store, t.player, &factor);
    /* A mailbox is not the second factor. */
    if (err == 0 && factor)
        err = accounts_factor_ticket(w, a, t.player, true);
    else if (err == 0)
        err = accounts_session_begin(w, a, t.player);
    if (err == 0 && !factor)
        err = accounts_recover_passkeys(w, t.player, "", a->agent);
    if (err == 0 && !factor)
        err = quota_been_here(w, t.player, a->caller, a->browser);
    w->order->out.id = t.player;
    return err < 0 ? err : accounts_changed(w, t.player, SECURITY_RECOVERED, a->agent, "");
}
