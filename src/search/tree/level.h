/* level.h - what the eight playing levels mean in each game. Below 8 they count playouts, not
 * seconds, so that a level is as strong on a slow machine as on a fast one; it only takes longer.
 *
 * A level is a number of playouts and, for the lowest, how it errs. The playouts are those for the
 * board on which the levels were measured; larger boards get more, in proportion to their area.
 * docs/LEVELS.md has the measured ladder, `tools/levels.py` measures it. */
#ifndef LEVEL_H
#define LEVEL_H
#include "base/rng.h"
#include "search/engine.h"

/* The playouts of a level, 1..8, on a board. Level 8 uses time instead; its number applies where
 * there is no clock. */
int64_t level_nodes(int level, const struct setup *s);

/* Fills the limits that are 0 from the level. Returns 0 or ERR_RANGE. */
MUST_USE int level_fill(struct engine_limits *limits, const struct setup *s);

/* The rating of a level, from its games against the level below (docs/LEVELS.md), with
 * LEVEL_DEFAULT at 1500, where a new player begins. */
int level_rating(int level, enum game_id game);

/* The lowest level that always plays the best move. */
int level_sure(enum game_id game);

/* Whether its searches ask patterns (pattern.h). The lowest of some games do not: with so few
 * playouts patterns would decide most moves, and beginners would not win a game. */
bool level_asks(int level, enum game_id game);

/* The move that the level plays. From level_sure on it is the best. Below, a move is drawn with
 * weight (its visits / those of the best)^k, k by game and level: good moves mostly, now and then
 * one that only looks good, never one that is known to lose. A proved win is played at every
 * level. */
move_t level_choose(int level, enum game_id game, const struct search_report *report,
                    struct rng *rng);

#endif
