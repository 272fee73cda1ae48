#include "push/push.h"

#include "base/err.h"
#include "base/prefix.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "push/deliver.h"
#include "push/turns.h"
#include "push/webpush.h"
#include "service/core/batch.h"
#include "service/core/order.h"
#include "store/notifications/notification.h"
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A claim outlasts the longest delivery, so no other process takes a message while it is sent. */
enum { TICK_MS = 200, PAGE = 256, CLAIM_MS = 4 * DELIVER_MOST_S * 1000 };
static const char key_name[] = "push_key";

struct push {
    struct service *service;
    struct reader *reader; /* the thread's */
    struct push_options options;
    pthread_t thread;
    bool started;
    atomic_bool stop;
    struct webpush_key *key;
    char key_text[WEBPUSH_KEY_TEXT_BYTES];
    struct turns *turns;
    struct deliver *deliver;
    struct notification_push sent[TURNS_N]; /* what is in a slot */
    /* The page of waiting browsers that is looked at, and where the next one begins. */
    struct notification_push page[PAGE];
    int page_n;
    struct notification_after after;
};

/* A new key in the store; NULL when OpenSSL fails. */
static int make_key(struct store *store, struct webpush_key **out)
{
    char hex[2 * WEBPUSH_DER_BYTES + 1];
    *out = webpush_key_new();
    if (*out == NULL || webpush_key_save(*out, hex) < 0)
        return 0;
    int err = store_meta_set(store, key_name, hex);
    sodium_memzero(hex, sizeof hex);
    return err;
}

static int load_key(struct work *w, void *context)
{
    struct push *p = context;
    char hex[2 * WEBPUSH_DER_BYTES + 1];
    int err = store_meta_get(batch_store(w), key_name, hex, (int)sizeof hex);
    if (err == 0)
        p->key = webpush_key_load(hex);
    sodium_memzero(hex, sizeof hex);
    return err == ERR_NOT_FOUND ? make_key(batch_store(w), &p->key) : err;
}

int push_rotate(struct store *store)
{
    struct webpush_key *key = NULL;
    int err = make_key(store, &key);
    if (err == 0 && key == NULL)
        err = ERR_NO_MEMORY;
    webpush_key_free(key);
    return err < 0 ? err : notification_browsers_end_all(store);
}

/* --- what is due --- */

/* What the thread asks of the writer: claims of slots that begin, and the ends of others. */
struct step {
    struct push *push;
    int64_t now;
    int claims[TURNS_N], claims_n;
    bool mine[TURNS_N]; /* of the claims */
    struct {
        struct notification_push *message;
        enum deliver_answer answer;
        bool give_up; /* the browser */
    } ends[TURNS_N];
    int ends_n;
};

static int64_t wait_of(const struct notification_push *m)
{
    enum { FIRST_MS = 2000, DOUBLED = 10 }; /* up to 34 minutes */
    return (int64_t)FIRST_MS << (m->tries < DOUBLED ? m->tries : DOUBLED);
}

static int apply_ends(struct work *w, void *context)
{
    const struct step *t = context;
    struct store *store = batch_store(w);
    int err = 0;
    for (int i = 0; err == 0 && i < t->ends_n; i++) {
        const struct notification_push *m = t->ends[i].message;
        bool old = t->now - m->at > (int64_t)DELIVER_TTL_S * 1000;
        enum deliver_answer answer = t->ends[i].answer;
        bool later = answer == DELIVER_LATER || answer == DELIVER_SILENT;
        if (answer == DELIVER_GONE || t->ends[i].give_up)
            err = notification_browser_gone(store, m->browser.id);
        else if (later && !old)
            err = notification_push_later(store, m->id, t->now + wait_of(m));
        else
            err = notification_push_done(store, m->id);
    }
    return err;
}

/* The delivery in a slot is over. A well-known service that does not answer is down; another
 * address that never answers may be there only to cost us slots. */
static void end(struct step *t, int slot, enum deliver_answer answer)
{
    struct notification_push *m = &t->push->sent[slot];
    const struct turn turn = turns_of(m->browser.id, m->browser.player, m->browser.endpoint);
    int misses = turns_end(t->push->turns, slot, answer != DELIVER_SILENT, t->now);
    t->ends[t->ends_n].message = m;
    t->ends[t->ends_n].answer = answer;
    t->ends[t->ends_n].give_up = misses >= TURNS_MISSES && !turn.famous;
    t->ends_n++;
}

/* Writes what has ended; until then its slots hold the messages. */
static void write_ends(struct step *t)
{
    if (t->ends_n > 0)
        (void)batch_run_alone(t->push->service, apply_ends, t);
    t->ends_n = 0;
}

static void take_ended(struct step *t)
{
    enum deliver_answer answer;
    int slot;
    while ((slot = deliver_next(t->push->deliver, &answer)) >= 0)
        end(t, slot, answer);
    write_ends(t);
}

/* Of several processes that saw it due one sends it. */
static int apply_claims(struct work *w, void *context)
{
    struct step *t = context;
    for (int i = 0; i < t->claims_n; i++) {
        const struct notification_push *m = &t->push->sent[t->claims[i]];
        int err = notification_push_claim(batch_store(w), m, t->now, t->now + CLAIM_MS);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
        t->mine[i] = err == 0;
    }
    return 0;
}

