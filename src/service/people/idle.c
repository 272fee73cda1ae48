#include "service/people/idle.h"

#include "base/err.h"
#include "base/times.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/people/leaving.h"
#include "store/people/people.h"
#include <stdlib.h>

enum { LOOK_MAX = 2000, FORGET_MAX = 100 }; /* of one transaction: some ms each */

static int forget_guest(struct work *w, int64_t player)
{
    const struct store_player p = {.id = player, .kind = PLAYER_GUEST};
    int err = store_savepoint(w->s->store);
    if (err < 0)
        return err;
    err = leaving_begin(w, &p);
    if (err == 0)
        err = people_player_end(w->s->store, player);
    if (err == ERR_CONFLICT) { /* something still refers to the guest, who stays */
        store_undo(w->s->store);
        return 0;
    }
    return err < 0 ? err : store_release(w->s->store);
}

static int forget_idle(struct work *w, void *context)
{
    int64_t found[FORGET_MAX];
    struct people_idle look = {.after = w->s->idle_after,
                               .before_ms = w->now - IDLE_DAYS * DAY_MS,
                               .look_max = LOOK_MAX,
                               .out = found,
                               .out_max = FORGET_MAX};
    (void)context;
    int err = people_idle_guests(w->s->store, &look);
    for (int i = 0; err == 0 && i < look.out_n; i++)
        err = forget_guest(w, found[i]);
    w->s->idle_after = err == 0 && look.more ? look.last : 0;
    return err;
}

static void on_done(struct order *o)
{
    order_free(o);
    free(o);
}

bool idle_tidy(struct service *s)
{
    if (s->idle_walks && s->idle_after == 0) {
        s->idle_walks = false;
        return false;
    }
    struct order *o = calloc(1, sizeof *o);
    if (o == NULL)
        return false;
    s->idle_walks = true;
    o->kind = ORDER_BATCH;
    o->u.batch.apply = forget_idle;
    o->done = on_done;
    service_submit(s, o);
    return true;
}
