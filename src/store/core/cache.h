/* cache.h - the rows of matches that the writer has read or written lately, so a move need not read
 * its match again.
 *
 * Belongs to the writing handle. An entry equals the row that the present transaction would read.
 * Entries that were put since the outermost savepoint go when that is undone; all go with a
 * rollback, and with a change of STORE_KEPT_ROWS (tables.h) that did not update the cache.
 * store_forget drops rows that other processes have changed. */
#ifndef STORE_CACHE_H
#define STORE_CACHE_H
#include "store/core/store.h"

struct store_cache; /* opaque */

MUST_USE struct store_cache *store_cache_new(void); /* NULL when memory is short */
void store_cache_free(struct store_cache *c);

MUST_USE bool store_cache_get(struct store_cache *c, int64_t match, struct store_match *out);
/* -1: the row is not kept. */
MUST_USE int64_t store_cache_revision(const struct store_cache *c, int64_t match);
void store_cache_put(struct store_cache *c, const struct store_match *m);
void store_cache_drop(struct store_cache *c, int64_t match);
void store_cache_clear(struct store_cache *c);

void store_cache_savepoint(struct store_cache *c);
void store_cache_release(struct store_cache *c);
void store_cache_undo(struct store_cache *c);

#endif
