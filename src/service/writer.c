/* writer.c - the one thread that writes.
 *
 *     waiting orders --take all--> BEGIN; each: SAVEPOINT, apply, RELEASE or undo; COMMIT
 *         committed: answer each, publish the events
 *         failed:    ROLLBACK, forget the cached positions, OUTCOME_STORE to each, tell nothing
 *
 * Other processes may write to the same store (peers.c): what they have done is read first.
 *
 * While one commit waits for the disk the next orders gather, so that a commit carries more the
 * busier the server is. */
#include "base/err.h"
#include "platform/clock.h"
#include "service/service_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BATCH_MAX = 1000,    /* orders of one transaction: bounds the longest wait */
    TICK_MS = 1000,      /* how often idle listeners are looked at */
    IDLE_MS = 15 * 1000, /* a listener is woken after this silence (docs/API.md: comment lines) */
    TIDY_MS = 60 * 60 * 1000,
    TIDY_MAX = 500, /* matches called off at once; more wait for the next tick */
};

void event_list_cut(struct event_list *l, int n)
{
    while (l->n > n) {
        l->n--;
        free((void *)(uintptr_t)l->events[l->n].data);
    }
}

static void set_store_outcome(struct order *c, bool doubtful)
{
    outcome_free(&c->out);
    c->out = (struct outcome){.kind = OUTCOME_STORE, .ply = -1};
    snprintf(c->out.detail, sizeof c->out.detail, "The server cannot write now; %s.",
             doubtful ? "whether this was done is not known" : "nothing was done");
}

/* Applies the orders; 0 when the transaction may be committed. */
static int apply_all(struct service *s, struct order *batch)
{
    for (struct order *c = batch; c != NULL; c = c->next) {
        struct work w = {.s = s, .c = c, .now = clock_unix_ms()};
        c->out = (struct outcome){.kind = OUTCOME_DONE, .ply = -1};
        int events_n = s->events.n;
        int err = store_savepoint(s->store);
        if (err < 0)
            return err;
        err = orders_apply(&w);
        if (err == ERR_DENIED) {
            ASSERT(c->out.kind != OUTCOME_DONE);
            store_undo(s->store);
            event_list_cut(&s->events, events_n);
            positions_forget(s->positions, c->match);
        } else if (err < 0) {
            return err;
        } else {
            err = store_release(s->store);
            if (err < 0)
                return err;
        }
    }
    return 0;
}

static void run_batch(struct service *s, struct order *batch)
{
    bool begun = false;
    int err = store_begin(s->store);
    bool doubtful = false;
    if (err == 0) {
        begun = true;
        err = peers_catch_up(s);
    }
    if (err == 0)
        err = apply_all(s, batch);
    if (err == 0) {
        err = store_commit(s->store);
        /* A connection that breaks now does not tell whether the database has heard. */
        doubtful = err < 0 && s->ear != NULL;
    }
    if (err == 0 && s->events.n > 0)
        s->seen = s->events.events[s->events.n - 1].id;
    if (err < 0) {
        fprintf(stderr, "hoshi: the store refuses to write: %s (%s)\n", store_failure(s->store),
                err_text(err));
        if (begun)
            store_rollback(s->store);
        positions_clear(s->positions);
        event_list_cut(&s->events, 0);
        for (struct order *c = batch; c != NULL; c = c->next)
            set_store_outcome(c, doubtful);
    }
    hub_publish(s->hub, s->events.events, s->events.n);
    event_list_cut(&s->events, 0);
    while (batch != NULL) {
        struct order *c = batch;
        batch = c->next; /* after done the order may be gone */
        c->done(c);
    }
}

