/* bench_site.h - what `hoshi-bench server` measures: server processes started for it, and stores
 * filled with matches. */
#ifndef BENCH_SITE_H
#define BENCH_SITE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { SITE_PROCESSES_MAX = 8 };
#define SITE_MAIL "hoshi@bench.example"

struct site {
    const char *store;
    bool limits;
    char mail_token_file[64]; /* with `limits`: mail may be delivered with the token in it */
    int processes_n;
    pid_t pids[SITE_PROCESSES_MAX];
    int ports[SITE_PROCESSES_MAX];
    int64_t start_us; /* from the start of the last process to its line "listening" */
};

/* Starts that many servers on the store: as they are with `limits`, else without limits and the
 * engine. 0, or -1 after a message. */
MUST_USE int site_start(struct site *s, const char *store, int processes_n, bool limits);
/* Servers of this machine that run already: http://127.0.0.1:PORT, separated by commas. False after
 * a message. site_stop leaves them alone. */
MUST_USE bool site_named(struct site *s, const char *urls);
/* Ends them; the status of the worst. */
int site_stop(struct site *s);

/* KiB of memory of its own that process i holds now (RssAnon), and its CPU time in seconds. */
long site_kib(const struct site *s, int i);
double site_cpu_s(const struct site *s, int i);

/* Adds finished matches of random moves, with their events, between `players` players. Returns the
 * number of moves, or -1 after a message. */
MUST_USE int64_t site_fill(const char *store, int64_t matches, int plies, int64_t players);

#endif
