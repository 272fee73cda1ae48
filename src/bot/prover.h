/* prover.h - proves puzzles that members make (service/puzzles/composed.h): the winning moves, the
 * length, the themes and the estimated difficulty. The reviewer's thread does it between reviews,
 * at a low priority, and stands still while a match waits for a thinker (jobs.h). */
#ifndef PROVER_H
#define PROVER_H
#include "bot/api.h"
#include "bot/jobs.h"
#include <stdatomic.h>
#include <stdint.h>

/* Takes one puzzle, proves it and hands in the result, or gives up when *stop becomes true. Returns
 * its number, 0 if none waits, or a negative number if the server could not be asked. */
MUST_USE int64_t prover_turn(struct api *api, struct jobs *jobs, const atomic_bool *stop);

#endif
