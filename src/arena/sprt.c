#include "arena/sprt.h"

#include "base/err.h"
#include <math.h>
#include <stdlib.h>

int sprt_parse(const char *word, struct sprt *out)
{
    double value[4] = {0, 0, 0.05, 0.05};
    int n = 0;
    for (;; word++) {
        char *end;
        if (n == 4)
            return ERR_SYNTAX;
        value[n++] = strtod(word, &end);
        if (end == word || (*end != ',' && *end != '\0'))
            return ERR_SYNTAX;
        word = end;
        if (*end == '\0')
            break;
    }
    if (n != 2 && n != 4)
        return ERR_SYNTAX;
    if (!(value[0] < value[1]) || !(fabs(value[0]) <= 2000) || !(fabs(value[1]) <= 2000) ||
        !(value[2] > 0 && value[2] < 0.5) || !(value[3] > 0 && value[3] < 0.5))
        return ERR_RANGE;
    *out = (struct sprt){.elo0 = value[0], .elo1 = value[1], .alpha = value[2], .beta = value[3]};
    return 0;
}

double sprt_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double sprt_elo(double score)
{
    return -400 * log10(1 / score - 1);
}

double sprt_lower(const struct sprt *s)
{
    return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const struct sprt *s)
{
    return log((1 - s->beta) / s->alpha);
}

/* Outcome i as a score of 0 … 1. */
static double outcome(int i)
{
    return (double)i / (SPRT_OUTCOMES - 1);
}

/* The x of sprt.h: the root of sum q_i (a_i - s) / (1 + x (a_i - s)), which falls in x, between the
 * poles of the outcomes at both ends. */
static double tilt(const double q[SPRT_OUTCOMES], double s)
{
    double low = -1 / (outcome(SPRT_OUTCOMES - 1) - s);
    double high = 1 / s;
    for (int round = 0; round < 200; round++) {
        double x = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < SPRT_OUTCOMES; i++)
            sum += q[i] * (outcome(i) - s) / (1 + x * (outcome(i) - s));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const struct sprt *s, const int64_t pairs[SPRT_OUTCOMES])
{
    /* An outcome that has not been seen yet may still exist: it counts for a thousandth of a
     * pair. */
    static const double unseen = 1e-3;
    double n = 0;
    double q[SPRT_OUTCOMES];
    int64_t seen = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++) {
        q[i] = pairs[i] > 0 ? (double)pairs[i] : unseen;
        n += q[i];
        seen += pairs[i];
    }
    if (seen == 0)
        return 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        q[i] /= n;
    double s0 = sprt_score(s->elo0);
    double s1 = sprt_score(s->elo1);
    double x0 = tilt(q, s0);
    double x1 = tilt(q, s1);
    double sum = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        sum += q[i] * log((1 + x0 * (outcome(i) - s0)) / (1 + x1 * (outcome(i) - s1)));
    return n * sum;
}

void sprt_mean(const int64_t pairs[SPRT_OUTCOMES], double *mean, double *error)
{
    double n = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < SPRT_OUTCOMES; i++) {
        double c = (double)pairs[i];
        n += c;
        sum += c * outcome(i);
        squares += c * outcome(i) * outcome(i);
    }
    *mean = n > 0 ? sum / n : 0.5;
    double variance = n > 0 ? squares / n - *mean * *mean : 0;
    *error = n > 1 && variance > 0 ? sqrt(variance / (n - 1)) : 0;
}
