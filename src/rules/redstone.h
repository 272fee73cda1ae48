/* redstone.h - the state of a redstone position. */
#ifndef REDSTONE_H
#define REDSTONE_H
#include "rules/game.h"

struct redstone {
    uint8_t owner[POINTS_MAX];
};

extern const struct game game_redstone;

#endif
