/* puzzle.h - a puzzle as a line of JSON (docs/PROOFS.md), and its check by the rules alone. */
#ifndef PUZZLE_H
#define PUZZLE_H
#include "rules/position.h"
#include "search/proof/proof_check.h"
#include <jansson.h>

enum { PUZZLE_MOVES_MAX = 1024 };

struct puzzle {
    struct setup setup;
    move_t moves[PUZZLE_MOVES_MAX]; /* that lead to it from the empty board */
    int moves_n;
    struct position position; /* where they lead */
    move_t solution;          /* the only move that wins there */
    int64_t nodes;            /* expanded to answer all its moves */
    int temptation;           /* thousandths */
    int rating;
    const char *win, *others; /* trees; borrowed from the JSON or the maker */
};

/* 10 x log2(nodes) + temptation / 10, rounded. */
int puzzle_rating(int64_t nodes, int temptation);

/* A new reference, or NULL when memory is out. */
MUST_USE json_t *puzzle_to_json(const struct puzzle *pz);

/* Reads and replays one; texts are borrowed from json. Returns 0, or ERR_SYNTAX or ERR_ILLEGAL
 * with a sentence in *why. */
MUST_USE int puzzle_from_json(const json_t *json, struct puzzle *out, const char **why);

/* That the solution wins and nothing else does. Returns 0 or a negative ERR_*, and what
 * proof_check.h says of the first tree that is wrong. */
MUST_USE int puzzle_check(const struct puzzle *pz, uint64_t memory_bytes,
                          struct proof_verdict *out);

#endif
