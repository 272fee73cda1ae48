/* leaf.h - steps 3 and 5 of a round (worker.c): what is played from a leaf, and how the nodes above
 * learn of it.
 *
 * Several playouts from one leaf cost less than as many rounds (leaf parallelisation: T. Cazenave
 * and N. Jouandeau 2007): one descent serves all, and where a game has lanes (rules/lanes.h), four
 * take little more time than one. Each counts as a visit of all nodes on the way, so that a round
 * makes LEAF_GAMES visits. Only searches that are limited by time alone do it, so that
 * a search with a limit in nodes finds the same on machines without lanes. */
#ifndef LEAF_H
#define LEAF_H
#include "search/engine.h"
#include "search/tree/worker.h"

/* How many playouts a search of p without a net plays from each leaf: LEAF_GAMES where that gains
 * on such a board (docs/lab/lanes.md) and only time limits the search, else 1. Most games need
 * lanes with AVX2 for the gain. */
int leaf_games(const struct position *p, const struct engine_limits *limits);

/* Makes the data from which the worker's playouts learn. */
void leaf_begin(struct worker *w);

/* Begins a round: no move has been played in it. */
void leaf_forget(struct worker *w);

/* Plays from the position of w, which path[depth] has reached, to the end: once, or LEAF_GAMES
 * times. Returns how often. */
int leaf_play(struct worker *w, int depth, struct outcome out[LEAF_GAMES]);

/* Tells the nodes path[0 ... depth] of n results: their rewards, and the moves played to the nodes
 * where they might have been played at once. A step's side is the side that moved on from its
 * node. */
void leaf_back_up(struct worker *w, int depth, const struct outcome *out, int n);

#endif
