#include "search/proof/game_proof.h"

const struct game_proof *const game_proofs[GAME_N] = {
#define GAME_PROOF_ROW(NAME, name) [GAME_##NAME] = &proof_##name,
    GAME_LIST(GAME_PROOF_ROW)
#undef GAME_PROOF_ROW
};

int game_proof_two(const struct setup *s)
{
    (void)s;
    return 2;
}

int game_proof_one(const struct setup *s, struct cell c)
{
    (void)s;
    (void)c;
    return 1;
}
