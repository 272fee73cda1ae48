/* spectators_sql.h - the queries of spectators.c (queries.h). */
#ifndef SPECTATORS_SQL_H
#define SPECTATORS_SQL_H
#include "store/core/store_event_sql.h"

/* X(name, uses, types, SQL). Room 1 is CHAT_SPECTATORS. */
#define SPECTATORS_SQL(X)                                                                          \
    X(Q_SPECTATORS_LINES, READS(BLOCK, CHAT, PLAYER), "iiii",                                      \
      ROW_SELECT(CHAT_TOLD) " FROM chat c JOIN player p ON p.id = c.player"                        \
                            " WHERE c.match = $1 AND c.room = 1 AND c.id < $2 AND NOT EXISTS"      \
                            " (SELECT 1 FROM block b WHERE b.player = $3 AND b.other = c.player)"  \
                            " ORDER BY c.id DESC LIMIT $4")                                        \
    X(Q_SPECTATORS_REPORTS, READS(CHAT, MATCH, REPORT, SEAT), "ii",                                \
      "SELECT DISTINCT r.id FROM seat x JOIN match m ON m.id = x.match AND m.state = 'running'"    \
      " JOIN report r ON r.match = m.id AND r.match > 0 JOIN chat c ON c.id = r.chat AND c.match " \
      "= m.id"                                                                                     \
      " AND c.room = 1 WHERE x.player = $1 ORDER BY r.id DESC LIMIT $2")                           \
    X(Q_SPECTATORS_SHOWN, READS(ACCOUNT, PLAYER), "iiiiiiiiiiiiiiiiiiiiiiii",                      \
      "SELECT " ROW_NAMES(PLAYER_ROW, "p.") " FROM player p LEFT JOIN account a"                   \
                                            " ON a.player = p.id WHERE p.id IN (" PARAMS_24        \
                                            ") AND p.kind = 'member'"                              \
                                            " AND coalesce(a.show_seen, 1) <> 0 ORDER BY p.id")

#endif
