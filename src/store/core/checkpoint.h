/* checkpoint.h - carries SQLite's write-ahead log over into the file, beside the writer: a commit
 * then never waits for a whole checkpoint (thousands of pages and two syncs).
 *
 *     commits                   the log grows to CHECKPOINT_PAGES
 *     a thread of its own       copies them with a connection of its own, and syncs
 *     the writer's next commit  copies what came meanwhile, so that the log begins at its start
 *
 * A passive checkpoint runs while others read and write (https://www.sqlite.org/wal.html), but only
 * one that ends with nothing left lets the log start over, and under a steady load only the writer
 * itself can come to that point. */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H
#include "base/macros.h"

struct sqlite3;
struct checkpoint; /* opaque */

/* Watches over the log of a database file from now on, in place of SQLite's own checkpoints. Calls
 * come from the writer's thread, and db must stay open until checkpoint_free. NULL when there is no
 * memory, thread or connection: SQLite then keeps its own checkpoints. */
MUST_USE struct checkpoint *checkpoint_new(struct sqlite3 *db, const char *file);
void checkpoint_free(struct checkpoint *c); /* NULL is fine; waits for a copy that is under way */

#endif
