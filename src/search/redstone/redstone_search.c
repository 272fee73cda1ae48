/* redstone_search.c - Redstone's rows for trees, and for proofs and counts. */
#include "search/redstone/redstone_search.h"

static int point_radix(const struct setup *s)
{
    (void)s;
    return 4;
}

static int point_digit(const struct setup *s, struct cell c)
{
    (void)s;
    return c.owner == OWNER_NEUTRAL ? 3 : c.owner;
}

const struct game_search search_redstone = {
    .levels = {.playouts = {.side = 7,
                            .nodes = {0, 90, 120, 195, 350, 500, 1500, 6000, 24000},
                            .power = {0, 128, 256, 384, 768, LEVEL_BEST, LEVEL_BEST, LEVEL_BEST,
                                      LEVEL_BEST},
                            .shares = {0, 0, 86, 84, 84, 88, 82, 84, 78}},
               .low_ask = false,
               .net = {.side = 9,
                       .nodes = {0, 1, 1, 1, 1, 1, 1, 7, 4000},
                       .power = {0, 36, 53, 74, 105, 149, 236, 768, LEVEL_BEST},
                       .shares = {0, 0, 89, 87, 89, 84, 88, 90, 99}}},
    .prior = {.samples = 20, .point = 0, .pattern = 50},
    .patterns = &pattern_redstone,
    .playout = NULL,
    .leaf_width = 9,
    .margin = NULL,
    .signature = {{5, 5, 2, OPTION_SWAP, 0}, {7, 7, 2, OPTION_SWAP, 1}, {13, 13, 2, 0, 40}},
};

const struct game_proof proof_redstone = {
    .sight_codes = 3,
    .sight = sight_redstone,
    .digits = {.point_radix = point_radix, .point_digit = point_digit},
    .puzzle_size = "4",
    .puzzle_least = 40,
};
