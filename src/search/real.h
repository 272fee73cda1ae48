/* real.h - the little floating point that the search uses, the same bits everywhere.
 *
 * Only + - * / and square root, which IEEE 754 rounds exactly; no libm, whose last digits differ
 * from one library to the next. The build forbids contraction into fused operations. */
#ifndef REAL_H
#define REAL_H
#include <stdint.h>

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "floats must be evaluated as floats, or searches differ between machines"
#endif

static inline float real_sqrt(float x)
{
    return __builtin_sqrtf(x);
}

/* Natural logarithm of n >= 1 to about 1e-5: n = m * 2^e with 1 <= m < 2, and the series of
 * ln m = 2 artanh((m - 1) / (m + 1)) up to the seventh power. */
static inline float real_log(uint32_t n)
{
    int e = 31 - __builtin_clz(n | 1u);
    float m = (float)n / (float)(1u << e);
    float t = (m - 1.0f) / (m + 1.0f);
    float s = t * t;
    float series = 1.0f + s * (1.0f / 3.0f + s * (1.0f / 5.0f + s * (1.0f / 7.0f)));
    return (float)e * 0.69314718f + 2.0f * t * series;
}

#endif
