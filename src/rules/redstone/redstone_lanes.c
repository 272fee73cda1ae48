/* redstone_lanes.c - games of Redstone one after the other, for processors without AVX2. */
#define LANES 1
#include "rules/redstone/redstone_lanes_int.h"

/* Each number of words has a function of its own, because the compilers of browsers do not optimise
 * one as large as all of them. */
#define APART static __attribute__((noinline))

APART void one_word(const struct position *p, struct rng *r, int n, struct playlog *logs,
                    struct ending *out)
{
    struct geometry g = geometry_of(p->setup.width);
    g.words = 1;
    play_on(p, r, n, logs, out, g);
}

APART void two_words(const struct position *p, struct rng *r, int n, struct playlog *logs,
                     struct ending *out)
{
    struct geometry g = geometry_of(p->setup.width);
    g.words = 2;
    play_on(p, r, n, logs, out, g);
}

APART void three_words(const struct position *p, struct rng *r, int n, struct playlog *logs,
                       struct ending *out)
{
    struct geometry g = geometry_of(p->setup.width);
    g.words = 3;
    play_on(p, r, n, logs, out, g);
}

void redstone_lanes_plain(const struct position *p, struct rng *r, int n, struct playlog *logs,
                          struct ending *out)
{
    switch (geometry_of(p->setup.width).words) {
    case 1:
        one_word(p, r, n, logs, out);
        break;
    case 2:
        two_words(p, r, n, logs, out);
        break;
    default:
        three_words(p, r, n, logs, out);
    }
}
