#include "net/conv.h"

#include "net/conv128.h"

/* The integer of an activation: clipped. */
static uint8_t clip(int64_t v)
{
    return (uint8_t)(v < 0 ? 0 : v > PLANE_MAX ? PLANE_MAX : v);
}

/* The node that a tap of a point reads. */
static inline int tap_step(const struct conv *c, int tap)
{
    return c->layer->taps == 1 ? c->stride + 1 : tap / 3 * c->stride + tap % 3;
}

static void run_plain(const struct conv *c)
{
    const struct net_layer *l = c->layer;
    for (int i = 0; i < c->points; i++) {
        int32_t sum[NET_OUTPUTS_MAX] = {0};
        const int8_t *w = l->weights;
        for (int tap = 0; tap < l->taps; tap++) {
            const uint8_t *in = c->in + (c->corner[i] + tap_step(c, tap)) * l->inputs;
            for (int k = 0; k < l->inputs; k += 4, w += 4 * l->outputs)
                for (int o = 0; o < l->outputs; o++)
                    sum[o] += in[k] * w[4 * o] + in[k + 1] * w[4 * o + 1] +
                              in[k + 2] * w[4 * o + 2] + in[k + 3] * w[4 * o + 3];
        }
        int at = (c->corner[i] + c->stride + 1) * l->outputs;
        for (int o = 0; o < l->outputs; o++) {
            int64_t v = ((int64_t)sum[o] * l->factor[o] + c->bias[conv_place(o)]) >> 32;
            c->out[at + o] = clip(v + (c->add != NULL ? c->add[at + o] : 0));
        }
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2   __attribute__((target("avx2")))
#define VNNI   __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))
#define INLINE inline __attribute__((always_inline))

static INLINE AVX2 __m256i load256(const void *p)
{
    return _mm256_loadu_si256(p);
}

/* Eight sums of the outputs from `o` on become integers: the upper halves of 64-bit products. */
static INLINE AVX2 __m256i finish8(const struct conv *c, int o, __m256i sum)
{
    __m256i factor = load256(c->layer->factor + o);
    __m256i even = _mm256_add_epi64(_mm256_mul_epi32(sum, factor), load256(c->bias + o));
    __m256i odd = _mm256_add_epi64(
        _mm256_mul_epi32(_mm256_srli_epi64(sum, 32), _mm256_srli_epi64(factor, 32)),
        load256(c->bias + o + 4));
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
}

/* Sixteen results at a node. Packing saturates, which the clipping would do anyway. */
static INLINE AVX2 void store16(const struct conv *c, int at, __m256i low, __m256i high)
{
    if (c->add != NULL) {
        __m128i add = _mm_loadu_si128((const void *)(c->add + at));
        low = _mm256_add_epi32(low, _mm256_cvtepu8_epi32(add));
        high = _mm256_add_epi32(high, _mm256_cvtepu8_epi32(_mm_srli_si128(add, 8)));
    }
    __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
    __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    bytes = _mm_max_epi8(bytes, _mm_setzero_si128()); /* packs clips at 127 */
    _mm_storeu_si128((void *)(c->out + at), bytes);
}

static INLINE int32_t load4(const uint8_t *p)
{
    int32_t v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

/* Six points and sixteen outputs at a time, in twelve registers. A pair of products fits 16 bits: 2
 * * 127 * 127. */
AVX2 static void run_avx2(const struct conv *c)
{
    enum { GROUP = 6 };
    const struct net_layer *l = c->layer;
    const __m256i one = _mm256_set1_epi16(1);
    for (int o = 0; o < l->outputs; o += 16)
        for (int i = 0; i < c->points; i += GROUP) {
            __m256i low[GROUP];
            __m256i high[GROUP];
            const uint8_t *in[GROUP];
            const int8_t *w = l->weights + 4 * o;
            for (int j = 0; j < GROUP; j++) {
                low[j] = high[j] = _mm256_setzero_si256();
                in[j] = c->in + c->corner[i + j] * l->inputs;
            }
            for (int tap = 0; tap < l->taps; tap++) {
                int step = tap_step(c, tap) * l->inputs;
                for (int k = 0; k < l->inputs; k += 4, w += 4 * l->outputs) {
                    __m256i w0 = load256(w);
                    __m256i w1 = load256(w + 32);
#pragma GCC unroll 6
                    for (int j = 0; j < GROUP; j++) {
                        __m256i a = _mm256_set1_epi32(load4(in[j] + step + k));
                        low[j] = _mm256_add_epi32(
                            low[j], _mm256_madd_epi16(_mm256_maddubs_epi16(a, w0), one));
                        high[j] = _mm256_add_epi32(
                            high[j], _mm256_madd_epi16(_mm256_maddubs_epi16(a, w1), one));
                    }
                }
            }
            for (int j = 0; j < GROUP && i + j < c->points; j++)
                store16(c, (c->corner[i + j] + c->stride + 1) * l->outputs + o,
                        finish8(c, o, low[j]), finish8(c, o + 8, high[j]));
        }
}

/* Twelve points and 16 * HALVES outputs at a time. */
static INLINE VNNI void run_vnni_part(const struct conv *c, int o, const int HALVES)
{
    const struct net_layer *l = c->layer;
    for (int i = 0; i < c->points; i += NET_GROUP) {
        __m512i sum[2][NET_GROUP];
        const uint8_t *in[NET_GROUP];
        const int8_t *w = l->weights + 4 * o;
        for (int j = 0; j < NET_GROUP; j++) {
            sum[0][j] = sum[1][j] = _mm512_setzero_si512();
            in[j] = c->in + c->corner[i + j] * l->inputs;
        }
        for (int tap = 0; tap < l->taps; tap++) {
            int step = tap_step(c, tap) * l->inputs;
            for (int k = 0; k < l->inputs; k += 4, w += 4 * l->outputs) {
                __m512i w0 = _mm512_loadu_si512(w);
                __m512i w1 = HALVES > 1 ? _mm512_loadu_si512(w + 64) : w0;
#pragma GCC unroll 12
                for (int j = 0; j < NET_GROUP; j++) {
                    __m512i a = _mm512_set1_epi32(load4(in[j] + step + k));
                    sum[0][j] = _mm512_dpbusd_epi32(sum[0][j], a, w0);
                    if (HALVES > 1)
                        sum[1][j] = _mm512_dpbusd_epi32(sum[1][j], a, w1);
                }
            }
        }
        for (int j = 0; j < NET_GROUP && i + j < c->points; j++)
            for (int h = 0; h < HALVES; h++) {
                int at = o + 16 * h;
                store16(c, (c->corner[i + j] + c->stride + 1) * l->outputs + at,
                        finish8(c, at, _mm512_castsi512_si256(sum[h][j])),
                        finish8(c, at + 8, _mm512_extracti64x4_epi64(sum[h][j], 1)));
            }
    }
}

VNNI static void run_vnni(const struct conv *c)
{
    int o = 0;
    for (; o + 32 <= c->layer->outputs; o += 32)
        run_vnni_part(c, o, 2);
    if (o < c->layer->outputs)
        run_vnni_part(c, o, 1);
}

bool net_path_works(enum net_path path)
{
    bool avx2 = __builtin_cpu_supports("avx2");
    return path == NET_PLAIN || (path == NET_SIMD128 && __builtin_cpu_supports("sse4.1")) ||
           (path == NET_AVX2 && avx2) ||
           (path == NET_VNNI && avx2 && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni"));
}

void conv_run(enum net_path path, const struct conv *c)
{
    if (path == NET_VNNI)
        run_vnni(c);
    else if (path == NET_AVX2)
        run_avx2(c);
    else if (path == NET_SIMD128)
        conv128_run(c);
    else
        run_plain(c);
}

#elif defined(CONV128)

bool net_path_works(enum net_path path)
{
    return path == NET_PLAIN || path == NET_SIMD128;
}

void conv_run(enum net_path path, const struct conv *c)
{
    if (path == NET_SIMD128)
        conv128_run(c);
    else
        run_plain(c);
}

#else

bool net_path_works(enum net_path path)
{
    return path == NET_PLAIN;
}

void conv_run(enum net_path path, const struct conv *c)
{
    run_plain(c);
}

#endif
