/* puzzle_judge.h - what `hoshi puzzles` asks of a position: whether exactly one move reaches the
 * goal, and all else that a puzzle's record tells. */
#ifndef PUZZLE_JUDGE_H
#define PUZZLE_JUDGE_H
#include "cli/progress.h"
#include "search/engine.h"
#include "search/proof/pns.h"
#include "search/proof/puzzle.h"
#include "search/proof/resist.h"
#include "search/proof/tablebase.h"

enum {
    PUZZLE_JUDGE_PLIES_MOST = 40,
    PUZZLE_JUDGE_VISITED_N = 1 << 16,
};

struct puzzle_judge {
    /* Set by the caller: */
    struct setup setup;
    int64_t count; /* puzzles that are looked for */
    int64_t seed;
    int64_t nodes;                 /* for one proof */
    int64_t least;                 /* a puzzle took so many positions at least */
    int64_t plies;                 /* its length at least */
    int64_t bytes;                 /* of its proofs at most */
    int64_t playouts;              /* of each move of the games */
    int64_t opening;               /* plies played at random before them; -1: by the board */
    int64_t leave;                 /* plies that a line may leave its game; 0: to the end */
    bool bare;                     /* without proofs */
    bool rated;                    /* by the levels of the engine; else by the work of the proof */
    struct progress progress;      /* of the caller; told while positions are looked at */
    const struct tablebase *table; /* of all positions of the board, to look at; NULL: none */
    /* By puzzle_judge_open: */
    struct rng rng;
    struct engine *engine;
    struct pns *pns;       /* what is learned of a game helps with all its positions */
    struct pns *count_pns; /* emptied for each puzzle, to count what it takes by itself */
    struct resist *resist;
    char *proof;                                  /* [2 * bytes + 2] */
    uint64_t *seen;                               /* [count] keys of the puzzles so far */
    uint64_t visited[PUZZLE_JUDGE_VISITED_N];     /* keys that were looked at; 0: free */
    int64_t plies_n[PUZZLE_JUDGE_PLIES_MOST + 1]; /* puzzles so far, by length */
    int64_t found_n;
    int64_t spent; /* positions of count_pns since puzzle_judge_begin */
};

/* False if memory is short; close it also then. */
MUST_USE bool puzzle_judge_open(struct puzzle_judge *j);
void puzzle_judge_close(struct puzzle_judge *j);

/* Forgets what was visited and learned, before another game or puzzle is looked at. */
void puzzle_judge_begin(struct puzzle_judge *j);
/* True the first time since then, as long as there is room. */
bool puzzle_judge_visit(struct puzzle_judge *j, const struct position *p);
/* Whether that is the position of a puzzle so far. */
bool puzzle_judge_seen(const struct puzzle_judge *j, const struct position *p);

/* The only move that reaches the goal, MOVE_NONE if there is another or one is not known. */
move_t puzzle_judge_only(struct pns *pns, const struct position *p, int goal, int64_t nodes_cap);
/* Both of these ask the table if it has the position, else they search for a proof. */
/* Whether exactly one move reaches the goal. */
bool puzzle_judge_has_only(const struct puzzle_judge *j, const struct position *p, int goal);
/* Whether the side to move reaches the goal: 1 yes, -1 no, 0 not known. */
int puzzle_judge_value(const struct puzzle_judge *j, const struct position *p, int goal);
/* As puzzle_judge_only, without help from earlier questions: sets pz->solution and pz->nodes. */
bool puzzle_judge_unique(struct puzzle_judge *j, struct puzzle *pz, int64_t nodes_cap);
/* Computes every field of the puzzle except its trees and its rating. Returns false if the position
 * is not a puzzle. */
bool puzzle_judge_examine(struct puzzle_judge *j, struct puzzle *pz);

/* Proves and rates it as asked, prints it and counts it. Returns 1, 0 if its proof is too long, or
 * ERR_NO_MEMORY (also when the output is closed). */
MUST_USE int puzzle_judge_print(struct puzzle_judge *j, struct puzzle *pz);

#endif
