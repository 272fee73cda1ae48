/* redstone_lanes.c - games of Redstone one after the other, for processors without AVX2. */
#define LANES 1
#include "rules/redstone/redstone_lanes_int.h"

RUN_WORDS(one_word, 1)
RUN_WORDS(two_words, 2)
RUN_WORDS(three_words, 3)
RUN_WORDS(four_words, 4)

void redstone_lanes_plain(const struct position *p, struct rng *r, int n, const struct mast *mast,
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
