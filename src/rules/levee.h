/* levee.h - the state of a levee position. */
#ifndef LEVEE_H
#define LEVEE_H
#include "rules/game.h"

struct levee {
    uint8_t owner[POINTS_MAX];
};

extern const struct game game_levee;

#endif
