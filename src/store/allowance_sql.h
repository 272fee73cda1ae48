/* allowance_sql.h - the queries of allowance.c, for the one list of queries in store.c. */
#ifndef ALLOWANCE_SQL_H
#define ALLOWANCE_SQL_H
#include "store/driver.h"

/* X(name, SQL) */
#define ALLOWANCE_SQL(X)                                                                           \
    X(GET, "SELECT full_at FROM allowance WHERE key = $1")                                         \
    X(PUT, "INSERT INTO allowance (key, full_at) VALUES ($1, $2)"                                  \
           " ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at")                          \
    X(TRIM, "DELETE FROM allowance WHERE full_at < $1")                                            \
    X(PLACE_PUT, "INSERT INTO place (player, hash, at) VALUES ($1, $2, $3)"                        \
                 " ON CONFLICT (player, hash) DO UPDATE SET at = excluded.at")                     \
    X(PLACE_GET, "SELECT at FROM place WHERE player = $1 AND hash = $2")                           \
    X(PLACES_SHARED, "SELECT count(*) FROM place x JOIN place y ON y.hash = x.hash"                \
                     " WHERE x.player = $1 AND y.player = $2")                                     \
    X(PLACES_FORGET, "DELETE FROM place WHERE player = $1")                                        \
    X(PLACES_TRIM, "DELETE FROM place WHERE at < $1")

enum allowance_query {
    ALLOWANCE_BEFORE = STORE_QUERY_ALLOWANCE - 1,
#define ALLOWANCE_ENUM(name, sql) ALLOWANCE_##name,
    ALLOWANCE_SQL(ALLOWANCE_ENUM)
#undef ALLOWANCE_ENUM
        ALLOWANCE_END
};
_Static_assert((int)ALLOWANCE_END <= (int)STORE_QUERY_N, "STORE_QUERY_N is too small");

#endif