static void begin_claimed(struct step *t)
{
    struct push *p = t->push;
    if (t->claims_n == 0)
        return;
    bool done = batch_run_alone(p->service, apply_claims, t) == OUTCOME_DONE;
    for (int i = 0; i < t->claims_n; i++) {
        if (done && t->mine[i])
            deliver_begin(p->deliver, t->claims[i], &p->sent[t->claims[i]], t->now);
        else /* another process sends it */
            (void)turns_end(p->turns, t->claims[i], true, t->now);
    }
    t->claims_n = 0;
}

static void on_push(void *context, const struct notification_push *m)
{
    struct push *p = context;
    if (p->page_n == PAGE)
        return;
    p->after = (struct notification_after){m->due_at, m->id};
    p->page[p->page_n++] = *m;
}

/* The next browsers that wait; after the last ones it begins again. */
static void read_page(struct push *p, int64_t now)
{
    struct store *store = reader_store(p->reader);
    p->page_n = 0;
    if (store_begin(store) < 0)
        return;
    if (notification_push_due(store, now, &p->after, PAGE, on_push, p) < 0)
        p->page_n = 0;
    store_end(store);
    if (p->page_n < PAGE)
        p->after = (struct notification_after){0, 0};
}

/* The one of the page whose player has used least time; among equals the first. */
static int choose(const struct push *p)
{
    int best = 0;
    for (int i = 1; i < p->page_n; i++)
        if (turns_used(p->turns, p->page[i].browser.player) <
            turns_used(p->turns, p->page[best].browser.player))
            best = i;
    return best;
}

static void take_turn(struct step *t, const struct notification_push *m)
{
    struct push *p = t->push;
    int slot;
    const struct turn turn = turns_of(m->browser.id, m->browser.player, m->browser.endpoint);
    enum turns_say say;
    while ((say = turns_ask(p->turns, &turn, t->now, &slot)) == TURNS_INSTEAD) {
        deliver_end(p->deliver, slot);
        end(t, slot, DELIVER_SILENT);
        write_ends(t);
    }
    if (say != TURNS_BEGIN)
        return;
    p->sent[slot] = *m;
    t->claims[t->claims_n++] = slot;
}

static void send_due(struct push *p)
{
    struct step t = {.push = p, .now = clock_unix_ms()};
    read_page(p, t.now);
    while (p->page_n > 0) {
        int i = choose(p);
        take_turn(&t, &p->page[i]);
        p->page[i] = p->page[--p->page_n];
    }
    begin_claimed(&t);
}

/* What is under way is sent by whoever comes next, at once. */
static int apply_release(struct work *w, void *context)
{
    const struct step *t = context;
    int err = 0;
    for (int i = 0; err == 0 && i < TURNS_N; i++)
        if (turns_busy(t->push->turns, i))
            err = notification_push_release(batch_store(w), t->push->sent[i].id, t->now);
    return err;
}

static void *thread_main(void *arg)
{
    struct push *p = arg;
    int64_t looked = 0;
    while (!atomic_load(&p->stop)) {
        struct step t = {.push = p, .now = clock_unix_ms()};
        deliver_wait(p->deliver, TICK_MS);
        take_ended(&t);
        int64_t now = clock_ms();
        if (now - looked < TICK_MS)
            continue;
        looked = now;
        send_due(p);
    }
    struct step last = {.push = p, .now = clock_unix_ms()};
    (void)batch_run_alone(p->service, apply_release, &last);
    return NULL;
}

/* --- start and stop --- */

bool push_contact_fits(const char *contact)
{
    const char *rest = prefix_after_either(contact, "mailto:", "https://");
    return rest != NULL && rest[0] != '\0' && strlen(contact) <= 200 &&
           strpbrk(contact, "\"\\ \r\n") == NULL;
}

static bool load(struct push *p, struct service_site *site, struct text *why)
{
    if (batch_run_alone(p->service, load_key, p) != OUTCOME_DONE || p->key == NULL ||
        webpush_key_text(p->key, p->key_text) < 0) {
        text_str(why, "the key for web push cannot be loaded or made");
        return false;
    }
    p->turns = turns_new();
    p->deliver = deliver_new(&(struct deliver_options){p->key, p->options.contact, p->options.any});
    if (p->turns == NULL || p->deliver == NULL) {
        text_str(why, "memory is short");
        return false;
    }
    snprintf(site->push_key, sizeof site->push_key, "%s", p->key_text);
    return true;
}

struct push *push_start(struct service *s, const struct push_options *o, struct service_site *site,
                        struct text *why)
{
    ASSERT(push_contact_fits(o->contact));
    struct push *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->service = s;
    p->options = *o;
    p->reader = reader_open(s, why);
    if (p->reader == NULL || !load(p, site, why)) {
        push_stop(p);
        return NULL;
    }
    p->started = pthread_create(&p->thread, NULL, thread_main, p) == 0;
    if (!p->started)
        abort(); /* memory is exhausted: what is on the disk is safe */
    return p;
}

void push_stop(struct push *p)
{
    if (p == NULL)
        return;
    atomic_store(&p->stop, true);
    if (p->started) {
        deliver_wake(p->deliver);
        (void)pthread_join(p->thread, NULL);
    }
    reader_close(p->reader);
    deliver_free(p->deliver);
    turns_free(p->turns);
    webpush_key_free(p->key);
    free(p);
}
