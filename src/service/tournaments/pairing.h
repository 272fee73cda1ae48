/* pairing.h - the pairings and standings of tournaments: pure functions over small arrays.
 *
 * Players are numbered 0..n - 1 by their seed (the order in which they joined). Scores are counted
 * in half points. A game with `b` < 0 is a bye: it is worth a point and no opponent.
 *
 * Round robin: the circle method; in each round everybody plays one other player; with an odd
 * number one player has a bye. Colours alternate, and a second cycle reverses them.
 *
 * Swiss: players of equal score meet, upper half against lower half, no pair twice. With an odd
 * number the last player who has not had a bye gets it. The pairing tries partners in that order
 * and backtracks. Two players may meet again only if there is no other way, or if a bounded number
 * of trials finds none. The player who has had the first move less often gets it. */
#ifndef PAIRING_H
#define PAIRING_H
#include "base/macros.h"
#include <stdbool.h>

enum { PAIRING_MAX = 200 };

struct pairing_game {
    int a, b;   /* players; a moves first; b < 0: a bye */
    int result; /* half points of a: 2, 1, 0; negative: not known yet */
};

struct pairing_standing {
    int player;
    int score; /* half points */
    int won, lost, drawn;
    int buchholz;  /* half points: of the opponents */
    int sonneborn; /* quarter points: of those beaten, and half of those drawn with */
    int rank;      /* from 1; equal players share one */
};

/* How many rounds a round robin of n players has, and the games of one (from 0) of the given cycle.
 * Returns their number. */
int pairing_robin_rounds(int n);
int pairing_robin(int n, int round, bool turned, struct pairing_game out[PAIRING_MAX]);

/* The games of the next round; `out_of_it` players are left out. Returns their number, 0 when fewer
 * than two are left. */
int pairing_swiss(int n, const bool *out_of_it, const struct pairing_game *games, int games_n,
                  struct pairing_game out[PAIRING_MAX]);

/* Sorted from the first place. swiss: ties are broken by Buchholz, then Sonneborn-Berger; else by
 * Sonneborn-Berger, then wins. */
void pairing_standings(int n, const struct pairing_game *games, int games_n, bool swiss,
                       struct pairing_standing out[PAIRING_MAX]);

#endif
