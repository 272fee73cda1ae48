/* pns.h - the proof search: depth-first proof-number search (Nagai 2002) for two parties.
 *
 * A question is "does the side to move reach a margin of at least `goal`?". The margin is their
 * points minus the opponent's as in position_score(): points in games that have them, otherwise one
 * point for the winner. So goal 1 asks for a win in every game, goal 0 for a draw, and an exact
 * score takes a sequence of questions. The opponent then wants a margin of at least 1 - goal, so
 * the same kind of question is asked after every ply. After a swap (R7) the other *player* is to
 * move, so the same holds.
 *
 * With three or four players there are two parties as well: one player, the *claimant*, and all
 * others, who play together against the claimant. The claimant's margin is their points minus those
 * of the best other player, and the others' margin is the negative of that; so goal 1 asks whether
 * the claimant ends first alone, goal 0 whether first at least together with others. Goals are
 * those of the party to move. One party may move several times in a row, and its goal then stays.
 *
 * No position repeats, so that proofs have no cycles and the table needs no history:
 * the top of each game's sight_<game>.c bounds the number of plies.
 *
 * It differs from the textbook in four points. (1) Positions of equal value share an entry, and
 * many questions are answered without search (pns_sight.h): symmetric, dead and equivalent moves
 * are searched once, and moves that an immediate answer refutes are not searched. (2) New positions
 * begin with numbers that estimate the work: how many moves there are and how much is left to do.
 * (3) The disproof number of a node is not the sum of its children's proof numbers but the greatest
 * of them, plus one for each other open child (Ueda et al. 2008, weak proof numbers), because a sum
 * would count transpositions many times. (4) Thresholds grow by a factor of 1 + 1/4 (Pawlewicz and
 * Lew 2007), so that the search switches between moves less often than the table loses entries.
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
    bool parties;          /* setups of three or four players are taken, too */
};

struct pns_report {
    int8_t value;   /* +1 the goal is reached, -1 it is not, 0 not known */
    uint32_t proof; /* numbers of the question */
    uint32_t disproof;
    int64_t nodes_n; /* positions expanded for this question */
    int64_t elapsed_ms;
    int full; /* parts of a thousand of the table in use */
};

/* A search for boards of that setup. NULL when memory is too small or not to be had. */
MUST_USE struct pns *pns_new(const struct setup *s, const struct pns_options *options);
void pns_free(struct pns *s); /* NULL is fine */

/* With three or four players: the side that is the claimant from now on; 1 to begin with. Results
 * about other claimants stay and are of use: positions are seen from the mover's side. */
void pns_claim(struct pns *s, int side);

/* Forgets everything learned. */
void pns_clear(struct pns *s);

/* Called about four times a second; false: stop. */
typedef bool pns_progress(void *context, const struct pns_report *so_far);

/* Answers the question for p, a position of the setup, over or not. nodes_cap 0: no limit. Returns
 * 0 with the report filled as far as the search came, ERR_TOO_BIG (too deep) or ERR_NO_MEMORY (no
 * thread). The results stay in the table for the next question. */
MUST_USE int pns_solve(struct pns *s, const struct position *p, int goal, int64_t nodes_cap,
                       pns_progress *progress, void *context, struct pns_report *out);

/* Makes pns_solve return soon; from any thread or signal handler. */
void pns_stop(struct pns *s);

/* The value in the table: +1, -1, or 0 if unknown. A finished position is always known. *work (may
 * be NULL): nodes expanded below it. */
int pns_value(const struct pns *s, const struct position *p, int goal, uint64_t *work);

/* The value of p as seen without search (pns_sight.h): +1, -1, or 0 if sight does not decide. A
 * finished position is always seen.
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

/* Key of a running position without its question, for callers with tables of their own. Where sight
 * alone answers, equivalent positions may have different keys. */
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
