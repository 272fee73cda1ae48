#include "search/proof/pns_key.h"

#include "search/proof/pns_sight.h"

size_t pns_keys_bytes(const struct setup *s)
{
    return (size_t)(s->width * s->height * pns_sight_codes(s) * SYMMETRIES_MAX) * sizeof(uint64_t);
}

void pns_keys_init(struct pns_keys *k, const struct setup *s, uint64_t *memory)
{
    const struct game *g = games[s->game];
    k->setup = *s;
    k->symmetries = s->width == s->height ? g->symmetries : (uint8_t)(g->symmetries & 0x0f);
    k->codes_n = pns_sight_codes(s);
    k->claimant = s->players > 2 ? 1 : 0;
    k->of = memory;
    uint64_t *out = memory;
    for (point_t at = 0; at < s->width * s->height; at++)
        for (int code = 0; code < k->codes_n; code++)
            for (int sym = 0; sym < SYMMETRIES_MAX; sym++) {
                bool there = (k->symmetries >> sym & 1) != 0;
                point_t to = there ? symmetry_point(sym, s->width, s->height, at) : at;
                *out++ = rng_mix(rng_mix((uint64_t)to + 1) + (uint64_t)code);
            }
}
