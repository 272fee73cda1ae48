/* palisade_search.c - Palisade's rows for trees, and for proofs and counts. */
#include "search/palisade/palisade_search.h"

const struct game_search search_palisade = {
    .levels = {.playouts = {.side = 9,
                            .nodes = {0, 75, 150, 330, 750, 1000, 3000, 10000, 100000},
                            .power = {0, 128, 256, 384, 768, LEVEL_BEST, LEVEL_BEST, LEVEL_BEST,
                                      LEVEL_BEST},
                            .shares = {0, 0, 85, 84, 85, 85, 79, 81, 87}},
               .low_ask = false,
               .net = {.side = 9,
                       .nodes = {0, 1, 1, 1, 1, 5, 52, 320, 6000},
                       .power = {0, 36, 53, 77, 122, 768, 768, 768, LEVEL_BEST},
                       .shares = {0, 0, 86, 86, 81, 78, 82, 88, 88}}},
    .prior = {.samples = 20, .point = 8, .pattern = 50},
    .patterns = &pattern_palisade,
    .playout = NULL,
    .leaf_width = 13,
    .lean = 10,
    .margin = NULL,
    .signature = {{5, 5, 2, 0, 0}, {7, 7, 2, 0, 12}, {13, 13, 2, 0, 30}},
};

const struct game_proof proof_palisade = {
    .sight_codes = 3,
    .sight = sight_palisade,
    .digits = {.point_radix = game_proof_two,
               .point_digit = game_proof_one}, /* P1 tells whose a stone is */
    .puzzle_size = "7",
    .puzzle_least = 40,
};
