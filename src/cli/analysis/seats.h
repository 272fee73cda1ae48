/* seats.h - what each of three or four players is sure of, by proof search (`hoshi solve`). */
#ifndef SEATS_H
#define SEATS_H
#include "cli/solving/solver.h"

/* Asks for each player of p's game whether they end first alone, and if not whether first together
 * with others, whatever the other players do, even together; prints the answers. Returns the
 * command's status. */
MUST_USE int seats_solve(struct solver *s, const struct position *p);

#endif
