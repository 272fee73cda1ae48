/* request_flow.c - how a request leaves the loop's thread and comes back to it.
 *
 *     suspend -> writer, readers or passwords -> go on -> resumed -> then: answered, or again
 *
 * While it is suspended, its order waits for the writer or is done, a password is computed, or one
 * of the readers asks the store for what it needs: one after the other. A request is suspended
 * before any of this work is queued, so that no thread can resume it too soon. */
#include "http/wire/http_int.h"
#include "platform/clock.h"

enum { READ_WAIT_MS = 10 * 1000 /* a request that was not read for by then is refused */ };

void request_go_on(struct request *r)
{
    exchange_go_on(r->exchange);
}

void request_resumed(struct request *r)
{
    r->waits = false;
    r->resumed = true;
    if (!request_answered(r) && r->then != NULL)
        r->then(r);
    /* Only now: it may be under way again. */
    (void)atomic_fetch_sub(&r->http->under_way, 1);
}

/* On the writer's thread. */
static void on_done(struct order *o)
{
    struct request *r = o->context;
    arrivals_remove(service_arrivals(r->http->service), &r->arrival);
    r->ordered = true;
    request_go_on(r);
}

bool request_suspend(struct request *r)
{
    if (!r->resumed && atomic_load(&r->http->stopping)) {
        answer_error(r, 503, "The server is stopping.");
        return false;
    }
    r->waits = true;
    r->then = r->finish;
    r->order.asker = r->asker;
    r->order.address = r->client.address;
    r->order.done = on_done;
    r->order.context = r;
    (void)atomic_fetch_add(&r->http->under_way, 1);
    exchange_suspend(r->exchange);
    return true;
}

void request_submit(struct request *r)
{
    if (request_suspend(r))
        service_submit(r->http->service, &r->order);
}

void request_submit_then(struct request *r, void (*then)(struct request *r))
{
    if (!request_suspend(r))
        return;
    r->then = then;
    service_submit(r->http->service, &r->order);
}

static void drop_reading(struct pool_job *j)
{
    struct request *r = CONTAINER_OF(j, struct request, reading);
    answer_busy(r);
    request_go_on(r);
}

static void run_reading(struct pool_job *j, void *reader)
{
    struct request *r = CONTAINER_OF(j, struct request, reading);
    int64_t begun_us = clock_us();
    r->reader = reader;
    r->read(r);
    r->worked_us += clock_us() - begun_us;
    r->reader = NULL;
    request_go_on(r);
}

static void queue_reading(struct request *r, struct pool *pool, void (*read)(struct request *r),
                          void (*then)(struct request *r))
{
    if (!request_suspend(r))
        return;
    r->read = read;
    r->then = then;
    struct request_payer payer = request_payer(r);
    r->reading = (struct pool_job){.run = run_reading,
                                   .drop = drop_reading,
                                   .fair = {.caller = payer.caller, .class = payer.class},
                                   .wait_ms = READ_WAIT_MS};
    if (pool_add(pool, &r->reading) == 0)
        return;
    if (atomic_load(&r->http->stopping))
        answer_error(r, 503, "The server is stopping.");
    else
        answer_busy(r);
    request_go_on(r);
}

void request_read(struct request *r, void (*read)(struct request *r),
                  void (*then)(struct request *r))
{
    queue_reading(r, r->http->readers, read, then);
}

void request_look_up(struct request *r, void (*read)(struct request *r),
                     void (*then)(struct request *r))
{
    queue_reading(r, r->http->lookups, read, then);
}
