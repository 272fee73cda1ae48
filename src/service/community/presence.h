/* presence.h - tells followers which members are online.
 *
 * A member is here while one of their event streams is open, at any server of the site
 * (remote_presence.h), and for PRESENCE_LEAVE_MS longer, so reloading the page causes no change.
 * Members who hide when they were online (show_seen) never count as here. Once a second the writer
 * thread looks only at players whose streams have opened or ended. It wakes the streams of those
 * followers who listen (topic_friends), and they take the changes.
 *
 *     stream opens or ends -> hub_moved -> presence_tick -> a change, with those who may hear of it
 *                                                        -> hub_touch -> presence_take
 *
 * The last PRESENCE_CHANGES changes are kept. A slower stream must read the list of friends
 * again. */
#ifndef PRESENCE_H
#define PRESENCE_H
#include "service/core/service.h"

enum {
    PRESENCE_LEAVE_MS = 10 * 1000,
    PRESENCE_CHANGES = 256,
    PRESENCE_TOLD_MAX = 5000, /* followers who are looked up when a member comes, the latest ones */
    PRESENCE_EVENT_BYTES = 200,
};

struct presence;

MUST_USE struct presence *presence_new(void); /* NULL when memory is short */
void presence_free(struct presence *p);

/* On the writer thread, between transactions. */
void presence_tick(struct service *s);
/* Call it when a player changes what others may see: the next tick looks at them. From any
 * thread. */
void presence_look(struct service *s, int64_t player);

/* Whether a member is shown as being here. From any thread. */
bool presence_is_here(const struct service *s, int64_t player);

/* The newest change: a stream that begins has seen it. From any thread. */
int64_t presence_now(struct service *s);
/* Gives the player the changes after *seen that are theirs to hear, each an event of a stream, and
 * sets *seen. From any thread; give must not call this module, and returns false when it has no
 * room: then that change and the following are left for another call. Whether all were given. */
typedef bool presence_give(void *context, const char *event, size_t bytes);
bool presence_take(struct service *s, int64_t player, int64_t *seen, presence_give *give,
                   void *context);

#endif
