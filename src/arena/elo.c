#include "arena/elo.h"

#include <math.h>

enum { ROUNDS_MAX = 20000 };
static const double prior_games = 1; /* drawn, for each pair that has met */

/* Results with the prior. */
static struct elo_results with_prior(const struct elo_results *r)
{
    struct elo_results p = *r;
    for (int i = 0; i < r->n; i++)
        for (int j = 0; j < r->n; j++)
            if (i != j && r->games[i][j] > 0) {
                p.games[i][j] += prior_games;
                p.points[i][j] += prior_games / 2;
            }
    return p;
}

static void find_strengths(const struct elo_results *p, double g[ELO_PLAYERS_MAX])
{
    for (int i = 0; i < p->n; i++)
        g[i] = 1;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double change = 0;
        double log_sum = 0;
        for (int i = 0; i < p->n; i++) {
            double points = 0;
            double weight = 0;
            for (int j = 0; j < p->n; j++)
                if (i != j && p->games[i][j] > 0) {
                    points += p->points[i][j];
                    weight += p->games[i][j] / (g[i] + g[j]);
                }
            double next = weight > 0 ? points / weight : 1;
            change = fmax(change, fabs(log(next / g[i])));
            g[i] = next;
            log_sum += log(next);
        }
        double mean = exp(log_sum / p->n);
        for (int i = 0; i < p->n; i++)
            g[i] /= mean;
        if (change < 1e-9)
            break;
    }
}

/* Inverts a symmetric positive matrix in place (Gauss and Jordan). */
static void invert(int n, double a[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX])
{
    for (int k = 0; k < n; k++) {
        double pivot = a[k][k];
        a[k][k] = 1;
        for (int j = 0; j < n; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            double factor = a[i][k];
            a[i][k] = 0;
            for (int j = 0; j < n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

void elo_rate(const struct elo_results *r, struct elo_rating out[ELO_PLAYERS_MAX])
{
    struct elo_results p = with_prior(r);
    double g[ELO_PLAYERS_MAX];
    double h[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX] = {{0}};
    const double scale = 400 / log(10);
    find_strengths(&p, g);
    /* Curvature in the logarithms of g. It says nothing about a common shift; 1/n everywhere fixes
     * that, and its share of the inverse is taken off again. */
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < p.n; j++) {
            h[i][j] += 1.0 / p.n;
            if (i == j)
                continue;
            double s = g[i] / (g[i] + g[j]);
            h[i][i] += p.games[i][j] * s * (1 - s);
            h[i][j] -= p.games[i][j] * s * (1 - s);
        }
    invert(p.n, h);
    for (int i = 0; i < p.n; i++)
        out[i] = (struct elo_rating){.elo = scale * log(g[i]),
                                     .error = 1.96 * scale * sqrt(h[i][i] - 1.0 / p.n)};
}
