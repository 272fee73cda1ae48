/* palisade_lanes_avx2.c - four games of Palisade at once (lanes.h). */
#if defined(__x86_64__)
#define LANES 4
#include "rules/palisade/palisade_lanes_int.h"

/* Each size has its own code, with distances and words that the compiler knows. */
LANE_TARGET void palisade_lanes_avx2(const struct position *p, struct rng *r, int n,
                                     const struct taste *taste, struct playlog *logs,
                                     struct ending *out)
{
    switch (p->setup.width) {
    case 3:
        play_on(p, r, n, taste, logs, out, geometry_of(3));
        break;
    case 5:
        play_on(p, r, n, taste, logs, out, geometry_of(5));
        break;
    case 7:
        play_on(p, r, n, taste, logs, out, geometry_of(7));
        break;
    case 9:
        play_on(p, r, n, taste, logs, out, geometry_of(9));
        break;
    case 11:
        play_on(p, r, n, taste, logs, out, geometry_of(11));
        break;
    case 13:
        play_on(p, r, n, taste, logs, out, geometry_of(13));
        break;
    case 15:
        play_on(p, r, n, taste, logs, out, geometry_of(15));
        break;
    case 17:
        play_on(p, r, n, taste, logs, out, geometry_of(17));
        break;
    default:
        play_on(p, r, n, taste, logs, out, geometry_of(19));
    }
}

#endif
