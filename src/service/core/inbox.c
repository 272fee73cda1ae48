#include "service/core/inbox.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 1000,  /* how often the store is asked, even if no event has come */
    FIRST_MS = 1000, /* before the second try; then twice as long each time, */
    LAST_MS = 30 * 60 * 1000,
};

struct due {
    struct inbox_row rows[INBOX_ROWS];
    int n;
    bool short_of_memory;
};

static void on_row(void *context, const struct inbox_row *row)
{
    struct due *d = context;
    char *data = d->n < INBOX_ROWS ? strdup(row->data) : NULL;
    if (data == NULL) {
        d->short_of_memory = d->short_of_memory || d->n < INBOX_ROWS;
        return;
    }
    d->rows[d->n] = *row;
    d->rows[d->n++].data = data;
}

static void due_free(struct due *d)
{
    for (int i = 0; d != NULL && i < d->n; i++)
        free((void *)(uintptr_t)d->rows[i].data);
    free(d);
}

static int put_off(struct work *w, const struct inbox_row *row, int failed)
{
    int64_t wait_ms = (int64_t)FIRST_MS << (row->tries < 11 ? row->tries : 11);
    bool given_up = row->tries + 1 >= INBOX_TRIES;
    if (row->tries == 0 || given_up)
        log_error("a row of the inbox (%s, %s, match %lld) %s: %s", inbox_kind_name[row->kind],
                  row->type, (long long)row->match,
                  given_up ? "is given up" : "could not be dealt with and is tried again",
                  err_text(failed));
    if (given_up)
        return inbox_done(w->s->store, row->id);
    return inbox_later(w->s->store, row->id,
                       w->now + (wait_ms < LAST_MS ? wait_ms : (int64_t)LAST_MS));
}

static int deal_with(struct work *w, const struct inbox_taker *t, const struct inbox_row *row)
{
    int events_n = w->s->events.n;
    int err = store_savepoint(w->s->store);
    if (err < 0)
        return err;
    int failed = t->deal(w, row, t->context);
    if (failed == ERR_REACH) /* the batch begins again */
        return failed;
    if (failed < 0) {
        store_undo(w->s->store);
        event_list_cut(&w->s->events, events_n);
        return put_off(w, row, failed);
    }
    err = inbox_done(w->s->store, row->id);
    return err < 0 ? err : store_release(w->s->store);
}

static int read_matches(struct store *s, const struct due *d)
{
    int64_t matches[INBOX_ROWS];
    int n = 0;
    for (int i = 0; i < d->n; i++)
        if (d->rows[i].match != 0)
            matches[n++] = d->rows[i].match;
    return store_read_matches(s, matches, n);
}

int inbox_take(struct work *w, void *taker)
{
    struct inbox_taker *t = taker;
    struct due *d = calloc(1, sizeof *d);
    int64_t until_us = clock_us() + INBOX_AT_ONCE_US;
    int err = d != NULL ? 0 : ERR_NO_MEMORY;
    int i = 0;
    if (err == 0)
        err = inbox_due(w->s->store, t->kind, w->now, INBOX_ROWS, on_row, d);
    if (err == 0 && d->short_of_memory)
        err = ERR_NO_MEMORY;
    if (err == 0 && d->n > 0)
        err = read_matches(w->s->store, d);
    if (err == 0 && d->n > 0 && t->begin != NULL)
        err = t->begin(w, t->context);
    for (; err == 0 && i < d->n && (i == 0 || clock_us() < until_us); i++) {
        const struct inbox_row *row = &d->rows[i];
        if (t->past != NULL && t->past(w, row, t->context))
            err = inbox_done(w->s->store, row->id);
        else
            err = deal_with(w, t, row);
    }
    t->dealt = i;
    t->more = d != NULL && (i < d->n || d->n == INBOX_ROWS);
    due_free(d);
    return err;
}

/* Every row comes with an event, or soon after; what was put off has nothing new. */
static bool may_wait(struct inbox_taker *t, int64_t newest)
{
    int64_t now = clock_ms();
    if (newest != t->newest) {
        t->newest = newest;
        t->busy_until = now + 2 * EVENTS_SETTLE_MS;
    }
    if (now >= t->busy_until && now < t->look_at)
        return false;
    t->look_at = now + LOOK_MS;
    return true;
}

bool inbox_round(struct inbox_taker *t, struct reader *r)
{
    struct service *s = batch_reader_service(r);
    struct store *store = reader_store(r);
    bool waits = false;
    if (!t->more && !may_wait(t, hub_last(s->hub)))
        return false;
    t->more = false;
    if (store_begin(store) == 0) {
        if (inbox_waits(store, t->kind, service_now(s), &waits) < 0)
            waits = false;
        store_end(store);
    }
    if (!waits || batch_run_beside(s, inbox_take, t) != OUTCOME_DONE)
        t->more = false;
    return waits && t->more;
}
