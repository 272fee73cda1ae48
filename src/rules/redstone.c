#include "rules/redstone.h"

#include "base/err.h"
#include "rules/position.h"

const struct game game_redstone = {
    .id = GAME_REDSTONE,
    .name = "redstone",
    .title = "Redstone",
    .designer = "Mark Steere",
    .year = "2012",
    .summary = "Go in which only red stones capture, and red stones stay for ever.",
    .size_min = 2,
    .size_max = 25,
    .size_step = 1,
    .size_default = 13,
    .players_min = 2,
    .players_max = 2,
    .options = OPTION_SWAP,
    .options_default = OPTION_SWAP,
    .rectangular = false,
    .has_red = true,
    .has_pass = false,
    .has_swap = true,
    .has_score = false,
    .symmetries = 0xff,
    .symmetries_swap = 0,
};
