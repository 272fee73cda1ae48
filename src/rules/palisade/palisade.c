/* palisade.c - Palisade by Mark Steere (rules P1-P6): the functions for other modules.
 *
 * palisade_int.h draws how it is stored; palisade_play.c plays, palisade_set.c builds a position
 * from its stones, palisade_explain.c says why a move is refused. */
#include "rules/palisade/palisade.h"

#include "rules/palisade/palisade_int.h"

/* P6: a side owns the stones on its loops and all that is inside them. A stone is on or inside a
 * loop of its side iff a face next to it is inside one. */
static int owner(const struct palisade *b, int stride, node_t v)
{
    int state = b->state[v];
    if (state == STATE_OPEN)
        return OWNER_NONE;
    if (state > STATE_INSIDE)
        return state - STATE_INSIDE;
    for (int o = 0; o < 4; o++)
        if (b->state[v + palisade_orthogonal(stride, o)] == STATE_INSIDE + state)
            return state;
    return OWNER_NONE;
}

static uint64_t eight_states(const uint8_t *state)
{
    uint64_t eight;
    __builtin_memcpy(&eight, state, sizeof eight);
    return eight;
}

/* Counts what `owner` says of each point, eight points of a row at a time. States are 0 … 4, so
 * that nothing passes from one byte to another, and no byte of a sum comes near 256. A search asks
 * this of each child of a new node. */
static void score_open(const struct position *p, int16_t points[PLAYERS_MAX])
{
    static const uint8_t firsts[16] = {1, 1, 1, 1, 1, 1, 1, 1}; /* then zeros */
    const uint64_t ones = 0x0101010101010101u;
    int width = p->setup.width;
    int stride = width + 2;
    uint64_t sum[2] = {0, 0};
    for (int y = 1; y <= width; y++)
        for (int x = 1; x <= width; x += 8) {
            const uint8_t *state = p->u.palisade.state + y * stride + x;
            uint64_t here = eight_states(state);
            uint64_t w = eight_states(state - 1), e = eight_states(state + 1);
            uint64_t s = eight_states(state - stride), n = eight_states(state + stride);
            uint64_t by_black = (w & w >> 1) | (e & e >> 1) | (s & s >> 1) | (n & n >> 1);
            uint64_t by_white = (w | e | s | n) >> 2;
            uint64_t bit0 = here, bit1 = here >> 1;
            int left = width - x + 1;
            uint64_t mask = left >= 8 ? ones : eight_states(firsts + 8 - left);
            sum[0] += ((bit0 & bit1) | (bit0 & ~bit1 & by_black)) & mask;
            sum[1] += ((here >> 2) | (bit1 & ~bit0 & by_white)) & mask;
        }
    for (int side = 0; side < 2; side++)
        for (; sum[side] != 0; sum[side] >>= 8)
            points[side] = (int16_t)(points[side] + (int)(sum[side] & 0xff));
}

_Static_assert(STATE_STONE + 1 == 1 && STATE_INSIDE + 1 == 3 && STATE_INSIDE + 2 == 4,
               "a state's bits tell what it is");

static void score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    int width = p->setup.width;
    if (p->over) {
        points[0] = (int16_t)palisade_play_black_points(p);
        points[1] = (int16_t)(width * width - points[0]);
        return;
    }
    score_open(p, points);
}

static struct cell cell(const struct position *p, point_t at)
{
    int state = p->u.palisade.state[palisade_node(p, at)];
    if (!palisade_is_stone(state))
        return (struct cell){0};
    return (struct cell){.owner = (uint8_t)state, .height = 1};
}

static int legal(const struct position *p, move_t *out)
{
    int width = p->setup.width;
    int n = 0;
    for (int y = 0; y < width; y++) {
        const uint8_t *row = &p->u.palisade.state[(y + 1) * (width + 2) + 1];
        for (int x = (p->side - 1 + y) & 1; x < width; x += 2) { /* P1 */
            out[n] = (move_t)(y * width + x);
            n += row[x] == STATE_OPEN; /* P5 */
        }
    }
    return n;
}

static enum verdict judge(const struct position *p, move_t m)
{
    if (m == MOVE_PASS) /* P6 */
        return VERDICT_P6;
    node_t v = palisade_node(p, move_point(m));
    int state = p->u.palisade.state[v];
    if (palisade_is_stone(state))
        return VERDICT_OCCUPIED;
    if (palisade_side(palisade_shape(p).stride, v) != p->side) /* P1 */
        return VERDICT_P1;
    return state == STATE_OPEN ? VERDICT_OK : VERDICT_P5; /* P5 */
}

static void result(const struct position *p, struct result *out)
{
    int width = p->setup.width;
    score(p, out->points);
    for (point_t at = 0; at < width * width; at++)
        out->owner[at] = (uint8_t)owner(&p->u.palisade, width + 2, palisade_node(p, at));
}

static size_t bytes(const struct position *p)
{
    int stride = palisade_shape(p).stride;
    return offsetof(struct position, u.palisade.node) +
           (size_t)(stride * stride) * sizeof p->u.palisade.node[0];
}

static int mast_place(const struct position *p, point_t at)
{
    return (int)palisade_node(p, at);
}

const struct game game_palisade = {
    .id = GAME_PALISADE,
    .name = "palisade",
    .title = "Palisade",
    .designer = "Mark Steere",
    .year = "2007",
    .summary = "Close diagonal loops: every point inside is yours.",
    .size_min = 3,
    .size_max = 25,
    .size_step = 2,
    .size_default = 19,
    .size_first = 7,
    .players_min = 2,
    .players_max = 2,
    .options = 0,
    .options_default = 0,
    .rectangular = false,
    .has_red = false,
    .has_pass = false,
    .has_swap = false,
    .has_score = true,
    .has_draws = false,
    .has_heights = false,
    .has_captures = true,
    .has_centre = false,
    .has_common = false,
    .rated_part = 20,
    .sides = SIDES_COLOURS,
    .border = BORDER_RING,
    .aim = AIM_POINTS,
    .draws_rule = "P6",
    .letters = {'.', 'x', 'o'},
    .symmetries = 0xff,
    .symmetries_swap = 0,
    .start = palisade_set_start,
    .set = palisade_set,
    .cell = cell,
    .legal = legal,
    .judge = judge,
    .play = palisade_play,
    .random = palisade_play_random,
    .playout = palisade_playout,
#if !defined(__wasm__) /* nothing in the page would use them */
    .lanes_width_max = 19,
    .lanes_place = palisade_lanes_place,
    .lanes_play =
        {
            [LANES_PLAIN] = palisade_lanes_plain,
#if defined(__x86_64__)
            [LANES_AVX2] = palisade_lanes_avx2,
            [LANES_AVX512] = palisade_lanes_avx512,
#endif
        },
#endif
    .mast_place = mast_place,
    .mast_playout = palisade_playout_mast,
    .score = score,
    .result = result,
    .explain = palisade_explain,
    .hash = palisade_set_hash,
    .bytes = bytes,
};
