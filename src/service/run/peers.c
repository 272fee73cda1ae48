/* peers.c - the other processes that serve the same store, and the order in which events are
 * published.
 *
 * Every change of a match writes an event. Processes write beside each other, so events become
 * visible in any order, but those of one match in the order of their numbers. A process publishes
 * all events, its own too, by number, up to where all are settled (store_settled): its own wait in
 * `held` while one with a smaller number may still come from another process. So all processes
 * publish the same events in the same order, and the number of the last one says what a stream has.
 * With each event of another process it takes over what that has changed: it plays the move on, and
 * reads the row again when it is next needed.
 *
 *     listener thread: store_wait --another process has committed--> wakes the writer thread
 *     writer thread:   in each transaction, once its locks are held: peers_catch_up
 *                      after its commit:                             peers_hold, peers_committed
 *                      when there is nothing to write:               peers_read
 *
 * What no event has told yet is seen by the row of the match, which a transaction locks and
 * compares (store_begin_turn). Everything else changes only while no such transaction runs, and
 * before its events no other has a smaller number that is not settled.
 *
 * The listener thread also exchanges who is where (remote_presence.h).
 *
 * A wake-up that is lost is made good by the writer's tick.
 *
 * A process announces a move that waits in it (tell_waiting), so that no other process judges the
 * clock of its match before the move (arrivals_elsewhere). */
#include "base/err.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "service/community/remote_presence.h"
#include "service/core/arrivals.h"
#include "service/core/session_cache.h"
#include "service/matches/quick_wishes.h"
#include "service/run/run.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_MAX = 1000,
    LISTEN_MS = 500,
    LONG_MS = 5 * 1000,  /* events that are held so long are reported, */
    TELL_MS = 60 * 1000, /* and again after this time */
    WAITING_MS = 250,    /* a move that waits longer is announced to the others (arrivals.c) */
};

/* A quick pairing by another process ends the wishes of its players; a pairing of an arena does
 * not. */
static void note_pairing(struct service *s, const struct store_event *e)
{
    if (strcmp(e->type, "paired") != 0 || strstr(e->data, "\"tournament\"") != NULL)
        return;
    for (int i = 0; i < e->topics_n; i++)
        if (e->topics[i].kind == TOPIC_KIND_PLAYER)
            quick_wishes_paired(s, e->topics[i].id);
}

/* The number of ply and the move in the data of an event `move`. */
static void play_on(struct service *s, const struct store_event *e)
{
    json_t *data = json_loads(e->data, 0, NULL);
    const char *move = json_string_value(json_object_get(data, "move"));
    int64_t ply = json_integer_value(json_object_get(data, "ply"));
    if (move != NULL)
        positions_play(s->positions, e->match, (int)ply, move, e->id);
    else
        positions_forget(s->positions, e->match);
    json_decref(data);
}

static void take_over(struct service *s, const struct store_event *e)
{
    if (e->match != 0 || e->topics[0].kind == TOPIC_KIND_PEERS)
        store_forget(s->store, e->match);
    if (e->topics[0].kind == TOPIC_KIND_PEERS) {
        struct touched touched;
        touched_read(e->data, &touched);
        session_cache_touched(s->session_cache, &touched);
    }
    if (e->match != 0 && strcmp(e->type, event_type_name[EVENT_MOVE]) == 0)
        play_on(s, e);
    else if (e->match != 0 && strcmp(e->type, event_type_name[EVENT_TAKEBACK]) == 0)
        positions_forget(s->positions, e->match);
    session_cache_seats_event(s->session_cache, e->match);
    note_pairing(s, e);
    (void)atomic_fetch_add(&s->stats.peer_events, 1);
}

/* --- publishing --- */

/* The events that this process has committed, up to a number. */
static void publish_own(struct service *s, int64_t until)
{
    struct event_list *l = &s->held;
    int n = 0;
    while (n < l->n && l->events[n].id <= until)
        n++;
    if (n == 0)
        return;
    hub_publish(s->hub, l->events, n);
    for (int i = 0; i < n; i++)
        free((void *)(uintptr_t)l->events[i].data);
    l->n -= n;
    memmove(l->events, l->events + n, (size_t)l->n * sizeof *l->events);
    atomic_store(&s->stats.held_ms, l->n > 0 ? clock_ms() : 0);
}

static void on_event(void *context, const struct store_event *e)
{
    struct service *s = context;
    take_over(s, e);
    hub_publish(s->hub, e, 1);
    s->seen = e->id;
}

