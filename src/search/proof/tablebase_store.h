/* tablebase_store.h - the solved positions while a table is made: values by key.
 *
 * A store takes one of two forms, whichever suits the board:
 *
 *   pages   One byte for each number that may be a key, in pages of 64 KiB that exist once a
 *           position on them is solved. For games without points, where a byte holds the value, on
 *           boards that have few keys (2^38 at most; docs/lab/solving.md has the memory).
 *   hash    Keys (16 bytes) and values (2 bytes) with linear probing, at most three quarters full.
 *           While it doubles, the old and the new one are in memory together.
 *
 * The members are private. */
#ifndef TABLEBASE_STORE_H
#define TABLEBASE_STORE_H
#include "search/proof/tablebase.h"

struct tablebase_store {
    uint64_t n; /* positions */
    uint64_t memory_bytes, used_bytes;
    /* Pages. */
    uint8_t **pages; /* NULL: it is a hash table; [page]: NULL, or its bytes, 0 where nothing is */
    uint64_t pages_n;
    /* The hash table. */
    struct reach_key *keys;
    struct tablebase_value *values; /* plies 0: the slot is free */
    uint64_t slots;                 /* a power of two */
};

/* An empty store for running positions of that setup. Returns 0, ERR_FULL or ERR_NO_MEMORY; then
 * nothing is to be freed. */
MUST_USE int tablebase_store_init(struct tablebase_store *s, const struct reach_keys *keys,
                                  uint64_t memory_bytes);
void tablebase_store_done(struct tablebase_store *s);

/* plies 0: it is not there. */
struct tablebase_value tablebase_store_get(const struct tablebase_store *s, struct reach_key key);

/* Adds a key that is not there. Returns 0, ERR_FULL, ERR_NO_MEMORY, or ERR_TOO_BIG (too many plies
 * for a byte). */
MUST_USE int tablebase_store_put(struct tablebase_store *s, struct reach_key key,
                                 struct tablebase_value value);

/* To be called once, when all are there: tablebase_store_next needs it, the others must not be
 * called any more. */
void tablebase_store_sort(struct tablebase_store *s);

/* Walks all positions in the order of their keys: *at is 0 at first. False: there are no more. */
bool tablebase_store_next(const struct tablebase_store *s, uint64_t *at, struct reach_key *key,
                          struct tablebase_value *value);

#endif
