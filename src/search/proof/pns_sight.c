/* pns_sight.c - calls the game's own. */
#include "search/proof/pns_sight.h"

int pns_sight_codes(const struct setup *s)
{
    static const uint8_t codes[GAME_N] = {
        [GAME_PALISADE] = 3, [GAME_REDSTONE] = 3, [GAME_LEVEE] = 1, [GAME_CLAIMS] = 64};
    return codes[s->game];
}

bool sight_margin(const struct position *p, int *low, int *high)
{
    if (p->setup.game != GAME_CLAIMS)
        return false;
    sight_claims_margin(p, low, high);
    ASSERT(*low <= *high);
    return true;
}

void pns_sight(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    static void (*const sights[GAME_N])(const struct pns_keys *k, const struct position *p,
                                        struct pns_sight *out) = {
        [GAME_PALISADE] = sight_palisade,
        [GAME_REDSTONE] = sight_redstone,
        [GAME_LEVEE] = sight_levee,
        [GAME_CLAIMS] = sight_claims,
    };
    sights[p->setup.game](k, p, out);
    ASSERT(out->key != 0 && out->low <= out->high && out->proof > 0 && out->disproof > 0);
}
