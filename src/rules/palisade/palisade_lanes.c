/* palisade_lanes.c - games of Palisade one after the other, for processors without AVX2. */
#define LANES 1
#include "rules/palisade/palisade_lanes_int.h"

RUN_WORDS(one_word, 1)
RUN_WORDS(two_words, 2)
RUN_WORDS(three_words, 3)
RUN_WORDS(four_words, 4)

int palisade_lanes_place(const struct position *p, point_t at)
{
    int width = p->setup.width;
    int x = at % width, y = at / width;
    return ((x + y) & 1) * MAST_SIDE + bit_of(geometry_of(width).h, x, y);
}

void palisade_lanes_plain(const struct position *p, struct rng *r, int n, const struct mast *mast,
                          struct playlog *logs, struct ending *out)
{
    switch (geometry_of(p->setup.width).words) {
    case 1:
        one_word(p, r, n, mast, logs, out);
        break;
    case 2:
        two_words(p, r, n, mast, logs, out);
        break;
    case 3:
        three_words(p, r, n, mast, logs, out);
        break;
    default:
        four_words(p, r, n, mast, logs, out);
    }
}
