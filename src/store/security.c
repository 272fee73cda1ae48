#include "store/security.h"

#include "store/queries.h"

const char *const security_kind_name[SECURITY_KIND_N] = {
    "signed-up",     "signed-in",  "signed-out",    "password",
    "mail-password", "recovered",  "address-added", "address-confirmed",
    "address-ended", "token-made", "token-ended"};

ROW_READER(read_event, struct security_event, SECURITY_EVENT_ROW)
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

struct each_event {
    security_on_event *call;
    void *context;
};

static void on_event(void *context, const struct store *s, void *row)
{
    const struct each_event *each = context;
    struct security_event e;
    read_event(s, row, 0, &e);
    e.id = store_row_int(s, row, ROW_N(SECURITY_EVENT_ROW));
    each->call(each->context, &e);
}

int security_events(struct store *s, int64_t player, security_on_event *on, void *context)
{
    struct each_event each = {on, context};
    return store_done(store_query(s, on_event, &each, Q_SECURITY_EVENTS, player));
}

int security_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_SECURITY_EVENTS_FORGET, player));
}
