/* proof_write.h - writes the proof of an answered question, for proof_check.h to check.
 *
 * The writer walks the real game tree: for the claimant the move that the search found cheapest,
 * for the other every legal move. If the table has dropped a position, the writer searches it
 * again. Positions that were written before, up to symmetry, are cited; in Levee also those that
 * agree with one in all that matters (proof_form.h). */
#ifndef PROOF_WRITE_H
#define PROOF_WRITE_H
#include "search/proof/pns.h"

struct proof_written {
    int64_t nodes_n; /* words that are moves */
    int64_t cited_n; /* words that cite */
    int64_t bytes_n;
};

/* Everything after the last `move` of a header is the caller's position. start (may be NULL: the
 * empty board) is where moves[0 … moves_n - 1] begin; they lead to p. The claimant is the side
 * that reaches the margin `goal` asks for (value > 0), or prevents it (value < 0). */
struct proof_from {
    const struct position *start;
    const move_t *moves;
    int moves_n;
};

/* Writes a whole file for the question (p, goal), which is answered in s. Memory for citations is
 * bounded by memory_bytes; when it is full, positions are written again. Returns 0, ERR_IO (write
 * failed), ERR_NO_MEMORY, ERR_NOT_FOUND (the question is not answered), ERR_TOO_BIG (more than
 * bytes_cap; 0: no limit), or ERR_BUSY (stopped). */
MUST_USE int proof_write_file(struct pns *s, const struct position *p, int goal,
                              const struct proof_from *from, uint64_t memory_bytes,
                              uint64_t bytes_cap, pns_write *write, void *context,
                              struct proof_written *out);

/* Only the tree, as proof_check_tree reads it: the claimant is to move iff his_move, their margin
 * is at least `margin`, and `except` needs no answer. Adds to out->bytes_n, which the caller sets
 * before: bytes_cap bounds the sum of several trees. */
MUST_USE int proof_write_tree(struct pns *s, const struct position *p, bool his_move, int margin,
                              move_t except, uint64_t memory_bytes, uint64_t bytes_cap,
                              pns_write *write, void *context, struct proof_written *out);

#endif
