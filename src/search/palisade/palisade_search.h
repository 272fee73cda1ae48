/* palisade_search.h - what the files of this folder give to Palisade's rows (game_search.h,
 * game_proof.h). */
#ifndef PALISADE_SEARCH_H
#define PALISADE_SEARCH_H
#include "search/game_search.h"
#include "search/proof/game_proof.h"

extern const struct pattern_set pattern_palisade;
void sight_palisade(const struct pns_keys *k, const struct position *p, struct pns_sight *out);

#endif
