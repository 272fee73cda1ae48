/* level.h - what the eight playing levels mean in each game. Below 8 they count nodes, not seconds,
 * so that a level is as strong on a slow machine as on a fast one; it only takes longer.
 *
 * A level is a number of nodes and, for the lowest, how it errs. A node is a playout or, where a
 * net judges, an evaluation; these are two ladders. The nodes are those for the board on which the
 * levels were measured; larger boards get more, in proportion to their area. docs/LEVELS.md has the
 * measured ladders, `tools/levels.py` measures them. */
#ifndef LEVEL_H
#define LEVEL_H
#include "base/rng.h"
#include "search/engine.h"
#include "search/tree/worker.h"

/* The nodes of a level, 1..8, on a board; net: a net judges. Level 8 uses time instead; its number
 * applies where there is no clock. */
int64_t level_nodes(int level, const struct setup *s, bool net);

/* True iff no limit is out of its range (engine.h). */
bool level_valid(const struct engine_limits *limits);

/* Fills the limits that are 0 from the level. */
void level_fill(struct engine_limits *limits, const struct setup *s, bool net);

/* The rating of a level without a net, from its games against the level below (docs/LEVELS.md),
 * with LEVEL_DEFAULT at 1500, where a new player begins. */
int level_rating(int level, enum game_id game);

/* The lowest level that always plays the best move without a net. */
int level_sure(enum game_id game);

/* Whether its searches without a net ask patterns (pattern.h). The lowest of some games do not:
 * with so few playouts patterns would decide most moves, and beginners would not win a game. */
bool level_asks(int level, enum game_id game);

/* How much a move counts: its visits, and those that the policy stands for where a net judges. */
enum { LEVEL_PRIOR_VISITS = 8 };
float level_share(uint32_t visits, float prior);

/* The move that the level plays after a search and its report: the best at a level of LEVEL_BEST
 * (game_search.h). At the others a move is drawn with weight (its visits / those of the best)^k, k
 * by game and level: good moves mostly, now and then one that only looks good, never one that is
 * known to lose. A proved win is played at every level.
 *
 * Without a net the candidates of the report are drawn from. Where a net judges, all moves are, and
 * the policy counts as LEVEL_PRIOR_VISITS more visits, so that a level of a single evaluation plays
 * by the policy: k is then 1 / its temperature. */
move_t level_choose(int level, const struct search *s, const struct search_report *report,
                    struct rng *rng);

#endif
