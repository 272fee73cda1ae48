#include "service/notifications/notifier.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/ticker.h"
#include "service/core/batch.h"
#include "service/core/events.h"
#include "service/core/quota.h"
#include "service/notifications/notify.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAILY_MS = 600 * 1000 /* how often what is old is deleted */ };

struct notifier {
    struct service *service;
    struct reader *reader; /* the thread's */
    struct inbox_taker taker;
    bool mails; /* of the batch at hand */
    pthread_t thread;
    struct ticker ticker;
};

/* --- one row --- */

static int begin(struct work *w, void *context)
{
    return inbox_was_present(batch_store(w), INBOX_MAIL, batch_now(w), context);
}

/* A turn that the match has left behind: a later row tells of the next one. */
static bool is_past(struct work *w, const struct inbox_row *row, void *context)
{
    struct store_match m;
    (void)context;
    if (strcmp(row->type, event_type_name[EVENT_TURN]) != 0 ||
        store_match_get(batch_store(w), row->match, &m) < 0)
        return false;
    json_t *data = json_loads(row->data, 0, NULL);
    int64_t ply = json_integer_value(json_object_get(data, "ply"));
    json_decref(data);
    return m.state != MATCH_RUNNING || ply != m.ply + 1;
}

/* The same event for those who write mails. A challenge is mailed to those who have just been told
 * of it. */
static int leave_mail(struct work *w, const struct inbox_row *row, const struct notify_event *e)
{
    struct inbox_row mail = *row;
    char *text = NULL;
    mail.kind = INBOX_MAIL;
    mail.due_at = batch_now(w);
    if (e->type == EVENT_MATCH && json_array_size(e->asked) == 0)
        return 0;
    if (e->type == EVENT_MATCH) {
        json_t *data = JSON_OBJECT({"to", json_incref(e->asked)});
        text = json_dumps(data, JSON_COMPACT);
        json_decref(data);
        if (text == NULL)
            return ERR_NO_MEMORY;
        mail.data = text;
    }
    int err = inbox_leave(batch_store(w), &mail);
    free(text);
    return err;
}

static int deal(struct work *w, const struct inbox_row *row, void *context)
{
    const bool *mails = context;
    struct store_match m;
    struct notify_event e = {.type = events_type(row->type), .match = row->match, .mails = *mails};
    int err = row->match != 0 ? store_match_get(batch_store(w), row->match, &m) : 0;
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    json_t *data = json_loads(row->data, 0, NULL);
    e.data = data;
    e.asked = json_array();
    err = data != NULL && e.asked != NULL ? notify_ring(w, &e, row->match != 0 ? &m : NULL)
                                          : ERR_SYNTAX;
    if (err == 0 && *mails)
        err = leave_mail(w, row, &e);
    json_decref(e.asked);
    json_decref(data);
    return err;
}

void notifier_taker(struct inbox_taker *t, bool *mails)
{
    *t = (struct inbox_taker){
        .kind = INBOX_EVENTS, .past = is_past, .deal = deal, .begin = begin, .context = mails};
}

/* --- stores of former versions --- */

static const char cursor_key[] = "mail_event"; /* "": there is none any more */

enum { IMPORT_EVENTS = 200 };

struct import {
    struct inbox_row rows[IMPORT_EVENTS]; /* data is owned */
    int n, seen;
    int64_t cursor, now;
    bool short_of_memory;
};

static void on_event(void *context, const struct store_event *e)
{
    struct import *i = context;
    enum event_type type = events_type(e->type);
    i->seen++;
    i->cursor = e->id;
    if (type == EVENT_TYPE_N || !events_told(type))
        return;
    struct inbox_row *row = &i->rows[i->n];
    json_t *data = json_loads(e->data, 0, NULL);
    *row = (struct inbox_row){.kind = INBOX_EVENTS, .match = e->match, .due_at = i->now};
    snprintf(row->type, sizeof row->type, "%s", e->type);
    row->data = events_row(type, data, e->topics, e->topics_n);
    json_decref(data);
    i->short_of_memory = i->short_of_memory || row->data == NULL;
    i->n++;
}

/* The events after the cursor, a part of them. */
static int import_some(struct store *store, struct import *i)
{
    i->n = i->seen = 0;
    int err = store_events_after(store, i->cursor, INT64_MAX, IMPORT_EVENTS, on_event, i);
    if (err >= 0 && i->short_of_memory)
        err = ERR_NO_MEMORY;
    for (int k = 0; k < i->n; k++) {
        if (err >= 0)
            err = inbox_leave(store, &i->rows[k]);
        free((void *)(uintptr_t)i->rows[k].data);
    }
    return err < 0 ? err : 0;
}

int notifier_upgrade(struct work *w, void *unused)
{
    struct store *store = batch_store(w);
    char text[24];
    (void)unused;
    int err = store_meta_get(store, cursor_key, text, (int)sizeof text);
    if (err < 0 || text[0] == '\0')
        return err == ERR_NOT_FOUND ? 0 : err;
    struct import *i = calloc(1, sizeof *i);
    if (i == NULL)
        return ERR_NO_MEMORY;
    i->cursor = strtoll(text, NULL, 10);
    i->now = batch_now(w);
    do {
        err = import_some(store, i);
    } while (err == 0 && i->seen == IMPORT_EVENTS);
    free(i);
    return err < 0 ? err : store_meta_set(store, cursor_key, "");
}

/* --- the thread --- */

static int tidy(struct work *w, void *unused)
{
    (void)unused;
    int err = notify_tidy(w);
    return err < 0 ? err : quota_trim(w);
}

static void *notifier_main(void *arg)
{
    struct notifier *n = arg;
    int64_t daily_at = clock_ms();
    bool more = false;
    while (ticker_wait(&n->ticker, more ? INBOX_MORE_MS : INBOX_WAIT_MS)) {
        if (clock_ms() >= daily_at) {
            daily_at = clock_ms() + DAILY_MS;
            (void)batch_run_alone(n->service, tidy, NULL);
        }
        more = inbox_round(&n->taker, n->reader);
    }
    return NULL;
}

struct notifier *notifier_start(struct service *s, struct text *why)
{
    struct notifier *n = calloc(1, sizeof *n);
    if (n == NULL)
        return NULL;
    n->service = s;
    notifier_taker(&n->taker, &n->mails);
    n->reader = reader_open(s, why);
    if (n->reader != NULL && batch_run_alone(s, notifier_upgrade, NULL) != OUTCOME_DONE) {
        text_str(why, "notifications do not start: the store does not take the inbox");
        reader_close(n->reader);
        n->reader = NULL;
    }
    if (n->reader == NULL) {
        free(n);
        return NULL;
    }
    ticker_init(&n->ticker);
    if (pthread_create(&n->thread, NULL, notifier_main, n) != 0)
        abort(); /* memory is exhausted: what is on the disk is safe */
    return n;
}

void notifier_stop(struct notifier *n)
{
    if (n == NULL)
        return;
    ticker_stop(&n->ticker);
    (void)pthread_join(n->thread, NULL);
    reader_close(n->reader);
    ticker_done(&n->ticker);
    free(n);
}