/* The numbers that other processes have taken, with this one's events between them. */
static int publish(struct service *s, struct store *store, int64_t settled)
{
    int64_t from;
    int64_t to;
    int n = 0;
    while (n >= 0 && s->seen < settled && store_foreign(s->store, s->seen, settled, &from, &to)) {
        publish_own(s, from - 1);
        s->seen = from - 1;
        do
            n = store_events_after(store, s->seen, to, READ_MAX, on_event, s);
        while (n == READ_MAX);
        if (n >= 0)
            s->seen = to;
    }
    if (n < 0 || s->seen >= settled)
        return n < 0 ? n : 0;
    publish_own(s, settled);
    s->seen = settled;
    return 0;
}

void peers_hold(struct service *s)
{
    struct event_list *l = &s->held;
    for (int i = 0; i < s->events.n; i++) {
        session_cache_seats_event(s->session_cache, s->events.events[i].match);
        ARRAY_MUST(l->events, l->n, &l->cap);
        l->events[l->n++] = s->events.events[i];
    }
    s->events.n = 0; /* their data went along */
    if (l->n > 0 && atomic_load(&s->stats.held_ms) == 0)
        atomic_store(&s->stats.held_ms, clock_ms());
    if (s->listening == NULL)
        publish_own(s, INT64_MAX);
}

int peers_catch_up(struct service *s, int64_t settled)
{
    if (s->listening == NULL)
        return 0;
    store_set_now(s->store, service_now(s));
    int err = settled == 0 ? store_settled(s->store, &settled) : 0;
    return err < 0 ? err : publish(s, s->store, settled);
}

void peers_read(struct service *s)
{
    int64_t settled = 0;
    if (s->listening == NULL || store_begin_settled(s->reads, &settled) < 0)
        return;
    (void)publish(s, s->reads, settled); /* what cannot be read now will be read at the next tick */
    store_end(s->reads);
    int64_t since = atomic_load(&s->stats.held_ms);
    if (since == 0 || clock_ms() - since < LONG_MS || clock_ms() - s->held_told_at < TELL_MS)
        return;
    s->held_told_at = clock_ms();
    log_error("events have waited for %lld s: another server has not ended its transaction",
              (long long)((clock_ms() - since) / 1000));
}

void peers_committed(struct service *s)
{
    int64_t from;
    int64_t to;
    int64_t settled = store_commit_settled(s->store);
    if (s->listening == NULL || settled <= s->seen)
        return;
    if (store_foreign(s->store, s->seen, settled, &from, &to))
        peers_read(s);
    else
        (void)publish(s, s->reads, settled);
}

bool peers_wait(const struct service *s)
{
    return s->held.n > 0;
}

static void tell_waiting(struct service *s)
{
    int64_t matches[STORE_WAITING_MAX];
    int n =
        arrivals_waiting(s->arrivals, service_steady(s) - WAITING_MS, matches, STORE_WAITING_MAX);
    if (store_tell_waiting(s->listening, matches, n) < 0)
        return; /* again after the next wait */
}

static void *listener_main(void *arg)
{
    struct service *s = arg;
    int64_t exchanged = 0;
    while (!atomic_load(&s->silent)) {
        int wrote = store_wait(s->listening, LISTEN_MS);
        tell_waiting(s);
        if (wrote < 0)
            remote_presence_lost(s);
        else if (clock_ms() - exchanged >= LISTEN_MS) {
            exchanged = clock_ms();
            remote_presence_exchange(s);
        }
        if (wrote <= 0)
            continue;
        (void)pthread_mutex_lock(&s->mutex);
        s->others_wrote = true;
        (void)pthread_cond_signal(&s->more);
        (void)pthread_mutex_unlock(&s->mutex);
    }
    remote_presence_leave(s);
    return NULL;
}

int peers_open(struct service *s, struct text *why)
{
    if (!store_is_shared(s->store))
        return 0;
    return store_open_listener(s->store, &s->listening, why);
}

void peers_start(struct service *s)
{
    if (s->listening != NULL)
        hub_share(s->hub);
    if (s->listening != NULL && pthread_create(&s->listener, NULL, listener_main, s) != 0)
        abort();
}

void peers_stop(struct service *s)
{
    if (s->listening == NULL)
        return;
    atomic_store(&s->silent, true);
    (void)pthread_join(s->listener, NULL);
}

void peers_close(struct service *s)
{
    store_close(s->listening);
}
