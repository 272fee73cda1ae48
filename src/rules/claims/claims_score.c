/* claims_score.c - what a position is worth: the score and the owners of squares (C8), the end, and
 * the hash. */
#include "rules/claims/claims_score.h"
#include "rules/claims/claims_int.h"

uint64_t claims_hash(const struct position *p, int symmetry)
{
    int w = p->setup.width;
    int h = p->setup.height;
    const int16_t *stacks = p->u.claims.planes;
    uint64_t hash = claims_turn_key(p);
    for (point_t q = 0; q < w * h; q++)
        if (stacks[q] != 0)
            hash ^=
                claims_stack_key(symmetry == 0 ? q : symmetry_point(symmetry, w, h, q), stacks[q]);
    return hash;
}

void claims_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    score_board(&p->u.claims, claims_board_of(p), claims_jacked(p), points);
}

void claims_result(const struct position *p, struct result *out)
{
    struct claims_board b = claims_board_of(p);
    claims_score(p, out->points);
    for (int q = 0; q < claims_stride(b); q += LANES) {
        lanes_t scorer = score_lanes(&p->u.claims, b, q, claims_jacked(p));
        for (int i = 0; i < LANES && q + i < claims_squares(b); i++)
            out->owner[q + i] = (uint8_t)scorer[i];
    }
}

void claims_end(struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    claims_score(p, points);
    p->over = true;
    p->winner = 1;
    bool shared = false;
    for (int side = 2; side <= p->setup.players; side++) {
        if (points[side - 1] > points[p->winner - 1]) {
            p->winner = (uint8_t)side;
            shared = false;
        } else if (points[side - 1] == points[p->winner - 1]) {
            shared = true;
        }
    }
    if (shared) /* C8: equal highest scores draw */
        p->winner = 0;
}
