/* limit.h - how often one address may do something: a bucket of `burst` tokens that fills at a
 * steady rate.
 *
 * A fixed table; when two addresses fall on one place the older one is forgotten, which can only
 * let through too much. For one thread. */
#ifndef LIMIT_H
#define LIMIT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LIMIT_PLACES = 4096 };

struct limit {
    int burst;
    int refill_ms; /* one token each */
    struct {
        uint64_t key;
        int64_t at_ms;     /* when the credit was counted */
        int64_t credit_ms; /* a token costs refill_ms of it */
    } places[LIMIT_PLACES];
};

/* Takes a token; 0, or the milliseconds after which there is one. */
int64_t limit_take(struct limit *l, uint64_t key, int64_t now_ms);

/* The same for several at once, at most `burst`. */
int64_t limit_take_many(struct limit *l, uint64_t key, int64_t now_ms, int n);

/* A key from the text of an address, mixed with a secret seed. */
uint64_t limit_key(const char *address, uint64_t seed);

#endif
