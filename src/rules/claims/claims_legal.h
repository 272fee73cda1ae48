/* claims_legal.h - which placements are legal in the claims game (rules C2, C5, C6), a whole board
 * at a time as bits, and the choice of one bit.
 *
 * The set is not kept. It is computed from the planes on request, 16 squares by a handful of
 * instructions. A random choice counts the bits and selects one of them: it is exactly uniform,
 * needs no rejections, and sees at once when no square is left. */
#ifndef CLAIMS_LEGAL_H
#define CLAIMS_LEGAL_H
#include "rules/claims/claims_int.h"

enum { CLAIMS_WORDS_MAX = (CLAIMS_STRIDE_MAX + 63) / 64 };

/* ---- Bits ---- */

#define BYTES_01 0x0101010101010101u
#define BYTES_80 0x8080808080808080u

/* The numbers of set bits in each byte of v. Not __builtin_popcountll: for the plain x86-64 that is
 * a call of a library function. */
CLAIMS_INLINE uint64_t bits_per_byte(uint64_t v)
{
    v -= (v >> 1) & 0x5555555555555555u;
    v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u);
    return (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
}

CLAIMS_INLINE unsigned bits_count(uint64_t v)
{
    return (unsigned)(bits_per_byte(v) * BYTES_01 >> 56);
}

/* How many of the eight bytes of `sums`, each < 128, are <= k < 128. */
CLAIMS_INLINE unsigned bytes_not_above(uint64_t sums, unsigned k)
{
    uint64_t not_above = ((k * BYTES_01 | BYTES_80) - sums) & BYTES_80;
    return (unsigned)((not_above >> 7) * BYTES_01 >> 56);
}

/* bit_of_byte[8 * v + k] is the place of the set bit of v that has k set bits below it, at compile
 * time and by the same sums: each bit is put into a byte of its own. */
#define APART(v)     ((v)*BYTES_01 & 0x8040201008040201u)
#define ONES(v)      ((((APART(v) + (BYTES_80 - BYTES_01)) | APART(v)) >> 7) & BYTES_01)
#define ABOVE(v, k)  ((((k)*BYTES_01 | BYTES_80) - ONES(v) * BYTES_01) & BYTES_80)
#define BIT_OF(v, k) ((uint8_t)((ABOVE(v, k) >> 7) * BYTES_01 >> 56))
#define BITS_H(v, k) BIT_OF(v, k), BIT_OF(v, (k) + 1), BIT_OF(v, (k) + 2), BIT_OF(v, (k) + 3)
#define BITS_1(v)    BITS_H(v, 0), BITS_H(v, 4)
#define BITS_4(v)    BITS_1(v), BITS_1((v) + 1), BITS_1((v) + 2), BITS_1((v) + 3)
#define BITS_16(v)   BITS_4(v), BITS_4((v) + 4), BITS_4((v) + 8), BITS_4((v) + 12)
#define BITS_64(v)   BITS_16(v), BITS_16((v) + 16), BITS_16((v) + 32), BITS_16((v) + 48)
static const uint8_t bit_of_byte[] = {BITS_64(0), BITS_64(64), BITS_64(128), BITS_64(192)};

/* The place of the set bit of v that has k set bits below it; v has more than k. First the byte is
 * found by sums over whole bytes, then the bit in a table. */
CLAIMS_INLINE int bits_select(uint64_t v, unsigned k)
{
    uint64_t sums = bits_per_byte(v) * BYTES_01;
    unsigned byte_at = 8 * bytes_not_above(sums, k);
    k -= (unsigned)((sums << 8) >> byte_at) & 0xff;
    return (int)(byte_at + bit_of_byte[8 * (v >> byte_at & 0xff) + k]);
}

/* ---- Lanes ---- */

typedef int16_t lanes_t __attribute__((vector_size(16)));
enum { LANES = 8 };

CLAIMS_INLINE lanes_t lanes_load(const int16_t *from)
{
    lanes_t v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}

