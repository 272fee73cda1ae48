#include "http/wire/limit.h"

#include "base/rng.h"

uint64_t limit_key(const char *address, uint64_t seed)
{
    uint64_t h = rng_mix(seed);
    for (; *address != '\0'; address++)
        h = rng_mix(h ^ (unsigned char)*address);
    return h | 1; /* 0: a free place */
}

int64_t limit_take_many(struct limit *l, uint64_t key, int64_t now_ms, int n)
{
    unsigned at = (unsigned)(key >> 32) % LIMIT_PLACES;
    int64_t full = (int64_t)l->burst * l->refill_ms;
    int64_t cost = (int64_t)n * l->refill_ms;
    int64_t credit = full;
    if (l->places[at].key == key) {
        credit = l->places[at].credit_ms + (now_ms - l->places[at].at_ms);
        if (credit > full)
            credit = full;
    }
    bool ok = credit >= cost;
    l->places[at].key = key;
    l->places[at].at_ms = now_ms;
    l->places[at].credit_ms = ok ? credit - cost : credit;
    return ok ? 0 : cost - credit;
}

int64_t limit_take(struct limit *l, uint64_t key, int64_t now_ms)
{
    return limit_take_many(l, key, now_ms, 1);
}
