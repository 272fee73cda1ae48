/* solver.h - a proof search as commands run it: progress, limits, interrupts, and its table as a
 * file.
 *
 * The table's file is a checkpoint: it is written at the end, after an interrupt (SIGINT, SIGTERM),
 * and every ten minutes while the search runs, always beside the old one and then renamed. */
#ifndef SOLVER_H
#define SOLVER_H
#include "cli/progress.h"
#include "rules/game.h"
#include "search/proof/pns.h"
#include <stdio.h>

struct solver_options {
    const char *table; /* its file; NULL: solver_checkpoint_name(), after an interrupt only */
    bool resume;       /* the file must exist, and is read */
    int64_t memory_mb, threads;
    int64_t nodes, ms;   /* limits; 0: none */
    int64_t progress_ms; /* of --progress */
    bool quiet;          /* somebody else tells how far it is */
};

struct solver {
    struct solver_options options;
    struct pns *pns;
    char checkpoint[64]; /* name of the file without --table */
    bool failed;         /* out of depth or threads: a message was printed */
    struct progress progress;
    int64_t begun_ms, saved_ms;
};

enum { SOLVER_MEMORY_MB = 256 };

/* Makes the search for boards of that setup, reads the table, and takes over the signals. Returns
 * EXIT_OK, or the exit status of the command: then a message was printed, and there is nothing to
 * close. */
MUST_USE int solver_open(struct solver *s, const struct setup *setup,
                         const struct solver_options *options);

/* +1 the goal is reached (pns.h), -1 it is not, 0 the search was given up. */
int solver_ask(struct solver *s, const struct position *p, int goal);

/* True once SIGINT or SIGTERM came. */
bool solver_interrupted(void);

/* The same, or once the limit of seconds is reached. */
bool solver_ended(const struct solver *s);

/* Adds what a table's file holds; its search took *nodes_n positions. False: a message was
 * printed. */
MUST_USE bool solver_learn(struct solver *s, const char *name, int64_t *nodes_n);

/* Writes a table's file; with known_only, only the proved entries. False: a message was printed. */
MUST_USE bool solver_write(struct solver *s, const char *name, bool known_only);

/* Saves the requested files and frees all. Returns the status that the command ends with: `status`,
 * EXIT_NO if saving failed, 128 + the signal's number after an interrupt. */
MUST_USE int solver_close(struct solver *s, int status);

/* The same without saving. */
MUST_USE int solver_leave(struct solver *s, int status);

#endif
