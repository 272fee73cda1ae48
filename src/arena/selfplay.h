/* selfplay.h - games of the engine against itself, kept in shards (shard.h) for nets to learn from.
 *
 * A game begins with some random plies; a few more are drawn in proportion to the visits of the
 * search, so that games differ. A share of the plies is searched thoroughly and teaches the policy,
 * the others only move the game on (playout cap randomisation: Wu 2019). A game that is decided may
 * be finished with small searches that teach nothing, so that its end and owners are real ones; one
 * decided game of ten goes on as before, so that nets also see how such games are won. Game g of
 * shard s depends on the options and the seed alone, so that any machine makes the same shard. */
#ifndef SELFPLAY_H
#define SELFPLAY_H
#include "arena/shard.h"
#include "search/engine.h"

struct selfplay_options {
    struct setup setup;
    uint64_t seed;
    int64_t nodes, fast_nodes; /* playouts of a ply that teaches, and of others */
    int teach_percent;         /* of the plies */
    int random_plies;          /* at most so many, before the first search */
    int drawn_plies;           /* after them */
    int64_t decided_nodes;     /* playouts of a ply once the game is decided; 0: as before that */
};

/* Plays game number n. Returns 0 or the engine's ERR_*; ERR_FULL also for a game of too many
 * plies. */
MUST_USE int selfplay_game(struct engine *e, const struct selfplay_options *o, uint64_t n,
                           struct shard_game *out);

#endif
