/* bench_won.h - `hoshi-bench won`: how often a player's move keeps a won position won.
 *
 * Positions are those of random games, at a ply drawn at random, in which the proof search
 * (search/proof/pns.h) finds that the side to move wins. The player moves once in each, and the
 * proof search looks whether that move wins, too. Positions that it cannot decide within
 * `nodes_cap` are left out and counted. */
#ifndef BENCH_WON_H
#define BENCH_WON_H
#include "arena/player.h"

struct bench_won {
    struct setup setup;               /* two players */
    const struct player_spec *player; /* borrowed */
    int64_t positions;                /* that are won */
    int64_t nodes_cap;                /* of the proof search, for each question */
    uint64_t seed;
};

/* Prints one JSON object and returns the exit status. */
int bench_won(const struct bench_won *b);

#endif
