/* bench_archive.h - `hoshi-bench archive`: how long a search of the archive takes, for each kind of
 * search and each additional condition; and how long a player's statistics. */
#ifndef BENCH_ARCHIVE_H
#define BENCH_ARCHIVE_H
#include <stdint.h>

struct bench_archive {
    const char *store; /* filled if it is empty; NULL: a new SQLite file */
    int64_t matches;   /* to fill it with */
    uint64_t seed;
};

/* Prints JSON; returns the exit status. */
int bench_archive(const struct bench_archive *b);

#endif
