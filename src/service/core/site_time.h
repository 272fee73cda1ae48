/* site_time.h - the time of a site, and the time that clocks get back after an outage.
 *
 * The store keeps when a server was last able to write. While no server could, no player could
 * move: no server ran (site_time_wake_up), or the store took nothing (site_time_make_good: the disk
 * was full, the database restarted or failed over). The server then moves all running clocks on by
 * that time. Of several servers, the first that can write again does it. Servers on one store often
 * record there that they are alive, so that a server which was cut off alone moves no clock: a
 * failure of less than SITE_OUTAGE_MS is not noticed on a store that is shared.
 *
 * Everything here runs on the writer's thread. */
#ifndef SITE_TIME_H
#define SITE_TIME_H
#include "service/core/service_int.h"

enum { SITE_OUTAGE_MS = 3000 };

/* Inside the first transaction, before anything else: finds the time (service_now), and moves the
 * clocks that ran when the site was last served on by the time since. */
MUST_USE int site_time_wake_up(struct service *s);
/* Inside a transaction: records in the store that the site is served now. */
MUST_USE int site_time_tell(struct service *s, int64_t now);
/* Inside a transaction: moves all running clocks on. */
MUST_USE int site_time_shift(struct service *s, int64_t by_ms);
/* The same when the system's clock was set by so much: rows of the inbox wait no longer for it. */
MUST_USE int site_time_jump(struct service *s, int64_t by_ms);
/* Inside a transaction of that handle: asks what is due first, a match or a tournament. */
MUST_USE int site_time_earliest(struct service *s, struct store *store);

/* How a transaction of the writer ended (err), and whether it has written. */
void site_time_note(struct service *s, int err, bool wrote);
/* Inside a transaction, before any clock is judged: after transactions that failed, gives back the
 * time for which no server could write. */
MUST_USE int site_time_make_good(struct service *s);

#endif
