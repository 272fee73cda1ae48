#include "service/core/batch.h"

#include "base/err.h"
#include "service/core/service_int.h"

struct store *batch_store(const struct work *w)
{
    return w->s->store;
}

struct service *batch_service(const struct work *w)
{
    return w->s;
}

int64_t batch_now(const struct work *w)
{
    return w->now;
}

int batch_run(struct work *w, struct order *o)
{
    struct work inner = {.s = w->s, .order = o, .now = w->now, .came_at = w->came_at};
    int events_n = w->s->events.n;
    w->ran = true;
    o->out = (struct outcome){.kind = OUTCOME_DONE, .ply = -1};
    int err = store_savepoint(w->s->store);
    if (err < 0)
        return err;
    err = w->s->apply(&inner);
    if (err == ERR_DENIED) {
        store_undo(w->s->store);
        event_list_cut(&w->s->events, events_n);
        positions_forget(w->s->positions, o->match);
        return 0;
    }
    return err < 0 ? err : store_release(w->s->store);
}

static enum outcome_kind run(struct service *s, int (*apply)(struct work *w, void *context),
                             void *context, bool beside)
{
    struct order o = {.kind = ORDER_BATCH, .beside = beside};
    o.u.batch.apply = apply;
    o.u.batch.context = context;
    service_run(s, &o);
    outcome_free(&o.out);
    return o.out.kind;
}

enum outcome_kind batch_run_alone(struct service *s, int (*apply)(struct work *w, void *context),
                                  void *context)
{
    return run(s, apply, context, false);
}

enum outcome_kind batch_run_beside(struct service *s, int (*apply)(struct work *w, void *context),
                                   void *context)
{
    return run(s, apply, context, true);
}

int batch_position(const struct work *w, const struct store_match *m, struct position *out)
{
    return positions_get(w->s->positions, w->s->store, m, out);
}

int batch_replay(struct store *store, const struct store_match *m, struct position *out)
{
    return positions_replay(store, m, out);
}
