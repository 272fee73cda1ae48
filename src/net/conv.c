#include "net/conv.h"

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
    return path == NET_PLAIN || (path == NET_AVX2 && avx2) ||
           (path == NET_VNNI && avx2 && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni"));
}

void conv_run(enum net_path path, const struct conv *c)
{
    if (path == NET_VNNI)
        run_vnni(c);
    else if (path == NET_AVX2)
        run_avx2(c);
    else
        run_plain(c);
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

/* Without it the sums below live in memory. */
#define UNROLL _Pragma("clang loop unroll(full)")

enum { OUTPUTS_8 = 8, POINTS_4 = 4, TAPS_MAX = 9, PAIR = 2 };

/* Inputs and weights as 16 bits, two inputs of an output side by side, for products that are added
 * in pairs. The weights are those of eight outputs. */
struct wide {
    int16_t in[NET_NODES_MAX * NET_CHANNELS_MAX];
    int16_t weights[TAPS_MAX * NET_CHANNELS_MAX * OUTPUTS_8];
};

static void widen_inputs(const struct conv *c, struct wide *w)
{
    int n = (c->corner[c->points - 1] + 2 * c->stride + 3) * c->layer->inputs;
    int i = 0;
    for (; i + 8 <= n; i += 8)
        wasm_v128_store(w->in + i, wasm_u16x8_load8x8(c->in + i));
    for (; i < n; i++)
        w->in[i] = c->in[i];
}

static void widen_weights(const struct net_layer *l, int o, struct wide *w)
{
    int16_t *to = w->weights;
    for (int quad = 0; quad < l->taps * l->inputs / 4; quad++, to += 4 * OUTPUTS_8)
        for (int four = 0; four < 2; four++) {
            v128_t from = wasm_v128_load(l->weights + (quad * l->outputs + o + 4 * four) * 4);
            v128_t pairs = wasm_i8x16_shuffle(from, from, 0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10,
                                              11, 14, 15);
            wasm_v128_store(to + OUTPUTS_8 * four, wasm_i16x8_extend_low_i8x16(pairs));
            wasm_v128_store(to + OUTPUTS_8 * (2 + four), wasm_i16x8_extend_high_i8x16(pairs));
        }
}

/* The upper halves of four sums' 64-bit products and biases. */
static inline v128_t finish4(v128_t sum, v128_t factor, const v128_t bias[2])
{
    v128_t low = wasm_i64x2_add(wasm_i64x2_extmul_low_i32x4(sum, factor), bias[0]);
    v128_t high = wasm_i64x2_add(wasm_i64x2_extmul_high_i32x4(sum, factor), bias[1]);
    return wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
}

/* Eight results at a node. Narrowing saturates, which the clipping would do anyway. */
static inline void store8(const struct conv *c, int at, v128_t low, v128_t high)
{
    if (c->add != NULL) {
        v128_t add = wasm_u16x8_load8x8(c->add + at);
        low = wasm_i32x4_add(low, wasm_u32x4_extend_low_u16x8(add));
        high = wasm_i32x4_add(high, wasm_u32x4_extend_high_u16x8(add));
    }
    v128_t words = wasm_i16x8_narrow_i32x4(low, high);
    v128_t bytes = wasm_i8x16_max(wasm_i8x16_narrow_i16x8(words, words), wasm_i8x16_splat(0));
    wasm_v128_store64_lane(c->out + at, bytes, 0);
}

static void run_outputs(const struct conv *c, const struct wide *wide, int o)
{
    const struct net_layer *l = c->layer;
    v128_t factor[2] = {wasm_v128_load(l->factor + o), wasm_v128_load(l->factor + o + 4)};
    v128_t bias[4];
    for (int i = 0; i < 4; i++) /* conv_place: the even ones, then the odd ones */
        bias[i] = wasm_i64x2_make(c->bias[o + i], c->bias[o + 4 + i]);
    for (int i = 0; i < c->points; i += POINTS_4) {
        v128_t low[POINTS_4];
        v128_t high[POINTS_4];
        const int16_t *in[POINTS_4];
        const int16_t *w = wide->weights;
        UNROLL for (int j = 0; j < POINTS_4; j++)
        {
            low[j] = high[j] = wasm_i32x4_splat(0);
            in[j] = wide->in + c->corner[i + j] * l->inputs;
        }
        for (int tap = 0; tap < l->taps; tap++) {
            int step = tap_step(c, tap) * l->inputs;
            for (int k = step; k < step + l->inputs; k += 2 * PAIR, w += 2 * PAIR * OUTPUTS_8)
                UNROLL for (int pair = 0; pair < 2; pair++)
                {
                    v128_t w0 = wasm_v128_load(w + pair * PAIR * OUTPUTS_8);
                    v128_t w1 = wasm_v128_load(w + pair * PAIR * OUTPUTS_8 + OUTPUTS_8);
                    UNROLL for (int j = 0; j < POINTS_4; j++)
                    {
                        v128_t a = wasm_v128_load32_splat(in[j] + k + pair * PAIR);
                        low[j] = wasm_i32x4_add(low[j], wasm_i32x4_dot_i16x8(a, w0));
                        high[j] = wasm_i32x4_add(high[j], wasm_i32x4_dot_i16x8(a, w1));
                    }
                }
        }
        UNROLL for (int j = 0; j < POINTS_4; j++) if (i + j < c->points)
            store8(c, (c->corner[i + j] + c->stride + 1) * l->outputs + o,
                   finish4(low[j], factor[0], bias), finish4(high[j], factor[1], bias + 2));
    }
}

/* Four points and eight outputs at a time. */
static void run_simd128(const struct conv *c)
{
    struct wide wide;
    widen_inputs(c, &wide);
    for (int o = 0; o < c->layer->outputs; o += OUTPUTS_8) {
        widen_weights(c->layer, o, &wide);
        run_outputs(c, &wide, o);
    }
}

bool net_path_works(enum net_path path)
{
    return path == NET_PLAIN || path == NET_SIMD128;
}

void conv_run(enum net_path path, const struct conv *c)
{
    if (path == NET_SIMD128)
        run_simd128(c);
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
