/* arrivals.h - moves that the server has received completely, but that have not reached the writer
 * yet: they wait until their sender is known, or for a free thread.
 *
 * Waiting inside the server costs a player no time (service_steady). So when a clock has run out,
 * the writer looks here first: a move that arrived before that moment is judged before the clock.
 * The sender does not matter here: they are checked soon, and later moves change nothing, so
 * sending more moves wins no time. If a move waits longer than a moment, the server tells the other
 * servers of its site (peers.c). Safe to call from any thread. */
#ifndef ARRIVALS_H
#define ARRIVALS_H
#include "base/macros.h"
#include <stdint.h>

struct arrivals; /* opaque */
struct service;

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
/* When the oldest waiting move of a match arrived; 0: no move waits. */
int64_t arrivals_first(struct arrivals *list, int64_t match);
/* Finds the matches, each once, of moves that have waited since before that time. If there are more
 * than max, it does not prefer the longest waits. Returns their number. */
int arrivals_waiting(struct arrivals *list, int64_t before_ms, int64_t *matches, int max);

/* Inside a transaction: 1 if another server of the site may hold a move of the match that came
 * before the deadline, which passed late_ms ago. */
MUST_USE int arrivals_elsewhere(struct service *s, int64_t match, int64_t late_ms);

#endif
