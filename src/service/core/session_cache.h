/* session_cache.h - a cache of recent look-ups: sessions, so that a request need not ask the store
 * for its asker, and the seats of matches, so that spectators can be counted.
 *
 * Each is remembered together with the count of changes as it was before the store was asked. If
 * something about its player has changed since, in this process or another, the entry is invalid;
 * otherwise it is valid for a minute. So a sign-out or ban takes effect here with the next request,
 * and in other processes as soon as they hear of it. What a player changes invalidates entries of
 * that player (and of one in 4096 others), so nobody can empty the cache for everybody.
 *
 * The seats of an open match change with every event of it, those of others only when a guest's
 * matches become a member's. Safe to call from any thread. */
#ifndef SESSION_CACHE_H
#define SESSION_CACHE_H
#include "base/macros.h"
#include "store/core/store.h"
#include "store/core/touched.h"
#include "store/people/people.h"
#include <stdbool.h>
#include <stdint.h>

struct session_cache; /* opaque */

MUST_USE struct session_cache *session_cache_new(void); /* NULL when memory is short */
void session_cache_free(struct session_cache *k);

/* These rows may have changed. */
void session_cache_touched(struct session_cache *k, const struct touched *t);
/* The count of changes: call it before the store is asked for what is put. */
uint64_t session_cache_changes(struct session_cache *k);

/* now_ms: steady. */
MUST_USE bool session_cache_get(struct session_cache *k, const char *hash, int64_t now_ms,
                                struct people_session *out);
void session_cache_put(struct session_cache *k, uint64_t changes, int64_t now_ms,
                       const struct people_session *n);

/* The seats of a match. */
struct cached_seats {
    int64_t match;
    int64_t players[STORE_SEATS_MAX];
    int n;
    bool open; /* others may still come */
};
MUST_USE bool session_cache_seats_get(struct session_cache *k, int64_t match, int64_t now_ms,
                                      struct cached_seats *out);
/* Before the match is read; then session_cache_seats_put remembers nothing if there was an event
 * of it since. */
MUST_USE uint32_t session_cache_seats_events(struct session_cache *k, int64_t match);
void session_cache_seats_put(struct session_cache *k, uint64_t changes, uint32_t events,
                             int64_t now_ms, const struct cached_seats *seats);
/* There was an event of the match. */
void session_cache_seats_event(struct session_cache *k, int64_t match);

#endif
