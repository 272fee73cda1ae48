/* child.h - another program with a pipe to its input and one from its output, lines in and lines
 * out.
 *
 * The command is run by /bin/sh in a process group of its own, so that an interrupt at the terminal
 * does not reach it, and child_stop ends all processes that it has started. Its standard error is
 * dropped. child_start makes this process ignore SIGPIPE from then on. One thread at a time. */
#ifndef CHILD_H
#define CHILD_H
#include "base/macros.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct child; /* opaque */

enum { CHILD_LINE_MAX = 1 << 16 };

/* NULL when there is no memory or no process. A command that cannot be run is noticed as one that
 * ends at once. */
MUST_USE struct child *child_start(const char *command);

/* Closes the pipes, gives the program so long to end by itself, then kills its process group. NULL
 * is fine. */
void child_stop(struct child *c, int64_t grace_ms);

/* Writes a whole text. 0, ERR_IO when the program is gone, ERR_BUSY when it does not read within
 * timeout_ms or *enough (may be NULL) is no longer 0. */
MUST_USE int child_write(struct child *c, const char *text, int64_t timeout_ms,
                         const atomic_int *enough);

/* The next line without its line break, NUL-ended, valid until the next call; *line. 0, ERR_IO at
 * the end of the output, ERR_BUSY as above, ERR_TOO_BIG for a line that is longer than
 * CHILD_LINE_MAX. */
MUST_USE int child_line(struct child *c, int64_t timeout_ms, const atomic_int *enough, char **line);

#endif
