/* conv128.h - convolutions with vectors of 128 bits, where the compiler has them (CONV128).
 *
 * A 3x3 convolution takes 25 multiplications for 3x3 results instead of 81 (Winograd 1980; Lavin
 * and Gray 2016). It cuts the board into tiles of 3x3 results, which read 5x5 inputs d. With the
 * weights g,
 *
 *     results = A ((G g G') x (B d B')) A' / 36        x: the products of the same place
 *
 *         | 3  0  0 |       | 2 -1 -2  1  0 |
 *         | 3  3  3 |       | 0  2  1 -1  0 |       | 1  1  1  1  0 |
 *     G = | 1 -1  1 |   B = | 0 -2  3 -1  0 |   A = | 0  1 -1  2  0 |
 *         | 1  2  4 |       | 0 -1  0  1  0 |       | 0  1  1  4  1 |
 *         | 0  0  6 |       | 0  2 -1 -2  1 |
 *
 * G has 6 times the usual numbers, so that all are integers. Transformed weights lie within 127 * 9
 * * 9 = 10,287, transformed inputs within 127 * 18 = 2,286: both fit 16 bits. The sums of their
 * products may pass 32 bits, but are exact modulo 2^32. So are 36 times the results. Their ninth
 * part is a multiplication by the inverse of 9, and four times a result fits 32 bits: up to 128
 * inputs it is at most 4 * 9 * 128 * 127^2 < 2^27. So the bits are those of all other ways. */
#ifndef CONV128_H
#define CONV128_H
#include "net/conv.h"

#if defined(__x86_64__) || defined(__wasm_simd128__)
#define CONV128 1

/* Needs SSE4.1 on x86-64. */
void conv128_run(const struct conv *c);
#endif

#endif
