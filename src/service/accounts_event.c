/* accounts_event.c - what happened to an account, written down for its player (accounts.h). */
#include "service/accounts.h"

#include "base/err.h"
#include "service/service_int.h"
#include <stdio.h>

int accounts_event(const struct work *w, int64_t player, enum security_kind kind, const char *agent,
                   const char *detail)
{
    struct security_event e = {.player = player, .at = w->now, .kind = kind};
    snprintf(e.agent, sizeof e.agent, "%s", agent);
    snprintf(e.detail, sizeof e.detail, "%s", detail);
    return security_event_add(w->s->store, &e);
}

static void on_event(void *context, const struct security_event *e)
{
    json_array_append_new(context, json_pack("{sI sI ss ss ss}", "id", (json_int_t)e->id, "at",
                                             (json_int_t)e->at, "kind", security_kind_name[e->kind],
                                             "agent", e->agent, "detail", e->detail));
}

json_t *reader_security_events(struct reader *r, int64_t player, int *err)
{
    struct store *store = service_reader_store(r);
    json_t *list = json_array();
    *err = store_begin(store);
    if (*err == 0)
        *err = security_events(store, player, on_event, list);
    if (store_commit(store) < 0)
        store_rollback(store);
    if (*err == 0)
        return json_pack("{so}", "events", list);
    json_decref(list);
    return NULL;
}
