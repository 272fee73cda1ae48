/* planes_claims.c - a position of the claims game between two, without `jacked`, as a net sees it
 * (planes.h).
 *
 *     2  legal for the side to move         8   stacks of three or more: diagonal claims (C3)
 *     3  legal for the other                9   all points if the other has just passed (C7)
 *     4  own stacks                         10  claims of the side to move more than the other's:
 *     5  the other's stacks                     CLAIM for each
 *     6  heights, HEIGHT for each           11  the other's more
 *     7  stacks doubled by their occupant   12  squares that the side to move scores (C8)
 *                                           13  squares that the other scores
 *     14, 15  all points by how far the side to move, and the other, is ahead: LEAD for each point
 *
 * All rules compare claims of the one with claims of the other, so the difference tells enough. */
#include "net/planes_int.h"

enum {
    LEGAL_THEIRS = PLANE_OWN,
    STACK,
    HEIGHTS = STACK + 2,
    DOUBLED,
    TALL,
    PASSED,
    MORE,
    SCORES = MORE + 2,
    LEADS = SCORES + 2,
    PLANES = LEADS + 2
};

enum { HEIGHT = 16, CLAIM = 20, LEAD = 8, TALL_LEAST = 3 };

/* The margins of a side (claims.h). */
static const int16_t *margins_of(const struct position *p, int side)
{
    int squares = p->setup.width * p->setup.height;
    int stride = (squares + CLAIMS_GROUP - 1) / CLAIMS_GROUP * CLAIMS_GROUP;
    return p->u.claims.planes + side * stride;
}

static void fill_stack(uint8_t *point, int stack, int me)
{
    int height = stack >> 8;
    point[(stack & 7) == me ? STACK : STACK + 1] = PLANE_ONE;
    point[HEIGHTS] = planes_scaled(height, HEIGHT);
    point[DOUBLED] = (stack & 8) != 0 ? PLANE_ONE : 0;
    point[TALL] = height >= TALL_LEAST ? PLANE_ONE : 0;
}

static void fill(const struct position *p, uint8_t *out, int planes)
{
    const struct setup *s = &p->setup;
    int me = p->side;
    const int16_t *stacks = margins_of(p, 0);
    const int16_t *mine = margins_of(p, me);
    const int16_t *theirs = margins_of(p, 3 - me);
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    int lead = points[me - 1] - points[2 - me];
    uint8_t passed = p->u.claims.passes > 0 ? PLANE_ONE : 0;
    for (int at = 0; at < s->width * s->height; at++) {
        uint8_t *point = planes_at(out, s, planes, at);
        int more = mine[at]; /* the claims of the side to move, less the other's */
        if (stacks[at] != 0) {
            int height = stacks[at] >> 8;
            more = (stacks[at] & 7) == me ? -(theirs[at] + height) : mine[at] + height;
            fill_stack(point, stacks[at], me);
        } else if (more != 0) {
            point[more > 0 ? SCORES : SCORES + 1] = PLANE_ONE;
        }
        point[PLANE_LEGAL] = mine[at] >= 0 ? PLANE_ONE : 0;
        point[LEGAL_THEIRS] = theirs[at] >= 0 ? PLANE_ONE : 0;
        point[PASSED] = passed;
        point[more > 0 ? MORE : MORE + 1] = planes_scaled(more > 0 ? more : -more, CLAIM);
        point[lead > 0 ? LEADS : LEADS + 1] = planes_scaled(lead > 0 ? lead : -lead, LEAD);
    }
}

const struct planes_row planes_claims = {
    .n = PLANES, .kinds = 1, .blind = OPTION_JACKED, .version = 1, .boards = {6, 19}, .fill = fill};
