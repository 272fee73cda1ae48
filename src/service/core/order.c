#include "service/core/order.h"

#include "base/err.h"
#include "platform/latch.h"
#include "service/core/service_int.h"
#include <stdlib.h>

void service_submit(struct service *s, struct order *o)
{
    o->next = NULL;
    o->lifted = 0;
    if (o->from_ms == 0)
        o->from_ms = service_steady(s);
    (void)pthread_mutex_lock(&s->mutex);
    *s->tail = o;
    s->tail = &o->next;
    (void)atomic_fetch_add(&s->stats.waiting, 1);
    (void)pthread_cond_signal(&s->more);
    (void)pthread_mutex_unlock(&s->mutex);
}

static void on_done(struct order *o)
{
    latch_open(o->context);
}

void service_run(struct service *s, struct order *o)
{
    struct latch done;
    latch_init(&done);
    o->done = on_done;
    o->context = &done;
    service_submit(s, o);
    latch_wait(&done);
}

void outcome_free(struct outcome *o)
{
    free(o->why);
    o->why = NULL;
}

void order_free(struct order *o)
{
    outcome_free(&o->out);
    if (o->kind == ORDER_CREATE) {
        free(o->u.create.start);
        o->u.create.start = NULL;
        json_decref(o->u.create.warnings);
        o->u.create.warnings = NULL;
    }
    if (o->kind == ORDER_TOURNAMENT) {
        free(o->u.tournament.make);
        o->u.tournament.make = NULL;
    }
    if (o->kind == ORDER_CONDITIONAL) {
        free(o->u.conditional.text);
        o->u.conditional.text = NULL;
    }
}

int service_bot_secret(struct service *s, const char *use, char secret[SERVICE_SECRET_BYTES])
{
    struct order o = {.kind = ORDER_SECRET, .asker = s->engine};
    o.u.secret.use = use;
    service_secret(secret, o.u.secret.hash);
    service_run(s, &o);
    return o.out.kind == OUTCOME_DONE ? 0 : ERR_STORE;
}
