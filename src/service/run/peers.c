/* peers.c - the other processes that serve the same store.
 *
 * Every change of a match writes an event, and events become visible in the order of their numbers
 * (store/postgres/postgres.c). So a process that has read all events up to the newest knows all
 * that others have changed: it forgets the positions of their matches and tells its own listeners.
 *
 *     listener thread: store_wait --another process has committed--> wakes the writer thread
 *     writer thread:   before each batch, under the store's lock: peers_catch_up
 *                      when there is nothing to write:            peers_read
 *
 * The listener thread also exchanges who is where (remote_presence.h).
 *
 * A wake-up that is lost is made good by the writer's tick.
 *
 * A process announces a move that waits in it (tell_waiting), so that no other process judges the
 * clock of its match before the move (arrivals_elsewhere). */
#include "base/err.h"
#include "platform/clock.h"
#include "service/community/remote_presence.h"
#include "service/core/arrivals.h"
#include "service/core/session_cache.h"
#include "service/matches/quick_wishes.h"
#include "service/run/run.h"
#include <stdlib.h>
#include <string.h>

enum {
    READ_MAX = 1000,
    LISTEN_MS = 500,
    WAITING_MS = 250, /* a move that waits longer is announced to the others (arrivals.c) */
};

/* A quick pairing by another process ends the wishes of its players; a pairing of an arena does
 * not. */
static void note_pairing(struct service *s, const struct store_event *e)
{
    if (strcmp(e->type, "paired") != 0 || strstr(e->data, "\"tournament\"") != NULL)
        return;
    for (int i = 0; i < e->topics_n; i++)
        if (topic_is_player(e->topics[i]))
            quick_wishes_paired(s, topic_player_of(e->topics[i]));
}

static void on_event(void *context, const struct store_event *e)
{
    struct service *s = context;
    if (e->match != 0 || e->topics[0] == TOPIC_PEERS)
        store_forget(s->store, e->match);
    if (e->topics[0] == TOPIC_PEERS) {
        struct touched touched;
        touched_read(e->data, &touched);
        session_cache_touched(s->session_cache, &touched);
    }
    if (e->match != 0)
        positions_forget(s->positions, e->match);
    session_cache_seats_event(s->session_cache, e->match);
    note_pairing(s, e);
    hub_publish(s->hub, e, 1);
    (void)atomic_fetch_add(&s->stats.peer_events, 1);
    s->seen = e->id;
}

static int read_all(struct service *s, struct store *store)
{
    int n;
    do
        n = store_events_after(store, s->seen, READ_MAX, on_event, s);
    while (n == READ_MAX);
    return n < 0 ? n : 0;
}

int peers_catch_up(struct service *s)
{
    if (s->listening == NULL)
        return 0;
    int64_t newest;
    store_set_now(s->store, service_now(s));
    int err = store_event_newest(s->store, &newest);
    return err < 0 || newest <= s->seen ? err : read_all(s, s->store);
}

void peers_read(struct service *s)
{
    if (s->listening == NULL || store_begin(s->reads) < 0)
        return;
    (void)read_all(s, s->reads); /* what cannot be read now will be read at the next tick */
    store_end(s->reads);
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
