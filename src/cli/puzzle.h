/* puzzle.h - a puzzle as a line of JSON (docs/PUZZLES.md), and its check by the rules alone. */
#ifndef PUZZLE_H
#define PUZZLE_H
#include "rules/position.h"
#include "search/proof/proof_check.h"
#include <jansson.h>

enum {
    PUZZLE_MOVES_MAX = 1024,
    PUZZLE_ID_BYTES = 10,        /* the first letter of the game, eight hexadecimal digits, '\0' */
    PUZZLE_PROVE_NODES = 200000, /* a question about a puzzle without trees may take these */
};

/* What happens in a puzzle; docs/PUZZLES.md says when each holds. X(NAME, "name in the record") */
#define PUZZLE_THEMES(X)                                                                           \
    X(CAPTURE, "capture")                                                                          \
    X(DOUBLE_THREAT, "double-threat")                                                              \
    X(CUT, "cut")                                                                                  \
    X(CIRCUIT, "circuit")                                                                          \
    X(SACRIFICE, "sacrifice")                                                                      \
    X(ZUGZWANG, "zugzwang")                                                                        \
    X(JACK, "jack")                                                                                \
    X(RED, "red")                                                                                  \
    X(PASS, "pass")                                                                                \
    X(COUNT, "count")

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
    int rating;               /* first estimate, on the scale of the players' ratings */
    const char *win, *others; /* trees, borrowed from the JSON or the maker; both NULL: none */
};

/* Names the position: equal for positions that are the same up to symmetry. */
void puzzle_name(const struct position *p, char id[PUZZLE_ID_BYTES]);

/* 600 + 100 x log2(nodes) / 2 + temptation, rounded: a first estimate by the work of the proof and
 * by how good the best wrong move looks. */
int puzzle_rating(int64_t nodes, int temptation);

/* A new reference, or NULL when memory is out. */
MUST_USE json_t *puzzle_to_json(const struct puzzle *pz);

/* Reads and replays one; texts are borrowed from json. Returns 0, or ERR_SYNTAX or ERR_ILLEGAL
 * with a sentence in *why. */
MUST_USE int puzzle_from_json(const json_t *json, struct puzzle *out, const char **why);

/* Checks that the solution reaches the goal and no other move does. A puzzle without trees is
 * proved first (proof_write.h), and the new trees are checked. Returns 0 or a negative ERR_*
 * (ERR_NOT_FOUND: it cannot be proved within PUZZLE_PROVE_NODES), and what proof_check.h says of
 * the first tree that is wrong. */
MUST_USE int puzzle_check(const struct puzzle *pz, uint64_t memory_bytes,
                          struct proof_verdict *out);

#endif
