/* bench_game.h - the game of the measurements of servers and mail: the server judges its moves
 * quickly, so that rules take the smallest share of the measured time. */
#ifndef BENCH_GAME_H
#define BENCH_GAME_H

#define BENCH_GAME      GAME_LEVEE
#define BENCH_GAME_NAME "levee"

#endif
