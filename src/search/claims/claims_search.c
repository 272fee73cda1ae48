/* claims_search.c - Claims's rows for trees, and for proofs and counts. */
#include "search/claims/claims_search.h"

static int point_radix(const struct setup *s)
{
    int most = 0;
    for (point_t at = 0; at < s->width * s->height; at++) {
        int height = claims_height_bound(s->width, s->height, at);
        most = height > most ? height : most;
    }
    return 1 + s->players * 2 * most;
}

/* Jacked follows from height and doubling (claims.h, invariant 3). */
static int point_digit(const struct setup *s, struct cell c)
{
    return 1 + (c.owner - 1) + s->players * ((c.flags & CELL_DOUBLED ? 1 : 0) + 2 * (c.height - 1));
}

/* Passes, additional plays (C9), and the attackers of each side. */
static void state_radices(const struct setup *s, int radix[GAME_STATE_DIGITS])
{
    radix[0] = s->players + 1;
    radix[1] = s->players;
    for (int i = 0; i < PLAYERS_MAX; i++)
        radix[2 + i] = s->players > 2 ? 1 << s->players : 1;
}

static void state_digits(const struct position *p, int digit[GAME_STATE_DIGITS])
{
    const struct claims *c = &p->u.claims;
    digit[0] = c->passes;
    digit[1] = c->more;
    for (int i = 0; i < PLAYERS_MAX; i++)
        digit[2 + i] = c->attackers[i];
}

/* Few visits of a low level are good ones already, as a new node's moves are looked at by the
 * points that they win: so the low levels err more, and the lowest (0: weight visits + 1) play what
 * they have not tried, too. */
const struct game_search search_claims = {
    .levels = {.playouts = {.side = 6,
                            .nodes = {0, 12, 20, 50, 110, 270, 900, 3800, 40000},
                            .power = {0, 0, 128, 256, 512, LEVEL_BEST, LEVEL_BEST, LEVEL_BEST,
                                      LEVEL_BEST},
                            .shares = {0, 0, 82, 78, 89, 84, 78, 78, 82}},
               .low_ask = false,
               .net = {.side = 8,
                       .nodes = {0, 1, 1, 1, 1, 1, 17, 130, 4000},
                       .power = {0, 26, 41, 58, 84, 140, 768, 768, LEVEL_BEST},
                       .shares = {0, 0, 89, 86, 88, 86, 90, 86, 96}}},
    .prior = {.samples = 20, .point = 12, .pattern = 0},
    .patterns = NULL,
    .playout = claims_playout_careful,
    .lean = 10,
    .beside = {.playouts = 2, .least = 8, .most = 15},
    .margin = sight_claims_margin,
    .signature = {{4, 4, 2, 0, 0},
                  {8, 8, 2, OPTION_JACKED, 20},
                  {12, 9, 2, 0, 30},
                  {7, 7, 3, 0, 9},
                  {8, 8, 4, 0, 24}},
};

const struct game_proof proof_claims = {
    .sight_codes = 64,
    .sight = sight_claims,
    .digits = {.point_radix = point_radix,
               .point_digit = point_digit,
               .state_radices = state_radices,
               .state_digits = state_digits},
    .puzzle_size = "3",
    .puzzle_least = 40,
};
