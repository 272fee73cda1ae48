/* bench_game.h - the game of the measurements of servers and mail: its moves are judged quickly, so
 * that rules take the smallest share of what is measured. */
#ifndef BENCH_GAME_H
#define BENCH_GAME_H

#define BENCH_GAME      GAME_LEVEE
#define BENCH_GAME_NAME "levee"

#endif
