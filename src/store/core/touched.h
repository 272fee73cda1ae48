/* touched.h - which rows that are kept outside the store a transaction has changed (tables.h:
 * STORE_KEPT_ROWS, STORE_KEPT_PEOPLE), so that the caches drop these and no others. */
#ifndef TOUCHED_H
#define TOUCHED_H
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

enum { TOUCHED_PLAYERS = 64, TOUCHED_TEXT_BYTES = TOUCHED_PLAYERS * 21 + 60 };

struct touched {
    bool any;
    bool everybody;                   /* accounts, bans and sessions of any player */
    bool seats;                       /* the seats of any match */
    int64_t players[TOUCHED_PLAYERS]; /* or of these alone */
    int players_n;
};

/* The seats of a match have changed. */
void touched_seats(struct touched *t);
/* Rows of a player have changed, or with 0 of any. */
void touched_people(struct touched *t, int64_t player);

/* The data of an event for other processes, and back. What another version wrote is read as: all
 * may have changed. */
void touched_print(const struct touched *t, struct text *out);
void touched_read(const char *data, struct touched *out);

#endif
