/* elo.h - ratings of several players from all their results at once.
 *
 * The model is Bradley and Terry's: i scores against j with chance g_i / (g_i + g_j), Elo = 400
 * log10 g. The likeliest g come from the rounds g_i <- points_i / sum_j games_ij / (g_i + g_j),
 * which always get better (D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004).
 * A draw is half a point for each. As in Coulom's BayesElo a prior keeps players that won or lost
 * everything finite: each pair that has met is thought to have drawn one game more. Intervals (95
 * %) come from the curvature of the likelihood, its inverse taken where all ratings sum to
 * nothing. */
#ifndef ELO_H
#define ELO_H
#include <stdint.h>

enum { ELO_PLAYERS_MAX = 16 };

struct elo_results {
    int n;                                           /* players */
    double games[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX];  /* symmetric */
    double points[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX]; /* [i][j]: i's against j, draws half */
};

struct elo_rating {
    double elo;   /* the mean of all is 0 */
    double error; /* half of the interval */
};

/* Ratings of players of whom each has met another, directly or through others. */
void elo_rate(const struct elo_results *r, struct elo_rating out[ELO_PLAYERS_MAX]);

#endif
