/* follows_sql.h - the queries of follows.c (queries.h). */
#ifndef FOLLOWS_SQL_H
#define FOLLOWS_SQL_H
#include "store/core/row.h"

#define FOLLOW_ROW(F, X, A)                                                                        \
    F(A, player, I64, "player")                                                                    \
    X(A, other, I64, "other")                                                                      \
    X(A, at, I64, "at")
ROW_IS(FOLLOW_ROW, 3);
#define FOLLOWED_TOLD(F, X, A)                                                                     \
    PLAYER_AS(F, X, "p.", player)                                                                  \
    X("f.", at, I64, "at")                                                                         \
    X("p.", seen_at, I64, "seen_at")                                                               \
    X("", show_seen, BOOL, "coalesce(a.show_seen, 1)")                                             \
    X("", is_mutual, BOOL,                                                                         \
      "(SELECT count(*) FROM follow b WHERE b.player = f.other"                                    \
      " AND b.other = f.player)")                                                                  \
    RATING_MOST(X, rating)

/* X(name, uses, types, SQL) */
#define FOLLOWS_SQL(X)                                                                             \
    X(Q_FOLLOWS_ADD, ADDS(FOLLOW), ROW_TYPES(FOLLOW_ROW),                                          \
      ROW_INSERT("follow", FOLLOW_ROW, PARAMS_3) " ON CONFLICT (player, other) DO NOTHING")        \
    X(Q_FOLLOWS_END, CHANGES(FOLLOW), "ii", "DELETE FROM follow WHERE player = $1 AND other = $2") \
    X(Q_FOLLOWS_SHAKE_OFF, CHANGES(FOLLOW), "i", "DELETE FROM follow WHERE other = $1")            \
    X(Q_FOLLOWS_FORGET, CHANGES(FOLLOW), "i",                                                      \
      "DELETE FROM follow WHERE player = $1 OR other = $1")                                        \
    X(Q_FOLLOWS_HAS, READS(FOLLOW), "ii",                                                          \
      "SELECT count(*) FROM follow WHERE player = $1 AND other = $2")                              \
    X(Q_FOLLOWS_COUNT, READS(FOLLOW), "i", "SELECT count(*) FROM follow WHERE player = $1")        \
    X(Q_FOLLOWS_OF, READS(FOLLOW), "ii",                                                           \
      "SELECT player FROM follow WHERE other = $1 ORDER BY at DESC, player LIMIT $2")              \
    X(Q_FOLLOWS_LIST, READS(ACCOUNT, FOLLOW, PLAYER, RATING), "i",                                 \
      ROW_SELECT(FOLLOWED_TOLD) " FROM follow f JOIN player p ON p.id = f.other"                   \
                                " LEFT JOIN account a ON a.player = f.other" RATING_MOST_JOIN      \
                                " WHERE f.player = $1 "                                            \
                                "ORDER BY p.name")

#endif
