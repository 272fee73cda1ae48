/* view_claims.c - the marks that its board draws besides the stacks: claims. */
#include "base/err.h"
#include "rules/claims/claims.h"
#include "rules/position.h"
#include "wasm/api.h"
#include "wasm/slot.h"

int EXPORT(hoshi_claims)(int slot)
{
    const struct position *p = api_slot(slot);
    if (p == NULL || p->setup.game != GAME_CLAIMS)
        return ERR_RANGE;
    int32_t *out = api_numbers();
    int squares = p->setup.width * p->setup.height;
    for (int at = 0; at < squares; at++)
        for (int side = 1; side <= PLAYERS_MAX; side++)
            out[PLAYERS_MAX * at + side - 1] =
                side <= p->setup.players ? claims_count(p, (point_t)at, side) : 0;
    return squares;
}
