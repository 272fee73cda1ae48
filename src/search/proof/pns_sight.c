/* pns_sight.c - asks the game's row. */
#include "search/proof/pns_sight.h"

#include "search/game_search.h"
#include "search/proof/game_proof.h"

int pns_sight_codes(const struct setup *s)
{
    return game_proofs[s->game]->sight_codes * s->players / 2;
}

bool sight_margin(const struct position *p, int *low, int *high)
{
    const struct game_search *search = game_search_of(p);
    if (search->margin == NULL)
        return false;
    search->margin(p, low, high);
    ASSERT(*low <= *high);
    return true;
}

int pns_margin(const struct pns_keys *k, const struct position *p)
{
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    if (k->claimant == 0)
        return points[p->side - 1] - points[2 - p->side];
    int most = INT16_MIN;
    for (int side = 1; side <= p->setup.players; side++)
        if (side != k->claimant && points[side - 1] > most)
            most = points[side - 1];
    int margin = points[k->claimant - 1] - most;
    return p->side == k->claimant ? margin : -margin;
}

void pns_sight(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    game_proofs[p->setup.game]->sight(k, p, out);
    ASSERT(out->key != 0 && out->low <= out->high && out->proof > 0 && out->disproof > 0);
}
