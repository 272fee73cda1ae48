/* split.h - a proof search that many processes share, on one machine or on several with a common
 * folder (job-level proof-number search, Chen et al. 2013; search/proof/pns_jobs.h).
 *
 * The folder holds:
 *     question.json the position that is asked about
 *     PROCESS.log      what a process has learned: after each job its length in eight bytes, the
 *                      lowest first, and a small table (pns_table.h) of the positions that the job
 *                      searched
 *     PROCESS.job      the moves that lead from the question to its job. The process holds a lock
 *                      on this file (flock) as long as it lives
 *     lock             held while a process picks a job
 *
 * A process reads the others' new results. It picks the position where a single search would
 * continue, but avoids positions that others are searching. There it searches a number of
 * positions, and then it writes its results to its log. A job that ends without an answer is not
 * repeated: the next looks deeper. So the results of a process survive its death, except for its
 * present job, and no process repeats them. */
#ifndef SPLIT_H
#define SPLIT_H
#include "cli/solving/solver.h"

#define SPLIT_QUESTION "question.json"

struct split_options {
    const char *folder;
    int64_t job_nodes;   /* positions of a job; 0: as many as suit the search so far */
    int64_t progress_ms; /* of --progress */
};

/* Makes the folder for a question: a position that these moves lead to from the empty board.
 * Returns an exit status; a message was printed if it is not EXIT_OK. */
MUST_USE int split_new(const char *folder, const struct setup *setup, const move_t *moves,
                       int moves_n);

/* Works until the question is answered or the solver's limits are reached. Returns an exit
 * status. */
MUST_USE int split_work(const struct split_options *options, const struct solver_options *solver);

/* Teaches the solver all that the processes of a folder have learned. Returns an exit status. */
MUST_USE int split_learn(const char *folder, struct solver *s);

#endif
