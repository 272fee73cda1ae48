/* plain.h - records of programs that know only Go, read as one of these games.
 *
 * Such a file has moves as points and nothing more: no red stones, no swap, and passes after the
 * end. The rules say what each must have been (docs/RECORDS.md). */
#ifndef PLAIN_H
#define PLAIN_H
#include "record/record.h"

/* Makes the moves of a record those of its game:
 *   a point where the own stone is forbidden, and the red one is not     the red stone (R3)
 *   an empty move where there is no pass, and a swap is possible         the swap (R7)
 *   an empty move after the end of the game                              no move
 * What is still illegal stays, for record_position to explain. Takes the result from the rules if
 * the main line ends the game. Returns 0, ERR_TOO_BIG (too many variations) or what
 * record_start_position says. */
MUST_USE int record_take_plain(struct record *r, struct record_error *error);

/* Leaves out the rest of each variation from the move on that the rules forbid, as the page does,
 * with a warning. The main line is not judged: record_position explains it to those who play it. */
void record_judge_variations(struct record *r);

#endif
