/* planes_palisade.c - a position of Palisade as a net sees it (planes.h).
 *
 *     2  open points of the side to move      5  enemy stones
 *     3  open points of the enemy             6  own points (P6)
 *     4  own stones                           7  the enemy's points
 *     8, 9  what a stone there wins at once, of each side: GAIN + EACH for each point
 *    10, 11 what it and one more could fence in (planes_palisade_pairs.h): PAIR + EACH for each */
#include "net/planes_int.h"
#include "net/planes_palisade_pairs.h"

enum { THEIRS = PLANE_OWN, STONE, POINT = STONE + 2, WINS = POINT + 2, PAIRS = WINS + 2 };

enum { GAIN = 26, PAIR = 16, EACH = 3 };

/* The points that the owner of the lattice wins by a stone there, whichever side is to move.
 * Without two stones at its diagonals it closes no loop. */
static int gain(const struct position *p, int at, int side, int had, unsigned near)
{
    struct position after;
    int16_t points[PLAYERS_MAX];
    if (__builtin_popcount(near & 15u) < 2)
        return 0;
    position_copy(&after, p);
    after.side = (uint8_t)side;
    position_play_legal(&after, (move_t)at);
    position_score(&after, points);
    return points[side - 1] - had;
}

static uint8_t scaled(int first, int points)
{
    return points > 0 ? planes_scaled(first + EACH * points, 1) : 0;
}

static void fill(const struct position *p, uint8_t *out, int planes)
{
    const struct setup *s = &p->setup;
    const uint8_t *state = palisade_states(&p->u.palisade);
    const uint8_t *near = palisade_near(&p->u.palisade);
    int16_t pairs[PALISADE_NODES_MAX];
    struct result r;
    int me = p->side;
    position_result(p, &r);
    planes_pairs(p, r.owner, pairs);
    for (int at = 0; at < s->width * s->width; at++) {
        int x = at % s->width;
        int y = at / s->width;
        int node = (y + 1) * (s->width + 2) + x + 1;
        int side = 1 + ((x + y) & 1); /* P1 */
        bool mine = side == me;
        uint8_t *point = planes_at(out, s, planes, at);
        if (state[node] == 0) {
            point[mine ? PLANE_LEGAL : THEIRS] = PLANE_ONE;
            int wins = gain(p, at, side, r.points[side - 1], near[node]);
            point[mine ? WINS : WINS + 1] = scaled(GAIN, wins);
            point[mine ? PAIRS : PAIRS + 1] = scaled(PAIR, pairs[node]);
        } else if (state[node] <= 2) {
            point[mine ? STONE : STONE + 1] = PLANE_ONE;
        }
        if (r.owner[at] != OWNER_NONE)
            point[r.owner[at] == me ? POINT : POINT + 1] = PLANE_ONE;
    }
}

const struct planes_row planes_palisade = {
    .n = 12, .kinds = 1, .version = 2, .boards = {7, 25}, .fill = fill};
