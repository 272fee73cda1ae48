/* redstone_lanes_avx2.c - four games of Redstone at once (lanes.h). */
#if defined(__x86_64__)
#define LANES 4
#include "rules/redstone/redstone_lanes_int.h"

/* Each size has its own code, with distances and words that the compiler knows. */
LANE_TARGET void redstone_lanes_avx2(const struct position *p, struct rng *r, int n,
                                     const struct taste *taste, struct playlog *logs,
                                     struct ending *out)
{
    switch (p->setup.width) {
    case 2:
        play_on(p, r, n, taste, logs, out, geometry_of(2));
        break;
    case 3:
        play_on(p, r, n, taste, logs, out, geometry_of(3));
        break;
    case 4:
        play_on(p, r, n, taste, logs, out, geometry_of(4));
        break;
    case 5:
        play_on(p, r, n, taste, logs, out, geometry_of(5));
        break;
    case 6:
        play_on(p, r, n, taste, logs, out, geometry_of(6));
        break;
    case 7:
        play_on(p, r, n, taste, logs, out, geometry_of(7));
        break;
    case 8:
        play_on(p, r, n, taste, logs, out, geometry_of(8));
        break;
    case 9:
        play_on(p, r, n, taste, logs, out, geometry_of(9));
        break;
    case 10:
        play_on(p, r, n, taste, logs, out, geometry_of(10));
        break;
    case 11:
        play_on(p, r, n, taste, logs, out, geometry_of(11));
        break;
    case 12:
        play_on(p, r, n, taste, logs, out, geometry_of(12));
        break;
    default:
        play_on(p, r, n, taste, logs, out, geometry_of(13));
    }
}

#endif
