/* claims_score.h - who scores which square of the claims game (rule C8), eight squares at once. */
#ifndef CLAIMS_SCORE_H
#define CLAIMS_SCORE_H
#include "rules/claims/claims_legal.h"

/* C8: for each of the squares from q the side that scores it, or 0. Pads have no owner. */
CLAIMS_INLINE lanes_t score_lanes(const struct claims *c, struct claims_board b, int q,
                                  bool jacked_scores)
{
    lanes_t stack = lanes_load(c->planes + q);
    lanes_t empty = stack == 0;
    lanes_t scorer = {0};
    for (int side = 1; side <= b.players; side++) {
        lanes_t most = lanes_load(claims_plane_read(c, b, side) + q) > 0;
        if (b.players > 2) { /* with two, the margins say it on empty squares */
            lanes_t mine = lanes_load(claims_plane_read(c, b, side) + q);
            for (int other = 1; other <= b.players; other++)
                if (other != side)
                    most &= mine > lanes_load(claims_plane_read(c, b, other) + q);
        }
        scorer |= most & empty & (int16_t)side;
    }
    if (jacked_scores) { /* as stack_jacked() */
        lanes_t doubled = (stack & STACK_DOUBLED) != 0;
        lanes_t jacked = (stack >> STACK_HEIGHT_SHIFT) + doubled >= 2;
        scorer |= stack & STACK_SIDE & jacked;
    }
    return scorer;
}

/* The sum of lanes, none of them below 0: the product adds all to the topmost. */
CLAIMS_INLINE int lanes_sum(lanes_t lanes)
{
    uint64_t half[2];
    __builtin_memcpy(half, &lanes, sizeof half);
    return (int)((half[0] + half[1]) * 0x0001000100010001u >> 48);
}

/* C8 for two players, without stacks that score: adds the points of each to points[side - 1]. The
 * margins say who scores an empty square. */
CLAIMS_INLINE void score_two(const struct claims *c, struct claims_board b,
                             int16_t points[PLAYERS_MAX])
{
    const int16_t *first = claims_plane_read(c, b, 1);
    const int16_t *second = claims_plane_read(c, b, 2);
    lanes_t sums[2] = {{0}};
    for (int q = 0; q < claims_stride(b); q += LANES) {
        lanes_t empty = lanes_load(c->planes + q) == 0;
        sums[0] -= (lanes_load(first + q) > 0) & empty;
        sums[1] -= (lanes_load(second + q) > 0) & empty;
    }
    points[0] = (int16_t)(points[0] + lanes_sum(sums[0]));
    points[1] = (int16_t)(points[1] + lanes_sum(sums[1]));
}

/* C8: adds the points of each side to points[side - 1]. */
CLAIMS_INLINE void score_add(const struct claims *c, struct claims_board b, bool jacked_scores,
                             int16_t points[PLAYERS_MAX])
{
    lanes_t sums[PLAYERS_MAX] = {{0}};
    for (int q = 0; q < claims_stride(b); q += LANES) {
        lanes_t scorer = score_lanes(c, b, q, jacked_scores);
        for (int side = 1; side <= b.players; side++)
            sums[side - 1] -= scorer == (int16_t)side;
    }
    for (int side = 1; side <= b.players; side++)
        points[side - 1] = (int16_t)(points[side - 1] + lanes_sum(sums[side - 1]));
}

/* C8: adds the points of each side to points[side - 1], in the quickest way. */
CLAIMS_INLINE void score_board(const struct claims *c, struct claims_board b, bool jacked_scores,
                               int16_t points[PLAYERS_MAX])
{
    if (b.players == 2 && !jacked_scores)
        score_two(c, b, points);
    else if (b.players == 2)
        score_add(c, claims_for_two(b), true, points);
    else
        score_add(c, b, jacked_scores, points);
}

#endif
