/* rows.h - the positions of self-play games as a net sees them, for tools/train.
 *
 * All games of a shard have one board. The output, little-endian:
 *
 *     0   4   "ROWS"            4  1  planes_version     5  1  enum game_id
 *     6   1   width             7  1  height             8  1  planes
 *     9   1   kinds            10  1  1: points, + 2: a pass, + 4: transposed, the sides change
 *     12  4   bytes of a row
 *     16      rows
 *
 * A row is a position that a thorough search has seen: planes (width * height * planes bytes, a
 * point's planes side by side), 16 pairs of a policy index and its share in 1/65535 (2 and 2 bytes;
 * unused ones 0), the share of wins that the search expects (2, in 1/65535), the result (2 for a
 * win of the side to move, 1, 0), its margin (2, signed), the number of the game in the shard (2),
 * and for each point 1 if the side to move has it in the end, 255 if the other has, 0. */
#ifndef ROWS_H
#define ROWS_H
#include "arena/shard.h"

/* Writes the rows of a shard. Returns 0, ERR_IO, ERR_UNSUPPORTED (no net can play the game), or
 * ERR_SYNTAX and a sentence in *why. */
MUST_USE int rows_write(const void *shard, size_t n, FILE *out, const char **why);

#endif
