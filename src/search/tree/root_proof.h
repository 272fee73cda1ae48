/* root_proof.h - a short proof search (pns.h) for the root, before the rounds of a search that only
 * time limits. On small boards it finds wins that rounds miss: they follow the likely moves, and a
 * win may hang on an unlikely one (docs/lab/nets.md, "Won positions on solved boards"). */
#ifndef ROOT_PROOF_H
#define ROOT_PROOF_H
#include "rules/game.h"
#include "search/proof/pns.h"

/* The proof search of the last setup. It keeps what it has proved for the next position of that
 * setup. A new struct is zeroed. */
struct root_proof {
    struct pns *pns;
    struct setup setup;
};

/* True iff positions of that setup are asked about: boards of at most 25 points and two players. */
bool root_proof_wants(const struct setup *s);

/* A move that wins p, a running position of such a setup; MOVE_NONE if p is not won, if that is not
 * found out before enough(context) is true (asked every 256 positions), or if there is no memory.
 * It takes 8 MiB at the first call. */
move_t root_proof_move(struct root_proof *r, const struct position *p, bool (*enough)(void *),
                       void *context);

void root_proof_free(struct root_proof *r);

#endif
