/* jobs.h - the matches that wait for the bot, in a fair order.
 *
 * Players take turns: the next match belongs to the player for whom the bot has recently spent the
 * least thinking time, as measured; among their matches it is the one that has waited longest. So a
 * player with many matches delays only their own. A "player" is who pays (service/core/quota.h):
 * all guests of a network are one.
 *
 * A match is in the queue once at most, and at most one thinker (a thread of the bot with an engine
 * of its own) has it. If something new arrives while a thinker has the match, the match is queued
 * again afterwards. Quick jobs (levels up to JOBS_QUICK_LEVEL) have a thinker of their own, which
 * takes nothing else. So they are answered within a second, even while the others think. The others
 * take slow jobs first, and quick ones when there are no slow ones: neither kind starves. */
#ifndef JOBS_H
#define JOBS_H
#include "base/macros.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { JOBS_QUICK_LEVEL = 4, JOBS_ALL = 0 /* "match" that means: read all matches again */ };

struct jobs; /* opaque */

MUST_USE struct jobs *jobs_new(void);
void jobs_free(struct jobs *j); /* no thread may be in jobs_take */

/* Queues a match of a player (0: not known), at that level (0: as before). stale: a search that
 * runs for it now is useless. If memory is short the job is dropped; the next reading of all
 * matches finds it again. */
void jobs_push(struct jobs *j, int64_t match, int level, int64_t player, bool stale);

/* Waits for a job; false when the queue is closed. quick_only: see above. */
MUST_USE bool jobs_take(struct jobs *j, bool quick_only, int64_t *match);
/* How many other players have a match of the same kind (slow or quick) waiting. */
int jobs_others(struct jobs *j, int64_t match);
/* The slow matches that wait, as far as there is room: of each, how many other players come before
 * its own, and how many wait or are thought for besides. Returns their number. */
struct jobs_waiting {
    int64_t match;
    int ahead, others;
};
int jobs_waiting(struct jobs *j, struct jobs_waiting *out, int max);
/* For work that can wait, as reviews and proofs: returns when no slow match waits for a thinker,
 * when so long has passed, or when *stop becomes true. */
void jobs_give_way(struct jobs *j, int most_ms, const atomic_bool *stop);
/* Whether to stop thinking about it. */
bool jobs_stale(struct jobs *j, int64_t match);
/* The thinker has finished with the match. again: queue the match once more. */
void jobs_end(struct jobs *j, int64_t match, bool again);

void jobs_close(struct jobs *j); /* wakes all; everything is stale from now on */
bool jobs_closed(struct jobs *j);

#endif
