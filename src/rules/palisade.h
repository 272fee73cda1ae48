/* palisade.h - the state of a palisade position. */
#ifndef PALISADE_H
#define PALISADE_H
#include "rules/game.h"

struct palisade {
    uint8_t owner[POINTS_MAX];
};

extern const struct game game_palisade;

#endif
