/* bench_abuse.h - `hoshi-bench abuse`: the effect of attacks on the server on honest matches. */
#ifndef BENCH_ABUSE_H
#define BENCH_ABUSE_H
#include <stdint.h>

struct bench_abuse {
    const char *store; /* NULL: a new SQLite file, filled with `filled` matches */
    int64_t matches, attackers, seconds, rate, filled;
    int64_t bound; /* no attack may make the median move slower by this factor; 0: no bound */
};

/* Prints JSON; returns the exit status: EXIT_NO if a move was refused or a player lost on time. */
int bench_abuse(const struct bench_abuse *b);

#endif
