/* hub.h - brings committed events to the present listeners.
 *
 * A ring holds the last HUB_RING events. A listener has a cursor, the number of the last event that
 * it has handled, and takes new events whenever it likes (hub_take). The hub notes the places of
 * the first few events of each listener, so that it need not search the events of all others; if
 * there are more, the listener searches the ring. So a slow listener costs nothing. A listener so
 * slow that the ring has moved on reads the store instead.
 *
 *     publish: ring <- events;  each waiting listener of their topics is woken once
 *     listener: hub_take -> events, or HUB_WAIT: nothing new, it is marked as waiting and will be
 *               woken; or HUB_BEHIND: read the store, then set the cursor
 *
 * The lock is held while `wake` is called and a listener is marked as waiting, so no wake-up is
 * lost. Safe to call from any thread. */
#ifndef HUB_H
#define HUB_H
#include "base/list.h"
#include "store/core/store.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUB_RING = 4096, HUB_NOTES = 4 };

struct hub;

struct listener {
    /* set by the owner before hub_join; not changed while joined */
    struct topic topics[STORE_READ_TOPICS_MAX + 1]; /* the topics asked for, and topic_sessions */
    int topics_n;
    void (*wake)(struct listener *l); /* called once after each HUB_WAIT; must not call the hub */
    int64_t player;                   /* the listening player; 0: a stranger */
    int64_t cursor;                   /* the last event dealt with */
    /* the hub's own */
    bool waiting;
    bool looks; /* for events after the cursor; else notes[] has all that concern it */
    int notes_n;
    uint64_t notes[HUB_NOTES]; /* events, counted as in the ring */
    unsigned changed;          /* bit i: others have started or stopped listening to topics[i], a
                            * match */
    int64_t told_at;           /* ms, when it was last given something or woken */
    struct link *links;        /* its places in the chains of its topics */
    struct list_link link;     /* among all, by told_at */
};

enum hub_answer { HUB_TOOK, HUB_WAIT, HUB_BEHIND };

/* last: the newest event of the store. NULL when memory is short. */
MUST_USE struct hub *hub_new(int64_t last);
void hub_free(struct hub *h); /* no listener may be joined */

void hub_join(struct hub *h, struct listener *l);
/* Returns whether it was waiting: then `wake` has not been called, and will not be. */
bool hub_leave(struct hub *h, struct listener *l);

/* Copies the events and their data. */
void hub_publish(struct hub *h, const struct store_event *events, int n);

/* Passes the new events for l to on_event, in order. on_event returns false when it can take no
 * more; it will get that event again. */
typedef bool hub_on_event(void *context, const struct store_event *e);
enum hub_answer hub_take(struct hub *h, struct listener *l, hub_on_event *on_event, void *context);

/* Called now and then, with clock_ms(). Wakes the listeners that have waited for idle_ms, so that
 * they can send a sign of life. Of those that have waited for three quarters of it, it wakes a
 * share: this spreads a crowd that came at once over the last quarter, so that moves do not wait
 * for thousands of wake-ups. */
void hub_wake_idle(struct hub *h, int64_t now, int64_t idle_ms);
/* Called regularly. Wakes the listeners of matches that someone has joined or left, and of topics
 * that were touched. */
void hub_wake_changed(struct hub *h);
/* Marks a topic as changed without an event: the next hub_wake_changed wakes its listeners, and
 * hub_changed gives them its bit. */
void hub_touch(struct hub *h, struct topic topic);

/* Topics whose listeners are woken when others start or stop listening: a match, a study, and the
 * players who look at their match. */
bool hub_tells_changes(struct topic topic);

/* Takes the bits of l->changed. */
unsigned hub_changed(struct hub *h, struct listener *l);

/* Called regularly. Finds the players with a stream that has begun or ended since the last call: at
 * most cap, in no order, possibly with repeats. Returns their number. */
MUST_USE int hub_moved(struct hub *h, int64_t *out, int cap);
/* Adds the player to the next result of hub_moved. */
void hub_move(struct hub *h, int64_t player);

/* Players at a topic: where listeners of other processes are counted, too (remote_presence.h). */
struct hub_place {
    struct topic topic;
    int64_t player; /* 0: strangers */
    int n;          /* listeners, or by how many there are more than before */
};
/* From now on the hub notes which listeners come and go. */
void hub_share(struct hub *h);
/* The places of all listeners (all), or how they have changed since the last call; by topic and
 * player, each once, without lines of 0. The caller frees *out. Returns how many. */
MUST_USE int hub_places(struct hub *h, bool all, struct hub_place **out);

/* From now on hub_take returns HUB_TOOK without events instead of HUB_WAIT. Wakes all listeners. */
void hub_close(struct hub *h);
bool hub_closed(struct hub *h);

/* How many listeners a topic has, without those of the given players. */
int hub_count(struct hub *h, struct topic topic, const int64_t *players, int players_n);
/* Finds the players who listen to a topic, each once, in the order of their numbers: at most cap.
 * Returns how many; *all is the number without the limit. Streams of strangers are not counted. */
int hub_players(struct hub *h, struct topic topic, int64_t *out, int cap, int *all);
/* Whether this player listens to the topic. */
bool hub_hears(struct hub *h, struct topic topic, int64_t player);
int64_t hub_last(struct hub *h);

#endif
