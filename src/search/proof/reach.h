/* reach.h - every position that play can reach on a small board, each once.
 *
 * A breadth-first search from the empty board. reach_key.h defines positions, their *classes* and
 * their exact keys. Of each class one position is visited. A board whose keys need more than 128
 * bits is refused; it would be far too large to be searched anyway.
 *
 * Memory: 24 bytes a class, and 4 for each slot of a hash table that is 3/8 to 3/4 full. Positions
 * are not stored but played again along the way from the start; since the classes of a ply stand in
 * the order of those that they came from, neighbours share nearly all of the way. */
#ifndef REACH_H
#define REACH_H
#include "rules/position.h"

enum { REACH_PLIES_MAX = 1024 };

/* The counts of one ply. A position belongs to the least ply at which it can be reached. */
struct reach_ply {
    uint64_t classes;               /* positions, counted up to symmetry */
    uint64_t positions;             /* all of them */
    uint64_t over[1 + PLAYERS_MAX]; /* [winner] positions that are over; [0]: draws */
    uint64_t over_classes;          /* the same together, up to symmetry */
};

struct reach; /* opaque */

/* Called once for each class with one of its positions and the number of them all. False stops. */
typedef bool reach_visit(void *context, const struct position *p, int positions);

/* Room for memory_bytes at most. *out is a search that stands at ply 0. Returns 0, ERR_RANGE
 * (setup), ERR_TOO_BIG (keys of that board do not fit in 128 bits) or ERR_NO_MEMORY.
 * reach_free(NULL) is fine. */
MUST_USE int reach_new(const struct setup *s, size_t memory_bytes, struct reach **out);
void reach_free(struct reach *r);

/* Visits all positions of the present ply, finds those of the next, and goes there; visit may be
 * NULL. Returns 1, 0 when no position was left, or ERR_FULL (memory), ERR_TOO_BIG (REACH_PLIES_MAX)
 * or ERR_BUSY (stopped by visit): then *out has the results so far, and the search has ended. */
MUST_USE int reach_next(struct reach *r, reach_visit *visit, void *context, struct reach_ply *out);

#endif
