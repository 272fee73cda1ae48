/* sprt.h - is one player stronger than another? The sequential test that stops as soon as it knows.
 *
 * H0 says that the expected score is that of elo0, H1 that of elo1 (score = 1 / (1 +
 * 10^(-elo/400))). Games are counted in pairs with the same opening and changed seats, whose five
 * outcomes (0, 1/2, 1, 3/2, 2 points) are one distribution: an advantage of the first seat, great
 * in these games, cancels out.
 *
 * The log-likelihood ratio is the generalized one: the distribution of greatest likelihood among
 * those whose mean is the score of H1, against the same for H0. With a mean s that is
 *
 *     p_i = q_i / (1 + x (a_i - s)),
 *
 * where q_i are the observed shares of the outcomes a_i and x makes the mean right (M. Van den
 * Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution").
 * For outcomes 0 and 1 alone it is Wald's ratio, wins ln(s1/s0) + losses ln((1-s1)/(1-s0)).
 * Bounds (A. Wald 1945): ln((1-beta)/alpha) accepts H1, ln(beta/(1-alpha)) accepts H0. */
#ifndef SPRT_H
#define SPRT_H
#include "base/macros.h"
#include <stdint.h>

enum { SPRT_OUTCOMES = 5 }; /* of a pair: points 0, 1/2, …, 2 */

struct sprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* chances of accepting H1 when H0 holds, and the other way round */
};

/* "0,20" or "0,20,0.05,0.05" (the default of the last two). Returns 0, ERR_SYNTAX or ERR_RANGE. */
MUST_USE int sprt_parse(const char *word, struct sprt *out);

/* The expected score of an Elo difference, and back (±infinity at 0 and 1). */
double sprt_score(double elo);
double sprt_elo(double score);

/* The ratio after so many pairs of each outcome; 0 for none. */
double sprt_llr(const struct sprt *s, const int64_t pairs[SPRT_OUTCOMES]);

double sprt_lower(const struct sprt *s);
double sprt_upper(const struct sprt *s);

/* Mean score (0 … 1) of the pairs and the standard error of that mean. */
void sprt_mean(const int64_t pairs[SPRT_OUTCOMES], double *mean, double *error);

#endif
