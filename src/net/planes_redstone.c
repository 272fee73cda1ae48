/* planes_redstone.c - a position of Redstone as a net sees it (planes.h).
 *
 *     2  own stones may be placed           7, 8, 9  stones of groups with one, two, three
 *     3  red stones may be placed                    liberties, of both sides
 *     4  own stones                         10, 11   the stones of the enemy and of the side to
 *     5  enemy stones                                move that a red stone there takes:
 *     6  red stones                                  TAKES + TAKES_STONE for each */
#include "net/planes_int.h"

enum { RED = PLANE_OWN, STONE, STONE_RED = STONE + 2, LIBERTIES, TAKEN = LIBERTIES + 3 };

enum { TAKES = 26, TAKES_STONE = 6 };

/* Of the groups of a position, by their heads. */
struct groups {
    uint16_t liberties[REDSTONE_PLACES_MAX];
    uint16_t stones[REDSTONE_PLACES_MAX];
};

static bool is_group(int stone)
{
    return stone > 1; /* redstone_stone: 0 red or a wall, 1 empty */
}

static void find_groups(const struct redstone *s, int width, struct groups *out)
{
    int stride = width + 1;
    int places = stride * (stride + 1);
    __builtin_memset(out->liberties, 0, (size_t)places * sizeof out->liberties[0]);
    __builtin_memset(out->stones, 0, (size_t)places * sizeof out->stones[0]);
    for (int place = stride + 1; place < places - stride; place++) {
        int stone = redstone_stone(s, place);
        if (is_group(stone))
            out->stones[redstone_head(s, place)]++;
        if (stone != 1)
            continue;
        /* Each group next to it once, without branches: a place in no group has a head of its own,
         * whose number nobody reads. */
        int a = redstone_head(s, place - stride), b = redstone_head(s, place - 1);
        int c = redstone_head(s, place + 1), d = redstone_head(s, place + stride);
        out->liberties[a]++;
        out->liberties[b] = (uint16_t)(out->liberties[b] + (b != a));
        out->liberties[c] = (uint16_t)(out->liberties[c] + ((c != a) & (c != b)));
        out->liberties[d] = (uint16_t)(out->liberties[d] + ((d != a) & (d != b) & (d != c)));
    }
}

/* R4: what a red stone on an empty place takes of each side. */
static void find_taken(const struct redstone *s, const struct groups *g, int place, int stride,
                       int taken[2])
{
    int heads[4];
    int n = redstone_heads_around(s, place, stride, heads);
    taken[0] = taken[1] = 0;
    for (int i = 0; i < n; i++)
        if (g->liberties[heads[i]] == 1)
            taken[redstone_stone(s, heads[i]) == redstone_stone_of(1) ? 0 : 1] +=
                g->stones[heads[i]];
}

static uint8_t takes(int stones)
{
    return stones > 0 ? planes_scaled(TAKES / TAKES_STONE + stones, TAKES_STONE) : 0;
}

/* The planes of a point; taken says whether a red stone there takes something. */
static void fill_point(const struct redstone *r, const struct groups *groups, int place, int stride,
                       int me, bool taken, uint8_t *point)
{
    int stone = redstone_stone(r, place);
    if (stone == 0) {
        point[STONE_RED] = PLANE_ONE;
    } else if (is_group(stone)) {
        int liberties = groups->liberties[redstone_head(r, place)];
        point[stone == redstone_stone_of(me) ? STONE : STONE + 1] = PLANE_ONE;
        if (liberties <= 3)
            point[LIBERTIES + liberties - 1] = PLANE_ONE;
    } else if (taken) {
        int stones[2];
        find_taken(r, groups, place, stride, stones);
        point[TAKEN] = takes(stones[2 - me]);
        point[TAKEN + 1] = takes(stones[me - 1]);
    }
}

static void fill(const struct position *p, uint8_t *out, int planes)
{
    const struct setup *s = &p->setup;
    const struct redstone *r = &p->u.redstone;
    int stride = s->width + 1;
    struct groups groups;
    move_t moves[MOVES_MAX];
    uint8_t own[POINTS_MAX], red[POINTS_MAX]; /* PLANE_ONE: legal */
    __builtin_memset(own, 0, (size_t)(s->width * s->width));
    __builtin_memset(red, 0, (size_t)(s->width * s->width));
    find_groups(r, s->width, &groups);
    int moves_n = position_legal(p, moves);
    for (int i = 0; i < moves_n; i++)
        if (moves[i] != MOVE_SWAP)
            (move_is_red(moves[i]) ? red : own)[move_point(moves[i])] = PLANE_ONE;
    for (int y = 0, at = 0; y < s->width; y++) {
        uint8_t *point = planes_at(out, s, planes, at);
        int place = (y + 1) * stride + 1;
        for (int x = 0; x < s->width; x++, at++, place++, point += planes) {
            point[PLANE_LEGAL] = own[at];
            point[RED] = red[at];
            /* R3: where a red stone is not legal it takes nothing. At the end none is. */
            fill_point(r, &groups, place, stride, p->side, red[at] != 0 || p->over, point);
        }
    }
}

const struct planes_row planes_redstone = {
    .n = 12, .kinds = 2, .version = 1, .boards = {7, 25}, .fill = fill};
