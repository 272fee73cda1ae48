/* proof_check.h - checks a written proof with nothing but the rules (docs/PROOFS.md).
 *
 * It uses no search, no table and no hash, and only one lemma, that of Levee. The claimant is the
 * player whose goal is proved. They need one move in each of their positions; for the other player
 * every legal move is tried. When the proof cites an earlier position, the two are compared point
 * by point, through the symmetry that the proof names. Only a position whose proof is complete may
 * be cited, so no argument runs in a circle.
 *
 * A tree is words separated by blanks, in depth-first order, one for each position of the claimant:
 *
 *     d4         their move there; then, for each legal answer in the order of position_legal(),
 *                the words of the position after it (none if the game is over)
 *     =17        this position is that of word d4-like number 17, counted from 0 in order of
 *     =17/5      appearance, or becomes it through symmetry 5 (rules/move.h)
 *     ~17, ~17/5 the two agree in all that matters (Levee: proof_form.h, docs/lab/sight-lemmas.md)
 */
#ifndef PROOF_CHECK_H
#define PROOF_CHECK_H
#include "rules/game.h"
#include "search/proof/proof_text.h"

enum { PROOF_VERSION = 2, PROOF_DEPTH_MAX = 1024 /* plies of a proof */ };

/* The result of a check: its counts, or the reason for the refusal. */
struct proof_verdict {
    int64_t nodes_n;     /* positions of the claimant proved by a move */
    int64_t cited_n;     /* positions proved by citing another */
    int64_t positions_n; /* positions reached by the rules in all */
    move_t first;        /* what the claimant plays at the start; MOVE_NONE: the other begins */
    uint64_t at;         /* offset of the word at fault */
    char text[256];      /* one sentence, "" if all is well */
};

/* The head of a proof file: the claim that it makes. */
struct proof_claim {
    struct setup setup;
    struct position *position; /* caller's storage: where the proof starts */
    int side;                  /* the claimant: the side to move there, or the other */
    int margin;                /* the claimant's points minus the other's are at least this */
};

/* Checks that the claimant reaches at least that margin from p. The claimant is to move there if
 * his_move, otherwise the other player is. except: a move of the other player that needs no answer
 * (MOVE_NONE: none); it serves to show that all other moves lose. The text must end with the tree.
 * memory_bytes bounds the memory of positions: only those that are cited somewhere are kept.
 * Returns 0, ERR_SYNTAX (an unknown word), ERR_ILLEGAL (the proof is wrong), ERR_FULL (memory,
 * depth) or ERR_NO_MEMORY; *out has the details. */
MUST_USE int proof_check_tree(const struct position *p, bool his_move, int margin, move_t except,
                              const char *text, size_t len, uint64_t memory_bytes,
                              struct proof_verdict *out);

/* The same for a whole file in memory. *claim is filled as far as it was read. */
MUST_USE int proof_check_file(const char *text, size_t len, uint64_t memory_bytes,
                              struct proof_claim *claim, struct proof_verdict *out);

/* The same for a file that is read as it is checked, twice over. Also ERR_IO: it cannot be read. */
MUST_USE int proof_check_stream(const struct proof_source *source, uint64_t memory_bytes,
                                struct proof_claim *claim, struct proof_verdict *out);

#endif
