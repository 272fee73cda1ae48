/* lanes_word.h - words of 64 bits, one for each of several games at once; for the files that play
 * games in lanes only (lanes.h).
 *
 * A register of 256 bits holds four words. Each is a *lane*, with a game of its own, and one
 * instruction does the same to all four. What a file includes this header for depends on LANES, and
 * on LANES_AVX512_CODE, which it defines before:
 *
 *     LANES 4   AVX2 and BMI2, for processors that have them
 *     LANES 4 and LANES_AVX512_CODE
 *               also AVX-512's instructions for 256 bits: any function of three words is one, as is
 *               a count of bits, and there are twice as many registers
 *     LANES 1   plain C, for all others: a word is a uint64_t
 *
 * The games are the same with all, because no lane knows of another: what is written here for a
 * word_t holds for each of its lanes.
 *
 * A board is up to WORDS_MAX words, bit 0 of word 0 first: struct bits. How many of them a board
 * uses is a constant where a game is compiled for one size, so that the loops over words vanish.
 * The words that it does not use are neither asked for nor changed.
 *
 * The flood. Both games ask the same kind of question: which points can be reached from some
 * others? A set of points is spread by shifting it to where each neighbour is, and keeping the bits
 * that a mask of open ways lets through. Done again and again until nothing is added, this visits
 * all points of all lanes at once, without lists and branches. A row of six points, in which
 * nothing passes between the third and the fourth:
 *
 *     reached      1 . . . . .       1 1 . . . .      1 1 1 . . .
 *     shifted      . 1 . . . .       . 1 1 . . .      . 1 1 1 . .
 *     way in       1 1 1 . 1 1       1 1 1 . 1 1      1 1 1 . 1 1
 *     both added   1 1 . . . .       1 1 1 . . .      1 1 1 . . .    nothing new: done */
#ifndef LANES_WORD_H
#define LANES_WORD_H
#include "base/macros.h"
#include "base/rng.h"
#include <stdbool.h>
#include <stdint.h>

#if LANES == 4

#include <immintrin.h>

/* All code for lanes is inlined into the function that plays, and compiled for the same machine. */
#if defined(LANES_AVX512_CODE)
#define LANE_TARGET __attribute__((target("avx2,bmi2,avx512f,avx512vl,avx512vpopcntdq")))
#else
#define LANE_TARGET __attribute__((target("avx2,bmi2")))
#endif
#define LANE static inline __attribute__((always_inline)) LANE_TARGET

typedef uint64_t word_t __attribute__((vector_size(32)));

LANE word_t word_of(uint64_t x)
{
    return (word_t){x, x, x, x};
}

LANE uint64_t word_get(word_t x, int lane)
{
    return x[lane];
}

LANE word_t word_load(const uint64_t from[LANES])
{
    return (word_t){from[0], from[1], from[2], from[3]};
}

/* True iff any lane is not 0. */
LANE bool word_any(word_t x)
{
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
}

/* All ones where x is 0, else 0. */
LANE word_t word_is_zero(word_t x)
{
    return (word_t)(x == 0);
}

/* All ones where a < b, both below 2^63, else 0. */
LANE word_t word_is_less(word_t a, word_t b)
{
    return (word_t)_mm256_cmpgt_epi64((__m256i)b, (__m256i)a);
}

#if defined(LANES_AVX512_CODE)

/* The number of bits that are set. */
LANE word_t word_count(word_t x)
{
    return (word_t)_mm256_popcnt_epi64((__m256i)x);
}

/* Those of three words are below, in C. The number is the results for the bits 1 1 1, 1 1 0 …
 * 0 0 0. */
LANE word_t word_choose(word_t mask, word_t a, word_t b)
{
    return (word_t)_mm256_ternarylogic_epi64((__m256i)mask, (__m256i)a, (__m256i)b, 0xac);
}

LANE word_t word_or_and(word_t a, word_t b, word_t c)
{
    return (word_t)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, 0xf8);
}

#else

/* The number of bits that are set: looked up for each half of a byte, then summed. */
LANE word_t word_count(word_t x)
{
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i a = _mm256_and_si256((__m256i)x, low);
    __m256i b = _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), low);
    __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, a), _mm256_shuffle_epi8(table, b));
    return (word_t)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
}

#endif

