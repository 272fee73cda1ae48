#include "rules/claims.h"

#include "base/err.h"
#include "rules/position.h"

const struct game game_claims = {
    .id = GAME_CLAIMS,
    .name = "claims",
    .title = "Claims",
    .designer = "Barrie Evans",
    .year = "2002, 2005",
    .summary = "Stack pieces to lay claims, and hold the squares that nobody else may enter.",
    .size_min = 2,
    .size_max = 25,
    .size_step = 1,
    .size_default = 8,
    .players_min = 2,
    .players_max = 4,
    .options = OPTION_JACKED,
    .options_default = 0,
    .rectangular = true,
    .has_red = false,
    .has_pass = true,
    .has_swap = false,
    .has_score = true,
    .symmetries = 0xff,
    .symmetries_swap = 0,
};
