/* remote_presence.h - the listeners of all processes that serve a site.
 *
 * The hub knows the listeners of its own process. If several processes share a PostgreSQL store,
 * each tells the others who is online, in the lobby, at a match or at a study (hub_place), and who
 * looks for an opponent (quick.h). They do so at most twice a second with the store's notifications
 * (store_say), which are not kept. So a change is known everywhere about a second later:
 *
 *     h        a process begins, or has lost its connection: all others tell everything
 *     f, F     everything, in pieces; F is the last
 *     d        what has changed; also sent without changes, as a sign of life
 *     w        all wishes of the process, in pieces
 *     e        players who have asked this process: their wishes elsewhere are void
 *     x        the process ends
 *
 * A process that has been silent for REMOTE_PRESENCE_SILENT_MS is gone, and its listeners with it.
 * Each process repeats everything once a minute, to correct losses. A place takes some 20 bytes on
 * its way. */
#ifndef REMOTE_PRESENCE_H
#define REMOTE_PRESENCE_H
#include "service/core/service.h"

enum { REMOTE_PRESENCE_SILENT_MS = 12 * 1000, REMOTE_PRESENCE_PROCESSES_MAX = 64 };

struct remote_presence;

MUST_USE struct remote_presence *remote_presence_new(void); /* NULL when memory is short */
void remote_presence_free(struct remote_presence *c);

/* On the listener thread of a shared store (peers.c): tells and hears. */
void remote_presence_exchange(struct service *s);
/* The connection broke: announcements that other processes made meanwhile are lost. */
void remote_presence_lost(struct service *s);
void remote_presence_leave(struct service *s);

/* Like hub_count, hub_players and hub_hears, but at all processes. From any thread. */
int remote_presence_count(const struct service *s, struct topic topic, const int64_t *players,
                          int players_n);
int remote_presence_players(const struct service *s, struct topic topic, int64_t *out, int cap,
                            int *all);
bool remote_presence_hears(const struct service *s, struct topic topic, int64_t player);

#endif
