/* simd128.h - vectors of 128 bits: SSE4.1 on x86-64, SIMD128 in WebAssembly.
 *
 * Inputs and weights are words of 16 bits, LANES in a vector; their products add up to sums of 32
 * bits, half as many in a vector. Sums are unsigned: they are exact modulo 2^32. */
#ifndef SIMD128_H
#define SIMD128_H
#include "net/conv.h"

enum { LANES = 8 };

typedef int16_t words_t __attribute__((vector_size(16)));
typedef uint32_t sums_t __attribute__((vector_size(16)));
typedef int32_t signed_sums_t __attribute__((vector_size(16)));

#define INLINE inline __attribute__((always_inline))

/* Without it, vectors in small arrays would live in memory. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#if defined(__x86_64__)
#include <immintrin.h>

#define SIMD128 __attribute__((target("sse4.1")))

static INLINE SIMD128 words_t load_words(const void *p)
{
    return (words_t)_mm_loadu_si128(p);
}

static INLINE SIMD128 void store_words(int16_t *p, words_t v)
{
    _mm_storeu_si128((void *)p, (__m128i)v);
}

/* Eight bytes as words. Of each four, the second and the third change places. */
static INLINE SIMD128 words_t widen_crossed(const uint8_t *p)
{
    __m128i words = _mm_cvtepu8_epi16(_mm_loadl_epi64((const void *)p));
    return (words_t)_mm_shufflehi_epi16(_mm_shufflelo_epi16(words, 0xd8), 0xd8);
}

/* Two words, four times. */
static INLINE SIMD128 words_t splat_pair(const int16_t *p)
{
    int32_t v;
    __builtin_memcpy(&v, p, sizeof v);
    return (words_t)_mm_set1_epi32(v);
}

/* Adds the products, each with its neighbour's. */
static INLINE SIMD128 sums_t add_products(sums_t sum, words_t a, words_t b)
{
    return (sums_t)_mm_add_epi32((__m128i)sum, _mm_madd_epi16((__m128i)a, (__m128i)b));
}

/* The upper halves of four sums' 64-bit products and biases, as conv_place has these. */
static INLINE SIMD128 __m128i finish4(__m128i sum, const int32_t *factor, const int64_t *bias)
{
    __m128i f = _mm_loadu_si128((const void *)factor);
    __m128i even = _mm_add_epi64(_mm_mul_epi32(sum, f), _mm_loadu_si128((const void *)bias));
    __m128i odd = _mm_add_epi64(_mm_mul_epi32(_mm_srli_epi64(sum, 32), _mm_srli_epi64(f, 32)),
                                _mm_loadu_si128((const void *)(bias + 4)));
    return _mm_blend_epi16(_mm_srli_epi64(even, 32), odd, 0xcc);
}

/* Turns the sums of eight outputs from `o` on into results, at a node. Packing saturates, which the
 * clipping would do anyway. */
static INLINE SIMD128 void finish(const struct conv *c, int o, int node, const sums_t sum[2])
{
    int at = node * c->layer->outputs + o;
    __m128i low = finish4((__m128i)sum[0], c->layer->factor + o, c->bias + o);
    __m128i high = finish4((__m128i)sum[1], c->layer->factor + o + 4, c->bias + o + 2);
    if (c->add != NULL) {
        __m128i add = _mm_loadl_epi64((const void *)(c->add + at));
        low = _mm_add_epi32(low, _mm_cvtepu8_epi32(add));
        high = _mm_add_epi32(high, _mm_cvtepu8_epi32(_mm_srli_si128(add, 4)));
    }
    __m128i words = _mm_packs_epi32(low, high);
    __m128i bytes = _mm_max_epi8(_mm_packs_epi16(words, words), _mm_setzero_si128());
    _mm_storel_epi64((void *)(c->out + at), bytes);
}

#else
#include <wasm_simd128.h>

#define SIMD128

static INLINE words_t load_words(const void *p)
{
    return (words_t)wasm_v128_load(p);
}

static INLINE void store_words(int16_t *p, words_t v)
{
    wasm_v128_store(p, (v128_t)v);
}

/* Eight bytes as words. Of each four, the second and the third change places. */
static INLINE words_t widen_crossed(const uint8_t *p)
{
    return (words_t)wasm_i8x16_shuffle(wasm_v128_load64_zero(p), wasm_i8x16_splat(0), 0, 16, 2, 16,
                                       1, 16, 3, 16, 4, 16, 6, 16, 5, 16, 7, 16);
}

/* Two words, four times. */
static INLINE words_t splat_pair(const int16_t *p)
{
    return (words_t)wasm_v128_load32_splat(p);
}

/* Adds the products, each with its neighbour's. */
static INLINE sums_t add_products(sums_t sum, words_t a, words_t b)
{
    return (sums_t)wasm_i32x4_add((v128_t)sum, wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b));
}

/* The upper halves of four sums' 64-bit products and biases, as conv_place has these. */
static INLINE v128_t finish4(v128_t sum, const int32_t *factor, const int64_t *bias)
{
    v128_t f = wasm_v128_load(factor);
    v128_t first = wasm_i64x2_make(bias[0], bias[4]);
    v128_t second = wasm_i64x2_make(bias[1], bias[5]);
    v128_t low = wasm_i64x2_add(wasm_i64x2_extmul_low_i32x4(sum, f), first);
    v128_t high = wasm_i64x2_add(wasm_i64x2_extmul_high_i32x4(sum, f), second);
    return wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
}

/* Turns the sums of eight outputs from `o` on into results, at a node. Narrowing saturates, which
 * the clipping would do anyway. */
static INLINE void finish(const struct conv *c, int o, int node, const sums_t sum[2])
{
    int at = node * c->layer->outputs + o;
    v128_t low = finish4((v128_t)sum[0], c->layer->factor + o, c->bias + o);
    v128_t high = finish4((v128_t)sum[1], c->layer->factor + o + 4, c->bias + o + 2);
    if (c->add != NULL) {
        v128_t add = wasm_u16x8_load8x8(c->add + at);
        low = wasm_i32x4_add(low, wasm_u32x4_extend_low_u16x8(add));
        high = wasm_i32x4_add(high, wasm_u32x4_extend_high_u16x8(add));
    }
    v128_t words = wasm_i16x8_narrow_i32x4(low, high);
    v128_t bytes = wasm_i8x16_max(wasm_i8x16_narrow_i16x8(words, words), wasm_i8x16_splat(0));
    wasm_v128_store64_lane(c->out + at, bytes, 0);
}

#endif
#endif
