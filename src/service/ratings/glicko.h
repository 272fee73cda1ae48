/* glicko.h - Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013) as pure functions.
 *
 * A rating is a normal belief: a mean (1500 at first), a deviation (350 at first) and how volatile
 * the player is. The steps 1-8 below are those of the paper; step 6, which lets the deviation grow
 * with time, takes the number of rating periods that have gone by, which may be a fraction, so that
 * matches can be rated one by one (docs/RATINGS.md). */
#ifndef GLICKO_H
#define GLICKO_H

struct glicko {
    double rating, deviation, volatility;
};

struct glicko_result {
    struct glicko opponent;
    double score;  /* 1, 0.5, 0 */
    double weight; /* how much of a match it counts: 1 in the paper */
};

#define GLICKO_RATING     1500.0
#define GLICKO_DEVIATION  350.0
#define GLICKO_VOLATILITY 0.06
#define GLICKO_TAU        0.5

/* The rating of the player after these results. n may be 0: then only time has passed. Results with
 * weight 0 do not count. */
struct glicko glicko_rate(const struct glicko *before, const struct glicko_result *results, int n,
                          double periods);

#endif
