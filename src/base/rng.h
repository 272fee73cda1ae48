/* rng.h - xoshiro256++ (Blackman and Vigna, 2019): fast, seedable, the same everywhere.
 *
 * Not for secrets: those come from libsodium. A generator is a plain value. */
#ifndef RNG_H
#define RNG_H
#include <stdint.h>

struct rng {
    uint64_t s[4]; /* never all zero */
};

/* One step of splitmix64: a good mix of 64 bits; used for seeding and hash keys. */
static inline uint64_t rng_mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* Any seed is good, 0 too; equal seeds give equal sequences. */
static inline void rng_seed(struct rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = rng_mix(seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
}

/* 64 uniform bits. */
static inline uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s;
    uint64_t out = rng_rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotl(s[3], 45);
    return out;
}

/* Uniform in 0 … n-1, n > 0. Multiply-shift (Lemire 2019) without the rejection step: the bias is
 * below n / 2^32, far under what any test of ours can see (n <= 1251). */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    return (uint32_t)(((rng_next(r) >> 32) * (uint64_t)n) >> 32);
}

#endif
