/* levee_search.c - Levee's rows for trees, and for proofs and counts. */
#include "search/levee/levee_search.h"

/* Few visits of a low level are good ones already, as a new node's moves are looked at by patterns:
 * so the low levels err more, and the lowest (0: weight visits + 1) play what they have not tried,
 * too. */
const struct game_search search_levee = {
    .levels = {.playouts = {.side = 9,
                            .nodes = {0, 1, 4, 9, 21, 55, 220, 950, 80000},
                            .power = {0, 0, 0, 0, 0, 128, 512, LEVEL_BEST, LEVEL_BEST},
                            .shares = {0, 0, 82, 81, 76, 78, 80, 77, 77}},
               .low_ask = true,
               .net = {.side = 9,
                       .nodes = {0, 1, 1, 1, 1, 1, 1, 1, 5000},
                       .power = {0, 1, 14, 25, 36, 48, 62, 86, LEVEL_BEST},
                       .shares = {0, 0, 75, 75, 77, 77, 75, 75, 78}}},
    .prior = {.samples = 20, .point = 0, .pattern = 15},
    .patterns = &pattern_levee,
    .playout = NULL,
    .leaf_width = 11,
    .leaf_scalar = true,
    .lean = 10,
    .margin = NULL,
    .signature = {{5, 5, 2, 0, 0}, {9, 9, 2, 0, 12}, {13, 13, 2, 0, 20}},
};

const struct game_proof proof_levee = {
    .sight_codes = 1,
    .sight = sight_levee,
    .live = live_levee,
    .digits = {.point_radix = game_proof_two,
               .point_digit = game_proof_one}, /* all stones are alike */
    .puzzle_size = "5",
    .puzzle_least = 10,
};