/* The sign bits of 16 lanes. */
CLAIMS_INLINE unsigned lanes_signs(lanes_t low, lanes_t high)
{
#if defined(__SSE2__)
    typedef char chars_t __attribute__((vector_size(16)));
    typedef short shorts_t __attribute__((vector_size(16)));
    chars_t packed = (chars_t)__builtin_ia32_packsswb128((shorts_t)low, (shorts_t)high);
    return (unsigned)__builtin_ia32_pmovmskb128(packed);
#elif defined(__wasm_simd128__)
    typedef signed char chars_t __attribute__((vector_size(16)));
    chars_t packed = (chars_t)__builtin_wasm_narrow_s_i8x16_i16x8(low, high);
    return (unsigned)__builtin_wasm_bitmask_i8x16(packed);
#else
    /* A product brings four signs together in its topmost bits; below, no two terms meet. The first
     * lane is the lowest part of a word, or the highest where bytes are in the other order. */
    bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    uint64_t together = big ? 0x8000400020001000u : 0x1000200040008000u;
    uint64_t part[4];
    __builtin_memcpy(part, &low, sizeof low);
    __builtin_memcpy(part + 2, &high, sizeof high);
    unsigned signs = 0;
    for (int i = 0; i < 4; i++)
        signs |= (unsigned)((part[i] >> 15 & 0x0001000100010001u) * together >> 60) << 4 * i;
    return signs;
#endif
}

/* C2, C5, C6 for three and four players; lanes are -1 where a side may place. */
CLAIMS_INLINE lanes_t legal_lanes_many(const struct claims *c, struct claims_board b, int side,
                                       int q)
{
    lanes_t stack = lanes_load(c->planes + q);
    lanes_t mine = lanes_load(claims_plane_read(c, b, side) + q);
    lanes_t occupant = stack & STACK_SIDE;
    lanes_t empty = stack == 0;
    lanes_t need = {0};
    for (int other = 1; other <= b.players; other++) {
        if (other == side)
            continue;
        /* C5: on an empty square the claims of every other count, C6: on a stack those of its
         * occupant. */
        lanes_t counts = (occupant == (int16_t)other) | empty;
        lanes_t theirs = lanes_load(claims_plane_read(c, b, other) + q) & counts;
        lanes_t more = theirs > need;
        need = (theirs & more) | (need & ~more);
    }
    lanes_t enough = mine >= need + (stack >> STACK_HEIGHT_SHIFT);
    lanes_t own = occupant == (int16_t)side;
    lanes_t doubled = (stack & STACK_DOUBLED) != 0;
    return (own & ~doubled) | (~own & enough);
}

/* The legal placements of a side among the 16 squares from q. */
CLAIMS_INLINE unsigned legal_group(const struct claims *c, struct claims_board b, int side, int q)
{
    if (b.players > 2)
        return lanes_signs(legal_lanes_many(c, b, side, q),
                           legal_lanes_many(c, b, side, q + LANES));
    const int16_t *margin = claims_plane_read(c, b, side) + q;
    return lanes_signs(lanes_load(margin), lanes_load(margin + LANES)) ^ 0xffff;
}

/* ---- Sets of placements ---- */

struct claims_set {
    uint64_t words[CLAIMS_WORDS_MAX]; /* bit q % 64 of words[q / 64] */
    unsigned counts[CLAIMS_WORDS_MAX];
    unsigned n;
};

CLAIMS_INLINE void legal_find(const struct claims *c, struct claims_board b, int side,
                              struct claims_set *out)
{
    out->n = 0;
    for (int q = 0; q < claims_stride(b); q += 64) {
        uint64_t word = 0;
        for (int i = q; i < claims_least(q + 64, claims_stride(b)); i += CLAIMS_GROUP)
            word |= (uint64_t)legal_group(c, b, side, i) << (i - q);
        out->words[q / 64] = word;
        out->n += out->counts[q / 64] = bits_count(word);
    }
}

/* The placement with k < out->n legal ones before it. */
CLAIMS_INLINE point_t legal_select(const struct claims_set *s, struct claims_board b, unsigned k)
{
    int i = 0;
    for (; i < (claims_stride(b) - 1) / 64 && k >= s->counts[i]; i++)
        k -= s->counts[i];
    return (point_t)(64 * i + bits_select(s->words[i], k));
}

CLAIMS_INLINE bool legal_any(const struct claims *c, struct claims_board b, int side)
{
    for (int q = 0; q < claims_stride(b); q += CLAIMS_GROUP)
        if (legal_group(c, b, side, q) != 0)
            return true;
    return false;
}

/* C7: whether anybody could place; the first is asked first, since it nearly always can. */
CLAIMS_INLINE bool legal_any_side(const struct claims *c, struct claims_board b, int first)
{
    int side = first;
    do {
        if (legal_any(c, b, side))
            return true;
        side = side % b.players + 1;
    } while (side != first);
    return false;
}

#endif
