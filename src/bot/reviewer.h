/* reviewer.h - a thread of the bot that reviews finished matches: it claims the one whose turn it
 * is (service/analysis/reviews.h), judges some of its positions, hands them in, and claims again.
 *
 * Matches that are being played come first: while one waits for the engine, each position of a
 * review waits too, though not for ever, so that reviews still come to an end; and the thread runs
 * with lower priority. Its engine's memory is taken when there is something to review, and given
 * back afterwards. */
#ifndef REVIEWER_H
#define REVIEWER_H
#include "base/macros.h"
#include <stdbool.h>

struct jobs;
struct net;
struct reviewer; /* opaque */

struct reviewer_options {
    const char *server, *token; /* borrowed until reviewer_stop, as all of these */
    struct jobs *jobs;
    bool no_net;
    const struct net *net;
};

/* NULL when the system refuses. */
MUST_USE struct reviewer *reviewer_start(const struct reviewer_options *o);
/* There may be something to do. Safe to call from any thread. */
void reviewer_wake(struct reviewer *v);
void reviewer_stop(struct reviewer *v); /* NULL is fine */

#endif
