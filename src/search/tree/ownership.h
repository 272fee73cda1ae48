/* ownership.h - whose the points of a board will be, as a search and playouts after it have it.
 *
 * A point is a side's at the end of a game: as the game's aim says (enum aim_kind), if they own
 * it (P6) or score it (C8), if their stone stands there, or if the winner's shortest channel runs
 * over it (L2). */
#ifndef OWNERSHIP_H
#define OWNERSHIP_H
#include "search/engine.h"

/* Plays n games on from p, each along the line of one of the report's candidates, chosen in
 * proportion to their visits, and then as playouts go. out[point] = the share of games in which the
 * point was the seat's less the share in which it was another's, in 1/1000. */
void ownership_estimate(const struct position *p, const struct search_report *report, int seat,
                        int n, uint64_t seed, int16_t out[POINTS_MAX]);

#endif
