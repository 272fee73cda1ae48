/* copy.h - whole stores: moved from one back end to another, backed up while they are served,
 * checked, tidied up.
 *
 * Functions return 0 or ERR_*, with the reason in *why. */
#ifndef STORE_COPY_H
#define STORE_COPY_H
#include "store/core/store.h"

/* Called for each table that was copied. */
typedef void copy_on_table(void *context, const char *table, int64_t rows);

/* Copies all that `from` holds at one moment to `to`, which must be new or empty, and may be of the
 * other kind. `from` may be served meanwhile. Each row that was written is read again and compared
 * before the copy is committed: `to` has all rows as they were, or none. */
MUST_USE int store_copy(const char *from, const char *to, copy_on_table *on_table, void *context,
                        struct text *why);

/* Backs a store up into a new SQLite file, while it is served; the file is whole and on the disk,
 * or not there. */
MUST_USE int store_backup(const char *from, const char *file, struct text *why);
/* Replaces a store by a backup. No server may be using the store. An existing SQLite file is kept
 * as FILE.before; a PostgreSQL database must be empty. */
MUST_USE int store_restore(const char *file, const char *to, struct text *why);

/* Whether a store is whole (SQLite: its pages; PostgreSQL: it can be opened). */
MUST_USE int store_verify(const char *where, struct text *why);
/* Frees unused space and renews the statistics of the planner. A SQLite file must not be served. */
MUST_USE int store_vacuum(const char *where, struct text *why);

#endif
