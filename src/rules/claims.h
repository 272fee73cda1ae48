/* claims.h - the state of a claims position. */
#ifndef CLAIMS_H
#define CLAIMS_H
#include "rules/game.h"

struct claims {
    uint8_t owner[POINTS_MAX];
};

extern const struct game game_claims;

#endif