/* The product of numbers below 2^32. */
LANE word_t word_product(word_t a, word_t b)
{
    return (word_t)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

/* The k-th of the bits that are set, counted from 0; 0 if there are no more than k. */
LANE word_t word_pick(word_t x, word_t k)
{
    word_t bit = (word_t)_mm256_sllv_epi64(_mm256_set1_epi64x(1), (__m256i)k);
    return (word_t){_pdep_u64(bit[0], x[0]), _pdep_u64(bit[1], x[1]), _pdep_u64(bit[2], x[2]),
                    _pdep_u64(bit[3], x[3])};
}

#elif LANES == 1

#define LANE static inline __attribute__((always_inline))

typedef uint64_t word_t;

LANE word_t word_of(uint64_t x)
{
    return x;
}

LANE uint64_t word_get(word_t x, int lane)
{
    (void)lane;
    return x;
}

LANE word_t word_load(const uint64_t from[LANES])
{
    return from[0];
}

LANE bool word_any(word_t x)
{
    return x != 0;
}

LANE word_t word_is_zero(word_t x)
{
    return x == 0 ? ~(word_t)0 : 0;
}

LANE word_t word_is_less(word_t a, word_t b)
{
    return a < b ? ~(word_t)0 : 0;
}

#define WORD_BYTES 0x0101010101010101u

/* In each byte, how many of its bits are set. */
LANE word_t word_bytes(word_t x)
{
    x -= x >> 1 & 0x55 * WORD_BYTES;
    x = (x & 0x33 * WORD_BYTES) + (x >> 2 & 0x33 * WORD_BYTES);
    return (x + (x >> 4)) & 0x0f * WORD_BYTES;
}

LANE word_t word_count(word_t x)
{
    return word_bytes(x) * WORD_BYTES >> 56;
}

LANE word_t word_product(word_t a, word_t b)
{
    return a * b;
}

LANE word_t word_pick(word_t x, word_t k)
{
    word_t upto = word_bytes(x) * WORD_BYTES; /* in each byte: the bits of it and of those below */
    if (k >= upto >> 56)
        return 0;
    /* Bit 7 of each byte tells whether its last bit is before the k-th; those come first. */
    word_t before = ((k | 0x80) * WORD_BYTES - upto) & 0x80 * WORD_BYTES;
    unsigned at = (unsigned)((before >> 7) * WORD_BYTES >> 56) * 8;
    unsigned rest = (unsigned)k - (unsigned)(upto << 8 >> at & 0xff);
    word_t byte = x >> at & 0xff;
    for (; rest > 0; rest--)
        byte &= byte - 1;
    return (byte & (0 - byte)) << at;
}

#else
#error "LANES is 1 or 4"
#endif

#if !defined(LANES_AVX512_CODE)

/* b where the mask is all ones, a where it is 0. */
LANE word_t word_choose(word_t mask, word_t a, word_t b)
{
    return (a & ~mask) | (b & mask);
}

/* a, and what is in b and in c. */
LANE word_t word_or_and(word_t a, word_t b, word_t c)
{
    return a | (b & c);
}

#endif

/* ---- random numbers ---- */

/* A generator for each lane (rng.h): xoshiro256+ (Blackman and Vigna 2019), whose upper bits are
 * the good ones, and which needs no rotation of its sum. */
struct word_rng {
    word_t s[4];
};

LANE word_t word_random(struct word_rng *r)
{
    word_t out = r->s[0] + r->s[3];
    word_t t = r->s[1] << 17;
    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= t;
    r->s[3] = r->s[3] << 45 | r->s[3] >> 19;
    return out;
}

/* Uniform in 0 … n - 1 by 32 random bits, as rng_below has it. 0 where n is 0. */
LANE word_t word_below(word_t random, word_t n)
{
    return word_product(random, n) >> 32;
}

/* The numbers, none below 0, that a table has for the indices in the lanes. */
LANE word_t word_look(const int32_t *table, word_t index)
{
    uint64_t found[LANES];
    for (int i = 0; i < LANES; i++)
        found[i] = (uint64_t)table[word_get(index, i)];
    return word_load(found);
}

/* ---- boards ---- */

enum { WORDS_MAX = 4, WORD_BITS = 64 };

/* A set of points in each lane. Fields and no array: so they are kept in registers, and those that
 * a board does not use vanish, where the number of words is a constant. */
struct bits {
    word_t w0, w1, w2, w3;
};

/* The same set in all lanes. */
LANE struct bits bits_of(const uint64_t from[WORDS_MAX])
{
    return (struct bits){word_of(from[0]), word_of(from[1]), word_of(from[2]), word_of(from[3])};
}

LANE struct bits bits_or(struct bits a, struct bits b, int words)
{
    a.w0 |= b.w0;
    if (words > 1)
        a.w1 |= b.w1;
    if (words > 2)
        a.w2 |= b.w2;
    if (words > 3)
        a.w3 |= b.w3;
    return a;
}

LANE struct bits bits_and(struct bits a, struct bits b, int words)
{
    a.w0 &= b.w0;
    if (words > 1)
        a.w1 &= b.w1;
    if (words > 2)
        a.w2 &= b.w2;
    if (words > 3)
        a.w3 &= b.w3;
    return a;
}

/* a, and what is in b and in c. */
LANE struct bits bits_or_and(struct bits a, struct bits b, struct bits c, int words)
{
    a.w0 = word_or_and(a.w0, b.w0, c.w0);
    if (words > 1)
        a.w1 = word_or_and(a.w1, b.w1, c.w1);
    if (words > 2)
        a.w2 = word_or_and(a.w2, b.w2, c.w2);
    if (words > 3)
        a.w3 = word_or_and(a.w3, b.w3, c.w3);
    return a;
}

/* a without b. */
LANE struct bits bits_less(struct bits a, struct bits b, int words)
{
    a.w0 &= ~b.w0;
    if (words > 1)
        a.w1 &= ~b.w1;
    if (words > 2)
        a.w2 &= ~b.w2;
    if (words > 3)
        a.w3 &= ~b.w3;
    return a;
}

LANE struct bits bits_xor(struct bits a, struct bits b, int words)
{
    a.w0 ^= b.w0;
    if (words > 1)
        a.w1 ^= b.w1;
    if (words > 2)
        a.w2 ^= b.w2;
    if (words > 3)
        a.w3 ^= b.w3;
    return a;
}

/* b in the lanes where the mask is all ones, a where it is 0. */
LANE struct bits bits_choose(word_t mask, struct bits a, struct bits b, int words)
{
    a.w0 = word_choose(mask, a.w0, b.w0);
    if (words > 1)
        a.w1 = word_choose(mask, a.w1, b.w1);
    if (words > 2)
        a.w2 = word_choose(mask, a.w2, b.w2);
    if (words > 3)
        a.w3 = word_choose(mask, a.w3, b.w3);
    return a;
}

/* Each bit moved up by so many places, 0 … 63. */
LANE struct bits bits_up(struct bits a, int by, int words)
{
    if (by == 0)
        return a;
    int rest = WORD_BITS - by;
    if (words > 3)
        a.w3 = a.w3 << by | a.w2 >> rest;
    if (words > 2)
        a.w2 = a.w2 << by | a.w1 >> rest;
    if (words > 1)
        a.w1 = a.w1 << by | a.w0 >> rest;
    a.w0 <<= by;
    return a;
}

/* … and down. */
LANE struct bits bits_down(struct bits a, int by, int words)
{
    if (by == 0)
        return a;
    int rest = WORD_BITS - by;
    a.w0 = words > 1 ? a.w0 >> by | a.w1 << rest : a.w0 >> by;
    if (words > 1)
        a.w1 = words > 2 ? a.w1 >> by | a.w2 << rest : a.w1 >> by;
    if (words > 2)
        a.w2 = words > 3 ? a.w2 >> by | a.w3 << rest : a.w2 >> by;
    if (words > 3)
        a.w3 >>= by;
    return a;
}

/* All words of a lane in one: 0 iff the lane has no bit. */
LANE word_t bits_fold(struct bits a, int words)
{
    word_t all = a.w0;
    if (words > 1)
        all |= a.w1;
    if (words > 2)
        all |= a.w2;
    if (words > 3)
        all |= a.w3;
    return all;
}

LANE bool bits_any(struct bits a, int words)
{
    return word_any(bits_fold(a, words));
}

LANE word_t bits_count(struct bits a, int words)
{
    word_t n = word_count(a.w0);
    if (words > 1)
        n += word_count(a.w1);
    if (words > 2)
        n += word_count(a.w2);
    if (words > 3)
        n += word_count(a.w3);
    return n;
}

/* The k-th set bit, counted from 0; empty if at most k bits are set. Past its word k is below 0; as
 * an unsigned number it is then above every count of bits. (Choosing the word of each lane first
 * takes fewer instructions, but they wait for that choice: 5 % slower.) */
LANE struct bits bits_pick(struct bits a, word_t k, int words)
{
    word_t n0 = words > 1 ? word_count(a.w0) : k;
    word_t n1 = words > 2 ? n0 + word_count(a.w1) : k;
    word_t n2 = words > 3 ? n1 + word_count(a.w2) : k;
    a.w0 = word_pick(a.w0, k);
    if (words > 1)
        a.w1 = word_pick(a.w1, k - n0);
    if (words > 2)
        a.w2 = word_pick(a.w2, k - n1);
    if (words > 3)
        a.w3 = word_pick(a.w3, k - n2);
    return a;
}

/* The index of the lowest bit of each lane; if there is none, the number of all bits: a word of no
 * bit less 1 is one of 64. */
LANE word_t bits_lowest(struct bits a, int words)
{
    const word_t one = word_of(1);
    word_t n = word_count((a.w0 - one) & ~a.w0);
    word_t none = word_is_zero(a.w0);
    if (words > 1) {
        n += none & word_count((a.w1 - one) & ~a.w1);
        none &= word_is_zero(a.w1);
    }
    if (words > 2) {
        n += none & word_count((a.w2 - one) & ~a.w2);
        none &= word_is_zero(a.w2);
    }
    if (words > 3)
        n += none & word_count((a.w3 - one) & ~a.w3);
    return n;
}

/* The index of the lowest bit of a lane, -1 if there is none. */
LANE int bits_index(struct bits a, int lane, int words)
{
    const uint64_t w[WORDS_MAX] = {word_get(a.w0, lane), words > 1 ? word_get(a.w1, lane) : 0,
                                   words > 2 ? word_get(a.w2, lane) : 0,
                                   words > 3 ? word_get(a.w3, lane) : 0};
    for (int j = 0; j < words; j++)
        if (w[j] != 0)
            return j * WORD_BITS + __builtin_ctzll(w[j]);
    return -1;
}

/* Sets a bit of words that become a set. */
LANE void bit_set(uint64_t w[WORDS_MAX], int bit)
{
    w[bit / WORD_BITS] |= (uint64_t)1 << bit % WORD_BITS;
}

#endif
