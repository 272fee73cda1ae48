/* puzzle.h - a position in which exactly one move reaches the goal (docs/PUZZLES.md), and how that
 * is found out. */
#ifndef PROOF_PUZZLE_H
#define PROOF_PUZZLE_H
#include "base/rng.h"
#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/proof/tablebase.h"

enum {
    PUZZLE_MOVES_MAX = 1024,
    PUZZLE_ID_BYTES = 10, /* the first letter of the game, eight hexadecimal digits, NUL */
};

/* The themes of a puzzle; docs/PUZZLES.md says when each holds. X(NAME, "name in the record") */
#define PUZZLE_THEMES(X)                                                                           \
    X(CAPTURE, "capture")                                                                          \
    X(CHAIN, "chain")                                                                              \
    X(THREAT, "threat")                                                                            \
    X(DOUBLE_THREAT, "double-threat")                                                              \
    X(DEFENCE, "defence")                                                                          \
    X(RESCUE, "rescue")                                                                            \
    X(LAST_LIBERTY, "last-liberty")                                                                \
    X(SACRIFICE, "sacrifice")                                                                      \
    X(EXCHANGE, "exchange")                                                                        \
    X(RED, "red")                                                                                  \
    X(ZUGZWANG, "zugzwang")                                                                        \
    X(CIRCUIT, "circuit")                                                                          \
    X(DETOUR, "detour")                                                                            \
    X(CENTRE, "centre")                                                                            \
    X(EDGE, "edge")                                                                                \
    X(JACK, "jack")                                                                                \
    X(SECOND, "second")                                                                            \
    X(GAIN, "gain")                                                                                \
    X(CLOSING, "closing")                                                                          \
    X(PASS, "pass")                                                                                \
    X(COUNT, "count")                                                                              \
    X(QUIET, "quiet")                                                                              \
    X(SHORT, "short")                                                                              \
    X(LONG, "long")

enum puzzle_theme {
#define PUZZLE_THEME(NAME, text) THEME_##NAME,
    PUZZLE_THEMES(PUZZLE_THEME)
#undef PUZZLE_THEME
        THEME_N
};

struct puzzle {
    char id[PUZZLE_ID_BYTES];
    struct setup setup;
    move_t moves[PUZZLE_MOVES_MAX]; /* that lead to it from the empty board */
    int moves_n;
    struct position position; /* where they lead */
    move_t solution;          /* the only move that reaches the goal there */
    int goal;                 /* margin that the side to move must reach (pns.h); 1: win */
    int plies;                /* of the solution, against the longest resistance (resist.h) */
    uint32_t themes;          /* bits 1 << enum puzzle_theme */
    int64_t nodes;            /* expanded to answer all its moves */
    int temptation;           /* thousandths */
    int rating;               /* first estimate, from the levels that solve it (puzzle_tries.h) */
    const char *win, *others; /* trees, borrowed from the JSON or the maker; both NULL: none */
};

/* Names the position: equal for positions that are the same up to symmetry. */
void puzzle_name(const struct position *p, char id[PUZZLE_ID_BYTES]);

/* The name of a theme in a record. */
const char *puzzle_theme_name(enum puzzle_theme theme);

enum puzzle_value {
    PUZZLE_UNIQUE, /* one move reaches the goal, every other does not */
    PUZZLE_MANY,   /* several do */
    PUZZLE_NONE,   /* none does */
    PUZZLE_OPEN,   /* that is not known within the bound */
};

struct puzzle_moves {
    move_t reach[MOVES_MAX]; /* moves that reach the goal, in the order of the rules */
    int n;
};

enum { PUZZLE_QUESTIONS = 3 };

/* Asks of each legal move of pz->position whether it reaches pz->goal, with so many nodes for each
 * question, and PUZZLE_QUESTIONS times as many for all; sets pz->solution (MOVE_NONE unless it is
 * unique) and pz->nodes. `pns` is emptied before. progress may be NULL; when it says stop, the
 * value is open. */
enum puzzle_value puzzle_prove(struct puzzle *pz, struct pns *pns, int64_t nodes_cap,
                               pns_progress *progress, void *context, struct puzzle_moves *out);

/* How many moves of a running position reach the goal, by a table of all positions; *only is the
 * last of them. -1 if the table does not have the position. */
int puzzle_reaching(const struct tablebase *t, const struct position *p, int goal, move_t *only);

/* 600 + 50 log2(nodes) + temptation, rounded: the estimate of a puzzle's rating from the work of
 * its proof and from how good the best wrong move looks, before the levels try it. */
int puzzle_belief(const struct puzzle *pz);

/* Sets pz->temptation by random playouts after each wrong move, and pz->id. */
void puzzle_tempt(struct puzzle *pz, struct rng *rng);

#endif
