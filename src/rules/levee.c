#include "rules/levee.h"

#include "base/err.h"
#include "rules/position.h"

const struct game game_levee = {
    .id = GAME_LEVEE,
    .name = "levee",
    .title = "Levee",
    .designer = "Mark Steere",
    .year = "2007",
    .summary = "Dam every channel that leads from the spring to your opponent's shores.",
    .size_min = 3,
    .size_max = 25,
    .size_step = 2,
    .size_default = 13,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = false,
    .symmetries = 0xff,
    .symmetries_swap = 0xf0,
};
