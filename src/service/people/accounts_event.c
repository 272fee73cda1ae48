/* accounts_event.c - records the security events of an account and reports them to its player
 * (accounts.h). */
#include "service/people/accounts.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/people/mails.h"
#include "store/people/mailbox.h"
#include <stdio.h>

int accounts_event(const struct work *w, int64_t player, enum security_kind kind, const char *agent,
                   const char *detail)
{
    struct security_event e = {.player = player, .at = w->now, .kind = kind};
    snprintf(e.agent, sizeof e.agent, "%s", agent);
    snprintf(e.detail, sizeof e.detail, "%s", detail);
    return security_event_add(w->s->store, &e);
}

struct confirmed {
    char list[ACCOUNTS_ADDRESSES_MAX][PEOPLE_ADDRESS_BYTES];
    int n;
};

static void on_confirmed(void *context, const char *address, bool confirmed)
{
    struct confirmed *c = context;
    if (confirmed && c->n < ACCOUNTS_ADDRESSES_MAX)
        snprintf(c->list[c->n++], PEOPLE_ADDRESS_BYTES, "%s", address);
}

static const char staff_detail[] = "administrator";

int accounts_changed(const struct work *w, int64_t player, enum security_kind kind,
                     const char *agent, const char *detail)
{
    struct confirmed have = {.n = 0};
    struct store_player p;
    int64_t wait_ms = 0;
    bool staff = agent == NULL;
    int err = accounts_event(w, player, kind, staff ? "" : agent, staff ? staff_detail : detail);
    /* `hoshi admin` knows nothing of mail; the server sends what it leaves in the outbox. */
    if (err < 0 || (!w->s->site.mails && !staff))
        return err;
    err = mailbox_addresses(w->s->store, player, on_confirmed, &have);
    if (err < 0 || have.n == 0)
        return err;
    /* Each kind for itself: a thief cannot use up the mails about one change by making another. */
    err = quota_take(w, QUOTA_CHANGED, &wait_ms, "%lld %s", (long long)player,
                     security_kind_name[kind]);
    if (err < 0 || wait_ms > 0)
        return err;
    err = store_player_get(w->s->store, player, &p);
    for (int i = 0; err == 0 && i < have.n; i++)
        err = mails_changed(w, &p, have.list[i], kind, agent);
    return err;
}

static void on_event(void *context, const struct security_event *e)
{
    json_array_append_new(
        context, JSON_OBJECT({"id", json_integer(e->id)}, {"at", json_integer(e->at)},
                             {"kind", json_string(security_kind_name[e->kind])},
                             {"agent", json_string(e->agent)}, {"detail", json_string(e->detail)}));
}

json_t *reader_security_events(struct reader *r, int64_t player, int *err)
{
    struct store *store = reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0)
        *err = security_events(store, player, on_event, list);
    store_end(store);
    if (*err == 0)
        return JSON_OBJECT({"events", list});
    json_decref(list);
    return NULL;
}
