/* postgres_sql.h - the store's one SQL text as PostgreSQL takes it: migrations with the words of
 * schema.c rewritten, inserts that tell a conflict without an error, and many rows at once.
 *
 * All functions return text that the caller frees, or NULL when memory is short or the query is not
 * of the form that is asked for. */
#ifndef POSTGRES_SQL_H
#define POSTGRES_SQL_H
#include "base/macros.h"
#include <stdbool.h>

/* SQL that runs before the first migration and defines the names that rewritten queries use. */
extern const char postgres_sql_start[];

/* A migration of schema.c. */
MUST_USE char *postgres_sql_migration(const char *sql);
/* The SQL that only PostgreSQL needs after migration n (indexes of its own, storage); NULL:
 * none. */
const char *postgres_sql_after(int n);

/* A query as it is prepared. An INSERT ... VALUES without ON CONFLICT gets ON CONFLICT DO NOTHING,
 * and *counted says that no row done means a conflict: an error would end the transaction. */
MUST_USE char *postgres_sql_query(const char *sql, bool *counted);

/* The same query for many rows: parameter n is an array of values for $n. types: 'i' or 't' for
 * each. Understands INSERT INTO t (columns) VALUES (...) with any clauses after it, DELETE FROM t
 * WHERE ..., and UPDATE t SET ... WHERE ..., which may be given each row only once. */
MUST_USE char *postgres_sql_many(const char *sql, const char *types);

#endif
