/* lobby.h - the view of the lobby for everybody: the players who look for an opponent, the number
 * and names of the players here, and for each game the best running match (its television).
 *
 * The writer thread makes it, at most once a second and only while the lobby has visitors; it is
 * written once and copied to every stream, in parts: one for the people, one for each game. A part
 * is a ready-made event of a stream with the version in which it last changed, so that a stream
 * that has seen version N takes the parts that are newer.
 *
 * A private match, or one that spectators see later, is never shown. A game's match stays until it
 * has ended and was shown so for LOBBY_END_MS, or stands still while others are played. */
#ifndef LOBBY_H
#define LOBBY_H
#include "service/core/service.h"

enum {
    LOBBY_EVENT_BYTES = 4096, /* of a part */
    LOBBY_HERE_MAX = 24,      /* people who are named */
    LOBBY_END_MS = 6 * 1000,
    LOBBY_STILL_MS = 90 * 1000,
};

struct lobby;

MUST_USE struct lobby *lobby_new(void); /* NULL when memory is short */
void lobby_free(struct lobby *l);

/* On the writer thread, between transactions. */
void lobby_tick(struct service *s);

/* Gives the parts that are newer than *seen, oldest game first, and sets *seen. From any thread;
 * give must not call the lobby, and returns false when it has no room for a part: then that part
 * and the following ones are left for another call. Whether all were given. */
typedef bool lobby_give(void *context, const char *event, size_t bytes);
bool lobby_take(struct service *s, int64_t *seen, lobby_give *give, void *context);

/* The same as one object: {"people":…,"tv":[…]}; a new reference. From any thread. */
json_t *lobby_view(struct service *s);

#endif
