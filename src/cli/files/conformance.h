/* conformance.h - replays lines of conformance files: every legal list, result and diagram.
 *
 * A line is one JSON object, either a game
 *   {"game","size","opts","moves":[…],"legal":[[…] before each ply],"result":{…},"diagram"}
 * or a perft count {"game","size","opts","depth","nodes"}. size is the width and, unless opts has
 * "height", the height. winner is the side that wins (0 a draw). */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H
#include "base/macros.h"
#include "cli/progress.h"
#include <stdint.h>
#include <stdio.h>

struct conformance {
    const char *file;          /* named in messages; borrowed */
    FILE *log;                 /* differences are written here */
    struct progress *progress; /* says how far it is; NULL: nothing */
    int64_t games;             /* game lines replayed */
    int64_t counts;            /* perft lines counted */
    int64_t positions;   /* positions whose legal list was compared, the final ones included */
    int64_t differences; /* of any kind; a malformed line counts as one */
};

/* Replays one line (NUL-ended, blank lines are skipped), adding to the counts. */
void conformance_line(struct conformance *c, const char *line, int64_t line_no);

/* All lines of an open file: 0, or ERR_IO. */
MUST_USE int conformance_file(struct conformance *c, FILE *in);

#endif
