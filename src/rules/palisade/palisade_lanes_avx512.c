/* palisade_lanes_avx512.c - four games of Palisade at once (lanes.h), with AVX-512. */
#if defined(__x86_64__)
#define LANES 4
#define LANES_AVX512_CODE
#include "rules/palisade/palisade_lanes_int.h"

LANE_TARGET void palisade_lanes_avx512(const struct position *p, struct rng *r, int n,
                                       const struct mast *mast, struct playlog *logs,
                                       struct ending *out)
{
    play_size(p, r, n, mast, logs, out);
}

#endif
