/* claims_search.h - what the files of this folder give to Claims's rows (game_search.h,
 * game_proof.h). */
#ifndef CLAIMS_SEARCH_H
#define CLAIMS_SEARCH_H
#include "search/game_search.h"
#include "search/proof/game_proof.h"

void sight_claims(const struct pns_keys *k, const struct position *p, struct pns_sight *out);
void sight_claims_margin(const struct position *p, int *low, int *high);

#endif
