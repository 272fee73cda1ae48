#include "rules/palisade.h"

#include "base/err.h"
#include "rules/position.h"

const struct game game_palisade = {
    .id = GAME_PALISADE,
    .name = "palisade",
    .title = "Palisade",
    .designer = "Mark Steere",
    .year = "2007",
    .summary = "Close diagonal loops: all that lies within is yours.",
    .size_min = 3,
    .size_max = 25,
    .size_step = 2,
    .size_default = 19,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = true,
    .symmetries = 0xff,
    .symmetries_swap = 0,
};
