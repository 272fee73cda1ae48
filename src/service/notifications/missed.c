#include "service/notifications/missed.h"

struct taker {
    struct listener *l;
    hub_on_event *on_event;
    void *context;
    bool full;
};

static void on_missed(void *context, const struct store_event *e)
{
    struct taker *t = context;
    if (t->full)
        return;
    if (t->on_event(t->context, e))
        t->l->cursor = e->id;
    else
        t->full = true;
}

static void on_counted(void *context, const struct store_event *e)
{
    (void)context;
    (void)e;
}

/* Up to `last`, which another process may not have reached yet: then the reader is ahead. */
static int read_all(struct store *store, struct taker *t, int topics_n, int most, int64_t last,
                    bool *lost)
{
    struct listener *l = t->l;
    int64_t first = 0;
    int64_t given = 0;
    int err = store_event_first(store, &first);
    if (err == 0)
        err = store_event_given(store, &given);
    if (err < 0)
        return err;
    *lost = l->cursor + 1 < first || l->cursor > given;
    int n = *lost ? 0
                  : store_events(store, l->cursor, last, l->topics, topics_n, most + 1, on_counted,
                                 NULL);
    if (n < 0)
        return n;
    *lost = *lost || n > most;
    n = *lost ? 0 : store_events(store, l->cursor, last, l->topics, topics_n, most, on_missed, t);
    if (n >= 0 && !t->full && (*lost || l->cursor < last))
        l->cursor = last;
    return n < 0 ? n : 0;
}

int missed_read(struct reader *r, struct listener *l, int topics_n, int most,
                hub_on_event *on_event, void *context, bool *lost)
{
    struct store *store = reader_store(r);
    struct taker t = {l, on_event, context, false};
    *lost = false;
    int64_t last = 0;
    int err = store_begin_settled(store, &last);
    if (err < 0)
        return err;
    err = read_all(store, &t, topics_n, most, last, lost);
    store_end(store);
    return err;
}
