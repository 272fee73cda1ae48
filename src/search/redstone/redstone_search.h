/* redstone_search.h - what the files of this folder give to Redstone's rows (game_search.h,
 * game_proof.h). */
#ifndef REDSTONE_SEARCH_H
#define REDSTONE_SEARCH_H
#include "search/game_search.h"
#include "search/proof/game_proof.h"

extern const struct pattern_set pattern_redstone;
void sight_redstone(const struct pns_keys *k, const struct position *p, struct pns_sight *out);

#endif
