/* progress.h - what long work says on standard error while it runs: on a terminal one line that is
 * written again four times a second and goes at the end; with --progress S a line every S seconds,
 * wherever standard error goes. Otherwise nothing. */
#ifndef PROGRESS_H
#define PROGRESS_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t every_ms, begun_ms, told_ms; /* every_ms 0: nothing is said */
    bool lines;                          /* of --progress */
    bool shown;                          /* a line stands on the terminal */
};

/* The option, as a row of struct option_spec; ms stays 0 unless it is given. */
#define PROGRESS_SPEC(progress_ms)                                                                 \
    {                                                                                              \
        .name = "progress", .ms = &(progress_ms), .min = 10, .max = 86400000                       \
    }

/* lines_ms: the value of --progress, or 0. */
void progress_begin(struct progress *p, int64_t lines_ms);

/* Whether it is time to say something; the first time at once. */
bool progress_due(struct progress *p);

/* Says it, as one line without its end. */
void progress_tell(struct progress *p, const char *format, ...) PRINTF_LIKE(2, 3);

/* How long the rest takes if it goes on as fast: "12 s", "3 min", "2.5 h", or "?" at the
 * beginning. */
const char *progress_left(const struct progress *p, double done, double all, char out[32]);

/* Takes the line off the terminal; progress_tell may come again. */
void progress_end(struct progress *p);

#endif
