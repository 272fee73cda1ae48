#include "arena/wilson.h"

#include <math.h>

void wilson(double share, double n, double *low, double *high)
{
    const double z = 1.959963984540054;
    double mid = share + z * z / (2 * n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    double whole = 1 + z * z / n;
    *low = (mid - half) / whole;
    *high = (mid + half) / whole;
}
