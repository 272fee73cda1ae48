/* arrivals.h - moves that have come to the server in whole, but have not reached the writer yet:
 * they wait until it is known who sends them, or for a free thread.
 *
 * What waits inside the server is nobody's time (service_steady). So when a clock has run out, the
 * writer looks here first: a move that came before that is judged before the clock is. It came in
 * time whoever sends it; that is found out soon, and what comes later changes nothing, so that
 * nobody can win time by sending more. The other servers of a site are told of moves that wait for
 * longer than a moment (peers.c). Safe to call from any thread. */
#ifndef ARRIVALS_H
#define ARRIVALS_H
#include "base/macros.h"
#include <stdint.h>

struct arrivals; /* opaque */

struct arrival {
    int64_t match;   /* 0: it is in no list */
    int64_t from_ms; /* service_steady() when all of it had come */
    struct arrival *before, *after;
};

MUST_USE struct arrivals *arrivals_new(void); /* NULL when memory is short */
void arrivals_free(struct arrivals *a);       /* it must be empty */

/* a->match and a->from_ms are given; it stays the caller's. */
void arrivals_add(struct arrivals *list, struct arrival *a);
/* The move has been judged, or will not be. Nothing happens when it is in no list. */
void arrivals_remove(struct arrivals *list, struct arrival *a);
/* When the first that still waits came, of a match; 0: there is none. */
int64_t arrivals_first(struct arrivals *list, int64_t match);
/* The matches, each once, of moves that have waited since before that time; those that wait longest
 * are not preferred when there are more than max. Returns their number. */
int arrivals_waiting(struct arrivals *list, int64_t before_ms, int64_t *matches, int max);

#endif
