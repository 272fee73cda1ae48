/* pns.h - the proof search: depth-first proof-number search (Nagai 2002) for two players.
 *
 * A question is "does the side to move reach a margin of at least `goal`?", where the margin is his
 * points less the other's as in position_score(): points where the game has them,
 * else one point for the winner. So goal 1 asks for a win in every game, goal 0 for a
 * draw, and exact scores are a sequence of questions. What his opponent then wants is a margin of
 * at least 1 - goal, so the same question is asked after every ply. After a swap (R7) it is still
 * the other *player* who is to move, and the same holds.
 *
 * No position repeats, so that proofs have no cycles and the table needs no history:
 * the top of each game's sight_<game>.c bounds the number of plies.
 *
 * What differs from the textbook. Positions of equal value share an entry, and many questions are
 * answered at sight (pns_sight.h): so symmetric, dead and equivalent moves are looked at once, and
 * those that an immediate answer refutes not at all. Positions that are new
 * begin with numbers that tell how many moves there are and what must still be done. The disproof
 * number of a node is not the sum of its children's proof numbers but their greatest, plus one for
 * each other open child (Ueda et al. 2008, weak proof numbers): transpositions would be counted
 * many times over. Thresholds grow by 1 + 1/4 at a time (Pawlewicz and Lew 2007), so that the
 * search changes its mind less often than the memory forgets.
 *
 * Threads share the table; a child that another thread is working on counts as harder to prove. */
#ifndef PNS_H
#define PNS_H
#include "rules/game.h"
#include "search/proof/pns_table.h"

struct pns; /* opaque; belongs to one thread at a time */

enum { PNS_PLIES_MAX = 512 }; /* deeper below the question than that: ERR_TOO_BIG */

struct pns_options {
    uint64_t memory_bytes; /* bound on everything; 0: 256 MiB */
    int threads;           /* 1 … 64; 0: 1 */
};

struct pns_report {
    int8_t value;   /* +1 the goal is reached, -1 it is not, 0 not known */
    uint32_t proof; /* numbers of the question */
    uint32_t disproof;
    int64_t nodes_n; /* positions expanded for this question */
    int64_t elapsed_ms;
    int full; /* parts of a thousand of the table in use */
};

/* A search for boards of that setup (two players). NULL when memory is too small or not to be had.
 * */
MUST_USE struct pns *pns_new(const struct setup *s, const struct pns_options *options);
void pns_free(struct pns *s); /* NULL is fine */

/* Forgets everything learned. */
void pns_clear(struct pns *s);

/* Called about four times a second; false: stop. */
typedef bool pns_progress(void *context, const struct pns_report *so_far);

/* Answers the question for p, a position of the setup, over or not. nodes_cap 0: no limit. Returns
 * 0 with the report filled as far as it came, ERR_TOO_BIG (too deep) or ERR_NO_MEMORY (no thread).
 * What was learned stays in the table for the next question. */
MUST_USE int pns_solve(struct pns *s, const struct position *p, int goal, int64_t nodes_cap,
                       pns_progress *progress, void *context, struct pns_report *out);

/* Makes pns_solve return soon; from any thread or signal handler. */
void pns_stop(struct pns *s);

/* What the table knows: +1, -1 or 0. A finished position is always known. *work (may be NULL):
 * nodes expanded below it. */
int pns_value(const struct pns *s, const struct position *p, int goal, uint64_t *work);

/* What is seen of p without search (pns_sight.h): +1, -1, or 0; a finished position is always seen.
 */
int pns_seen(const struct pns *s, const struct position *p, int goal);

/* For a position whose question is answered with yes: a move that reaches the goal, of those known
 * the one that took least work; with no: a move that resisted longest. MOVE_NONE when the table has
 * forgotten too much; the question may then be asked again. */
move_t pns_move(const struct pns *s, const struct position *p, int goal);

/* The goal of the other player. */
static inline int pns_goal_other(int goal)
{
    return 1 - goal;
}

/* The goal that asks the same: margins are odd where no draw exists, so that "at least 0" is "at
 * least 1" there. */
static inline int pns_goal_round(const struct setup *s, int goal)
{
    return games[s->game]->has_draws || (goal & 1) != 0 ? goal : goal + 1;
}

/* Key of a running position without its question, for who keeps tables of his own. Where sight
 * alone answers, equivalent positions may have different ones. */
uint64_t pns_position_key(const struct pns *s, const struct position *p);

/* As pns_table_save and pns_table_load; a search may be running. The positions that the loaded
 * table's search took go to *nodes_n; NULL: they count as this search's. On a failed load the table
 * is emptied. */
MUST_USE int pns_save(const struct pns *s, bool known_only, pns_write *write, void *context);
MUST_USE int pns_load(struct pns *s, pns_read *read, void *context, int64_t *nodes_n);

/* Positions expanded by this search and by those before it that it continues, the present
 * question's so far among them. */
int64_t pns_nodes(const struct pns *s);

#endif
