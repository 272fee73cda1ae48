/* puzzle_record.h - a puzzle as a line of JSON (docs/PUZZLES.md), checked by the rules alone. */
#ifndef PUZZLE_RECORD_H
#define PUZZLE_RECORD_H
#include "search/proof/proof_check.h"
#include "search/proof/puzzle.h"
#include <jansson.h>

/* A question about a puzzle without trees may take these. */
enum { PUZZLE_RECORD_NODES = 200000 };

/* A new reference, or NULL when memory is out. */
MUST_USE json_t *puzzle_record_write(const struct puzzle *pz);

/* Reads and replays one; texts are borrowed from json. Returns 0, or ERR_SYNTAX or ERR_ILLEGAL
 * with a sentence in *why. */
MUST_USE int puzzle_record_read(const json_t *json, struct puzzle *out, const char **why);

/* Checks that the solution reaches the goal and no other move does. A puzzle without trees is
 * proved first (proof_write.h), and the new trees are checked. Returns 0 or a negative ERR_*
 * (ERR_NOT_FOUND: it cannot be proved within PUZZLE_RECORD_NODES), and the verdict of proof_check.h
 * on the first wrong tree. */
MUST_USE int puzzle_record_check(const struct puzzle *pz, uint64_t memory_bytes,
                                 struct proof_verdict *out);

#endif
