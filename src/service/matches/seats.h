/* seats.h - who sits where in a match. */
#ifndef SEATS_H
#define SEATS_H
#include "store/core/store.h"
#include <stdbool.h>

/* Whether every seat has its player. */
bool seats_all_taken(const struct store_match *m);
/* The seat in which the player is asked to sit; 0: none. */
int seats_asked(const struct store_match *m, int64_t player);
/* The first seat of the player; 0: none. */
int seats_of(const struct store_match *m, int64_t player);

/* Sets of seats: bit seat - 1 for each. */
unsigned seats_bit(int seat);
/* Those of a player that have not resigned. */
unsigned seats_playing(const struct store_match *m, int64_t player);
/* All that have not resigned. */
unsigned seats_active(const struct store_match *m);

/* The engine's player has made it, and all its seats are its own (exhibition.h). */
bool seats_exhibition(const struct store_match *m);

#endif
