/* store_sql.h - the queries of store.c (queries.h). */
#ifndef STORE_SQL_H
#define STORE_SQL_H
#include "store/core/row.h"

#define VACATION_ROW(F, X, A)                                                                      \
    F(A, from, I64, "away_from")                                                                   \
    X(A, until, I64, "away_until")                                                                 \
    X(A, year, INT, "away_year")                                                                   \
    X(A, days, INT, "away_days")
ROW_IS(VACATION_ROW, 4);

/* How a name looks: what Unicode calls the skeleton of ASCII (UTS 39, confusables), without regard
 * to case. The index player_shape of schema.c has the same words. */
#define PLAYER_SHAPE(name)                                                                         \
    "replace(replace(replace(lower(replace(" name ", 'I', 'l')), '1', 'l'), '0', 'o'), 'm', 'rn')"

/* X(name, uses, types, SQL) */
#define STORE_SQL(X)                                                                               \
    X(Q_META_GET, READS(META), "t", "SELECT value FROM meta WHERE key = $1")                       \
    X(Q_META_SET, CHANGES(META), "tt",                                                             \
      "INSERT INTO meta (key, value) VALUES ($1, $2)"                                              \
      " ON CONFLICT (key) DO UPDATE SET value = excluded.value")                                   \
    X(Q_PLAYER_ADD, ADDS(PLAYER), "tti",                                                           \
      "INSERT INTO player (kind, name, created_at) VALUES ($1, $2, $3) RETURNING id")              \
    X(Q_PLAYER_GET, READS(PLAYER), "i", ROW_SELECT(PLAYER_ROW) " FROM player WHERE id = $1")       \
    X(Q_PLAYER_NAMED, READS(PLAYER), "t", ROW_SELECT(PLAYER_ROW) " FROM player WHERE name = $1")   \
    X(Q_PLAYER_LIKE, READS(PLAYER), "ti",                                                          \
      ROW_SELECT(PLAYER_ROW) " FROM player WHERE " PLAYER_SHAPE(                                   \
          "name /* COLLATE \"C\" */") " = " PLAYER_SHAPE("$1") " AND id <> $2 LIMIT 1")            \
    X(Q_SESSION_ADD, ADDS(SESSION), "titi",                                                        \
      "INSERT INTO session (hash, player, use, created_at) VALUES ($1, $2, $3, $4)")               \
    X(Q_SESSION_FORGET, CHANGES(SESSION) OF_PLAYER(1), "it",                                       \
      "DELETE FROM session WHERE player = $1 AND use = $2")                                        \
    X(Q_SESSIONS_TRIM, CHANGES(SESSION), "i",                                                      \
      "DELETE FROM session WHERE use = 'cookie' AND created_at < $1")                              \
    X(Q_VACATION_GET, READS(PLAYER), "i", ROW_SELECT(VACATION_ROW) " FROM player WHERE id = $1")   \
    X(Q_VACATION_SET, CHANGES(PLAYER) OF_PLAYER(5), ROW_TYPES(VACATION_ROW) "i",                   \
      "UPDATE player SET (" ROW_NAMES(VACATION_ROW, "") ") = (" PARAMS_4 ") WHERE id = $5")        \
    X(Q_COUNTS, READS(CHAT, EVENT, MATCH, MOVE, OUTBOX, PLAYER, SESSION), "",                      \
      "SELECT 'players ' || kind, count(*) FROM player GROUP BY kind"                              \
      " UNION ALL SELECT 'matches ' || state, count(*) FROM match GROUP BY state"                  \
      " UNION ALL SELECT 'moves', count(*) FROM move"                                              \
      " UNION ALL SELECT 'chat lines', count(*) FROM chat"                                         \
      " UNION ALL SELECT 'events', count(*) FROM event"                                            \
      " UNION ALL SELECT 'sessions ' || use, count(*) FROM session GROUP BY use"                   \
      " UNION ALL SELECT 'mails ' || state, count(*) FROM outbox GROUP BY state ORDER BY 1")

#endif
