/* pattern_palisade.c - features of a placement in Palisade (pattern.h).
 *
 * Around a point the diagonal ones are the mover's (P1), links to the mover's other stones, and the
 * orthogonal ones the other's, faces between which such links run.
 *
 *     ring     on which of the eight points around stones stand, the ring's included (P2)
 *     beside   (eight) each of those points: open, a stone, inside a loop of the mover's or of the
 *              other's; and how many stones of either colour are next to it. Links and faces have
 *              weights of their own
 *     edge     how far the nearest edges are, to 4 each
 *     last     how far the last move lies, to 3 each, or farther
 *
 * Playouts of Palisade take little longer than to ask for some placements: so the value of a point
 * for those beside it is computed once, and the ring is taken as in the position; its eight images
 * are of one kind. */
#include "search/palisade/palisade_search.h"
#include "search/palisade/pattern_palisade_table.h"
#include "search/tree/pattern_int.h"

enum { WEIGHTS_N = sizeof pattern_palisade_weights };

enum { STATE_N = 4, AROUND = 25, EDGES = 15 };

enum {
    RING = 0,
    LINK = RING + 256,
    FACE = LINK + STATE_N * AROUND,
    EDGE = FACE + STATE_N * AROUND,
    LAST = EDGE + EDGES
};
_Static_assert((int)LAST + (int)PATTERN_LASTS == (int)WEIGHTS_N, "all weights are named");

/* The least of the eight images of a code of near (palisade.h). */
static int ring_of(int near)
{
    static const uint8_t back[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    /* Mirrored at the horizontal: the diagonals 0 1 2 3 become 3 2 1 0, the orthogonals 0 3 2 1. */
    int other = back[near >> 4];
    int mirror = back[near & 15] | ((other << 1 | other >> 3) & 15) << 4;
    int least = near;
    for (int i = 0; i < 4; i++) {
        near = (near << 1 & 0xee) | (near >> 3 & 0x11);
        mirror = (mirror << 1 & 0xee) | (mirror >> 3 & 0x11);
        least = pattern_least(least, pattern_least(near, mirror));
    }
    return least;
}

static int kind(int part)
{
    return part < LINK ? RING + ring_of(part - RING) : part;
}

static void look(struct pattern_view *v)
{
    static const uint8_t count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint8_t *state = palisade_states(&v->p->u.palisade);
    const uint8_t *near = palisade_near(&v->p->u.palisade);
    int own = v->p->side;
    const uint8_t seen[5] = {0, 1, 1, own == 1 ? 2 : 3, own == 1 ? 3 : 2};
    int stride = v->p->setup.width + 2;
    int at = 0;
    for (int y = 0; y < stride; y++)
        for (int x = 0; x < stride; x++, at++) {
            bool is_face = ((x + y) & 1) == (own == 1 ? 1 : 0); /* P1 */
            v->beside[at] = (uint16_t)((is_face ? FACE : LINK) + seen[state[at]] * AROUND +
                                       count[near[at] & 15] * 5 + count[near[at] >> 4]);
        }
}

static int parts(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    int width = v->p->setup.width;
    int stride = width + 2;
    int x = move_point(m) % width;
    int y = move_point(m) / width;
    int at = (y + 1) * stride + x + 1;
    const int step[8] = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
    for (int d = 0; d < 8; d++)
        out[d] = v->beside[at + step[d]];
    out[8] = RING + palisade_near(&v->p->u.palisade)[at];
    out[9] = EDGE + pattern_edge(width, x, y, 4);
    out[10] = LAST + pattern_last(v, x, y);
    return 11;
}

const struct pattern_set pattern_palisade = {.n = WEIGHTS_N,
                                             .weights = pattern_palisade_weights,
                                             .look = look,
                                             .parts = parts,
                                             .kind = kind};
