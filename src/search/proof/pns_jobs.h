/* pns_jobs.h - a proof search that several processes share: the part that each searches, and the
 * results that it shares (job-level proof-number search, Chen et al. 2013). cli/analysis/split.h is
 * built on it. */
#ifndef PNS_JOBS_H
#define PNS_JOBS_H
#include "search/proof/pns.h"

enum { PNS_JOB_PLIES = 128 };

/* A position below a question, where the search would continue: the moves that lead there. */
struct pns_job {
    int moves_n;
    move_t moves[PNS_JOB_PLIES];
};

/* Picks the job of a process: the position where a single search with this table would continue. It
 * looks below a position that has already taken at least work_least positions. It avoids positions
 * that others are searching, the more the closer they are. False: there is no job, because the
 * question is answered or others have all that is open. */
bool pns_jobs_pick(struct pns *s, const struct position *p, int goal, uint64_t work_least,
                   const struct pns_job *others, int others_n, struct pns_job *out);

/* After a job that took so many positions: carries its results up to the question. */
void pns_jobs_back(struct pns *s, const struct position *p, int goal, const struct pns_job *job,
                   uint64_t work);

/* From now on notes new results in the caller's list (NULL: stops), for pns_jobs_tell, which writes
 * it as a small table that pns_load adds to another's, and empties the list. Searches of one thread
 * only. */
void pns_jobs_note(struct pns *s, struct pns_notes *notes);
MUST_USE int pns_jobs_tell(struct pns *s, int64_t nodes_n, pns_write *write, void *context);

#endif
