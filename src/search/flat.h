/* flat.h - the plain one-ply sampler: the same number of random playouts after every legal move, and
 * the best mean plays. The yardstick that a tree search must beat. */
#ifndef FLAT_H
#define FLAT_H
#include "rules/game.h"

/* A move of a running game, from about nodes_n playouts (at least one for every move). */
move_t flat_choose(const struct position *p, int64_t nodes_n, struct rng *rng);

#endif
