#include "service/ratings/glicko.h"

#include <math.h>

static const double scale = 173.7178;

static double g_of(double phi)
{
    const double pi = 3.14159265358979323846;
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

/* The function of which step 5 finds the root. */
struct volatility {
    double delta2, phi2, v, a;
};

static double f_of(const struct volatility *p, double x)
{
    double e = exp(x);
    double d = p->phi2 + p->v + e;
    return e * (p->delta2 - d) / (2 * d * d) - (x - p->a) / (GLICKO_TAU * GLICKO_TAU);
}

/* Step 5: the new volatility, by the Illinois method. */
static double step5(double sigma, double phi, double v, double delta)
{
    enum { ROUNDS_MAX = 100 };
    const double epsilon = 0.000001;
    struct volatility p = {delta * delta, phi * phi, v, log(sigma * sigma)};
    double a = p.a;
    double b;
    if (p.delta2 > p.phi2 + v) {
        b = log(p.delta2 - p.phi2 - v);
    } else {
        int k = 1;
        while (k < ROUNDS_MAX && f_of(&p, a - k * GLICKO_TAU) < 0)
            k++;
        b = a - k * GLICKO_TAU;
    }
    double fa = f_of(&p, a);
    double fb = f_of(&p, b);
    for (int i = 0; i < ROUNDS_MAX && fabs(b - a) > epsilon; i++) {
        double c = a + (a - b) * fa / (fb - fa);
        double fc = f_of(&p, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

struct glicko glicko_rate(const struct glicko *before, const struct glicko_result *results, int n,
                          double periods)
{
    /* Step 2: to the scale of the paper. */
    double mu = (before->rating - GLICKO_RATING) / scale;
    double phi = before->deviation / scale;
    double sigma = before->volatility;
    double precision = 0;
    double gain = 0;
    /* Steps 3 and 4. */
    for (int i = 0; i < n; i++) {
        double mu_j = (results[i].opponent.rating - GLICKO_RATING) / scale;
        double g = g_of(results[i].opponent.deviation / scale);
        double e = 1 / (1 + exp(-g * (mu - mu_j)));
        precision += results[i].weight * g * g * e * (1 - e);
        gain += results[i].weight * g * (results[i].score - e);
    }
    if (precision <= 0)
        n = 0;
    if (n > 0)
        sigma = step5(sigma, phi, 1 / precision, gain / precision);
    /* Steps 6 and 7. */
    double phi2 = phi * phi + periods * sigma * sigma;
    if (n > 0)
        phi2 = 1 / (1 / phi2 + precision);
    phi = sqrt(phi2);
    if (n > 0)
        mu += phi2 * gain;
    /* Step 8. No deviation may be greater than that of a player who has never played. */
    struct glicko after = {scale * mu + GLICKO_RATING, scale * phi, sigma};
    if (after.deviation > GLICKO_DEVIATION)
        after.deviation = GLICKO_DEVIATION;
    return after;
}