/* Waits for orders or the next tick; takes what is there. */
static struct order *take(struct service *s, bool *stop)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += TICK_MS / 1000;
    (void)pthread_mutex_lock(&s->mutex);
    while (s->head == NULL && !s->stop && !s->others_wrote)
        if (pthread_cond_timedwait(&s->more, &s->mutex, &until) != 0)
            break;
    struct order *batch = s->head;
    struct order **cut = &s->head;
    for (int n = 0; n < BATCH_MAX && *cut != NULL; n++)
        cut = &(*cut)->next;
    s->head = *cut;
    if (s->head == NULL)
        s->tail = &s->head;
    if (batch != NULL)
        *cut = NULL; /* also right when the cut is s->head itself: that needs batch == NULL */
    *stop = s->stop && batch == NULL;
    s->others_wrote = false;
    (void)pthread_mutex_unlock(&s->mutex);
    return batch;
}

static void nobody_waits(struct order *c)
{
    outcome_free(&c->out);
}

/* Calls off, in their creators' names, the open matches that nobody has joined for long. Returns
 * whether there may be more. */
static bool tidy(struct service *s)
{
    static const int64_t day_ms = (int64_t)24 * 3600 * 1000;
    struct store_old *old = calloc(TIDY_MAX, sizeof *old);
    struct order *orders = calloc(TIDY_MAX, sizeof *orders);
    int n = 0;
    if (old == NULL || orders == NULL || store_begin(s->store) < 0)
        goto out;
    n = store_open_old(s->store, clock_unix_ms() - SERVICE_OPEN_DAYS * day_ms, TIDY_MAX, old);
    store_rollback(s->store);
    for (int i = 0; i < n; i++) {
        orders[i] = (struct order){.kind = ORDER_ABORT, .match = old[i].match};
        orders[i].asker.id = old[i].creator;
        orders[i].done = nobody_waits;
        orders[i].next = i + 1 < n ? &orders[i + 1] : NULL;
    }
    if (n > 0)
        run_batch(s, orders);
out:
    free(orders);
    free(old);
    return n == TIDY_MAX;
}

static void *writer_main(void *arg)
{
    struct service *s = arg;
    int64_t ticked = clock_ms();
    int64_t tidy_at = ticked;
    for (;;) {
        bool stop;
        if (clock_ms() >= tidy_at)
            tidy_at = clock_ms() + (tidy(s) ? TICK_MS : TIDY_MS);
        struct order *batch = take(s, &stop);
        if (batch != NULL)
            run_batch(s, batch);
        else if (stop)
            return NULL;
        else
            peers_read(s);
        int64_t now = clock_ms();
        if (now - ticked >= TICK_MS) {
            ticked = now;
            hub_wake_idle(s->hub, IDLE_MS);
        }
    }
}

void writer_start(struct service *s)
{
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&s->more, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&s->mutex, NULL);
    s->tail = &s->head;
    if (pthread_create(&s->writer, NULL, writer_main, s) != 0)
        abort();
    peers_start(s);
}

void writer_stop(struct service *s)
{
    (void)pthread_mutex_lock(&s->mutex);
    s->stop = true;
    (void)pthread_cond_signal(&s->more);
    (void)pthread_mutex_unlock(&s->mutex);
    (void)pthread_join(s->writer, NULL);
    peers_stop(s);
    (void)pthread_cond_destroy(&s->more);
    (void)pthread_mutex_destroy(&s->mutex);
}

void service_submit(struct service *s, struct order *c)
{
    c->next = NULL;
    (void)pthread_mutex_lock(&s->mutex);
    *s->tail = c;
    s->tail = &c->next;
    (void)pthread_cond_signal(&s->more);
    (void)pthread_mutex_unlock(&s->mutex);
}

struct waiter {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    bool done;
};

static void on_done(struct order *c)
{
    struct waiter *w = c->context;
    (void)pthread_mutex_lock(&w->mutex);
    w->done = true;
    (void)pthread_cond_signal(&w->cond);
    (void)pthread_mutex_unlock(&w->mutex);
}

void service_run(struct service *s, struct order *c)
{
    struct waiter w = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    c->done = on_done;
    c->context = &w;
    service_submit(s, c);
    (void)pthread_mutex_lock(&w.mutex);
    while (!w.done)
        (void)pthread_cond_wait(&w.cond, &w.mutex);
    (void)pthread_mutex_unlock(&w.mutex);
}

void outcome_free(struct outcome *o)
{
    free(o->why);
    o->why = NULL;
}
