/* follows_sql.h - the queries of follows.c (queries.h). */
#ifndef FOLLOWS_SQL_H
#define FOLLOWS_SQL_H
#include "store/row.h"

/* X(name, uses, types, SQL) */
#define FOLLOWS_SQL(X)                                                                             \
    X(Q_FOLLOWS_ADD, ADDS(FOLLOW), "iii",                                                          \
      "INSERT INTO follow (player, other, at) VALUES ($1, $2, $3)"                                 \
      " ON CONFLICT (player, other) DO NOTHING")                                                   \
    X(Q_FOLLOWS_END, CHANGES(FOLLOW), "ii", "DELETE FROM follow WHERE player = $1 AND other = $2") \
    X(Q_FOLLOWS_SHAKE_OFF, CHANGES(FOLLOW), "i", "DELETE FROM follow WHERE other = $1")            \
    X(Q_FOLLOWS_FORGET, CHANGES(FOLLOW), "i",                                                      \
      "DELETE FROM follow WHERE player = $1 OR other = $1")                                        \
    X(Q_FOLLOWS_HAS, READS(FOLLOW), "ii",                                                          \
      "SELECT count(*) FROM follow WHERE player = $1 AND other = $2")                              \
    X(Q_FOLLOWS_COUNT, READS(FOLLOW), "i", "SELECT count(*) FROM follow WHERE player = $1")        \
    X(Q_FOLLOWS_OF, READS(FOLLOW), "ii",                                                           \
      "SELECT player FROM follow WHERE other = $1 ORDER BY at DESC, player LIMIT $2")              \
    X(Q_FOLLOWS_LIST, READS(ACCOUNT, FOLLOW, PLAYER), "i",                                         \
      "SELECT " ROW_NAMES(PLAYER_ROW,                                                              \
                          "p.") ", f.at, p.seen_at, coalesce(a.show_seen, 1),"                     \
                                " (SELECT count(*) FROM follow b WHERE b.player = f.other"         \
                                " AND b.other = f.player) FROM follow f"                           \
                                " JOIN player p ON p.id = f.other"                                 \
                                " LEFT JOIN account a ON a.player = f.other"                       \
                                " WHERE f.player = $1 ORDER BY p.name")

#endif
