/* bench_abuse.h - `hoshi bench abuse`: what honest matches notice of people who attack the
 * server. */
#ifndef BENCH_ABUSE_H
#define BENCH_ABUSE_H
#include <stdint.h>

struct bench_abuse {
    const char *store; /* NULL: a new SQLite file, filled with `filled` matches */
    int64_t matches, attackers, seconds, rate, filled;
};

/* Prints JSON; returns the exit status: EXIT_NO when a move was refused or somebody lost on
 * time. */
int bench_abuse(const struct bench_abuse *b);

#endif
