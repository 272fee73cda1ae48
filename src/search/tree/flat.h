/* flat.h - players that look one ply ahead: the sampler, which makes the same number of random
 * playouts after every legal move and plays the best mean, the yardstick that a tree search must
 * beat; and the greedy one. Both stand for beginners, whom the lowest level must not beat. */
#ifndef FLAT_H
#define FLAT_H
#include "rules/game.h"

/* A move of a running game, from about nodes_n playouts (at least one for every move). */
move_t flat_choose(const struct position *p, int64_t nodes_n, struct rng *rng);

/* The move after which the game is won or, as it would be scored now, the mover has most; of
 * several any. It does not look at the opponents' replies or any further. */
move_t flat_greedy(const struct position *p, struct rng *rng);

#endif
