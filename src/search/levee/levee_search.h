/* levee_search.h - what the files of this folder give to Levee's rows (game_search.h,
 * game_proof.h). */
#ifndef LEVEE_SEARCH_H
#define LEVEE_SEARCH_H
#include "search/game_search.h"
#include "search/proof/game_proof.h"

extern const struct pattern_set pattern_levee;
void sight_levee(const struct pns_keys *k, const struct position *p, struct pns_sight *out);
bool live_levee(const struct position *p, uint8_t live[POINTS_MAX]);

#endif
