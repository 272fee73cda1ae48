/* pns_key.h - Zobrist keys under all symmetries of a board at once, for the proof search.
 *
 * A *code* is the content of a point, in the game's own numbering (0..codes_n - 1). A key is the
 * least, over the symmetries of the game and board, of the exclusive or of the codes' random
 * words. */
#ifndef PNS_KEY_H
#define PNS_KEY_H
#include "base/rng.h"
#include "rules/game.h"

struct pns_keys {
    struct setup setup;
    uint8_t symmetries; /* those of the board */
    int codes_n;        /* kinds of points with keys of their own */
    uint8_t claimant;   /* side that the question is about (pns.h); 0 with two players */
    uint64_t *of;       /* [(point * codes_n + code) * 8 + symmetry]; borrowed */
};

/* A key in the making, as seen through each symmetry. */
struct pns_hash {
    uint64_t h[SYMMETRIES_MAX];
};

/* Bytes that pns_keys_init needs for boards of that setup. */
size_t pns_keys_bytes(const struct setup *s);

/* memory holds pns_keys_bytes() and must outlive *k. */
void pns_keys_init(struct pns_keys *k, const struct setup *s, uint64_t *memory);

/* The random words of a code on a point, one for each symmetry. */
static inline const uint64_t *pns_key_of(const struct pns_keys *k, int at, int code)
{
    return k->of + (at * k->codes_n + code) * SYMMETRIES_MAX;
}

static inline void pns_hash_add(struct pns_hash *x, const struct pns_keys *k, int at, int code)
{
    const uint64_t *of = pns_key_of(k, at, code);
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        x->h[s] ^= of[s];
}

/* The least of the hashes under symmetries that the board has. */
static inline uint64_t pns_hash_least(const struct pns_hash *x, const struct pns_keys *k)
{
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        if ((k->symmetries >> s & 1) != 0 && x->h[s] < least)
            least = x->h[s];
    return least;
}

#endif
