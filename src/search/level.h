/* level.h - what the eight playing levels mean. Below 8 they count playouts, not seconds, so that a
 * level is as strong on a slow machine as on a fast one; it only takes longer. */
#ifndef LEVEL_H
#define LEVEL_H
#include "base/rng.h"
#include "search/engine.h"

/* Fills the limits that are 0 from the level. Returns 0 or ERR_RANGE. */
MUST_USE int level_fill(struct engine_limits *limits);

/* The move that the level plays: the best, except that the lowest three pick at random among those
 * that they found nearly as good. A proved win is always played. */
move_t level_choose(int level, const struct search_report *report, struct rng *rng);

#endif
