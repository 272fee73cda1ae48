/* allowance_sql.h - the queries of allowance.c (queries.h). */
#ifndef ALLOWANCE_SQL_H
#define ALLOWANCE_SQL_H

/* Who pays for the work of a player, as a text. */
#define PLACE_PAYER_OF(player)                                                                     \
    "coalesce((SELECT max(pl.hash) FROM place pl WHERE pl.player = " player                        \
    " AND pl.hash LIKE '=%'), CAST(" player " AS TEXT))"

/* X(name, uses, types, SQL) */
#define ALLOWANCE_SQL(X)                                                                           \
    X(Q_ALLOWANCE_GET, READS(ALLOWANCE), "t", "SELECT full_at FROM allowance WHERE key = $1")      \
    X(Q_ALLOWANCE_PUT, CHANGES(ALLOWANCE), "ti",                                                   \
      "INSERT INTO allowance (key, full_at) VALUES ($1, $2)"                                       \
      " ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at")                               \
    X(Q_ALLOWANCE_TRIM, CHANGES(ALLOWANCE), "i", "DELETE FROM allowance WHERE full_at < $1")       \
    X(Q_ALLOWANCE_PLACE_PUT, CHANGES(PLACE), "iti",                                                \
      "INSERT INTO place (player, hash, at) VALUES ($1, $2, $3)"                                   \
      " ON CONFLICT (player, hash) DO UPDATE SET at = excluded.at")                                \
    X(Q_ALLOWANCE_PLACE_GET, READS(PLACE), "it",                                                   \
      "SELECT at FROM place WHERE player = $1 AND hash = $2")                                      \
    X(Q_ALLOWANCE_PAYER_CUT, CHANGES(PLACE), "i",                                                  \
      "DELETE FROM place WHERE player = $1 AND hash LIKE '=%'")                                    \
    X(Q_ALLOWANCE_PAYER, READS(PLACE), "i",                                                        \
      "SELECT max(hash) FROM place WHERE player = $1 AND hash LIKE '=%' GROUP BY player")          \
    X(Q_ALLOWANCE_PLACES_SHARED, READS(PLACE), "ii",                                               \
      "SELECT count(*) FROM place x JOIN place y ON y.hash = x.hash"                               \
      " WHERE x.player = $1 AND y.player = $2 AND x.hash NOT LIKE '=%'")                           \
    X(Q_ALLOWANCE_PLACES_FORGET, CHANGES(PLACE), "i", "DELETE FROM place WHERE player = $1")       \
    X(Q_ALLOWANCE_PLACES_TRIM, CHANGES(PLACE), "i", "DELETE FROM place WHERE at < $1")

#endif
