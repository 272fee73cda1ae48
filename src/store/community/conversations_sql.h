/* conversations_sql.h - the queries of conversations.c (queries.h). */
#ifndef CONVERSATIONS_SQL_H
#define CONVERSATIONS_SQL_H
#include "store/core/row.h"

#define CONVERSATION_VALUES(F, X, A)                                                               \
    F(A, room, I64, "room")                                                                        \
    X(A, newest, I64, "newest")                                                                    \
    X(A, heard, I64, "heard")                                                                      \
    X(A, unread, INT, "unread")
#define CONVERSATION_TOLD(F, X, A)                                                                 \
    CONVERSATION_VALUES(F, X, "v.")                                                                \
    PLAYER_AS(X, X, "p.", other)                                                                   \
    X("", last.id, I64, "coalesce(c.id, 0)")                                                       \
    X("", last.at, I64, "coalesce(c.at, 0)")                                                       \
    X("", last.text, TEXT, "coalesce(c.text, '')")                                                 \
    X("", last.deleted, BOOL, "coalesce(c.deleted, 1)")                                            \
    X("", last.player.id, I64, "coalesce(c.player, 0)")

#define CONVERSATION_SELECT                                                                        \
    ROW_SELECT(CONVERSATION_TOLD)                                                                  \
    " FROM conversation v JOIN player p ON p.id = v.other"                                         \
    " LEFT JOIN room_chat c ON c.id = v.newest WHERE v.player = $1"
#define CONVERSATION_NOT_BLOCKED                                                                   \
    " AND NOT EXISTS (SELECT 1 FROM block b WHERE b.player = $1 AND b.other = v.other)"

/* X(name, uses, types, SQL) */
#define CONVERSATIONS_SQL(X)                                                                       \
    X(Q_CONVERSATIONS_ADD, ADDS(CONVERSATION), "iii",                                              \
      "INSERT INTO conversation (player, other, room) VALUES ($1, $2, $3)"                         \
      " ON CONFLICT (player, other) DO NOTHING")                                                   \
    X(Q_CONVERSATIONS_BEGIN, CHANGES(CONVERSATION), "ii",                                          \
      "UPDATE conversation SET room = id WHERE player = $1 AND other = $2 RETURNING room")         \
    X(Q_CONVERSATIONS_GET, READS(CONVERSATION, PLAYER, ROOM_CHAT), "ii",                           \
      CONVERSATION_SELECT " AND v.other = $2")                                                     \
    X(Q_CONVERSATIONS_WROTE, CHANGES(CONVERSATION), "iii",                                         \
      "UPDATE conversation SET newest = $1 WHERE player = $2 AND other = $3")                      \
    X(Q_CONVERSATIONS_HEARD, CHANGES(CONVERSATION), "iii",                                         \
      "UPDATE conversation SET newest = $1, heard = $1, unread = unread + 1"                       \
      " WHERE player = $2 AND other = $3")                                                         \
    X(Q_CONVERSATIONS_READ, CHANGES(CONVERSATION), "ii",                                           \
      "UPDATE conversation SET unread = 0 WHERE player = $1 AND other = $2")                       \
    X(Q_CONVERSATIONS_LIST, READS(BLOCK, CONVERSATION, PLAYER, ROOM_CHAT), "iii",                  \
      CONVERSATION_SELECT " AND v.newest < $2" CONVERSATION_NOT_BLOCKED                            \
                          " ORDER BY v.newest DESC LIMIT $3")                                      \
    X(Q_CONVERSATIONS_LIST_ALL, READS(CONVERSATION, PLAYER, ROOM_CHAT), "iii",                     \
      CONVERSATION_SELECT " AND v.newest < $2 ORDER BY v.newest DESC LIMIT $3")                    \
    X(Q_CONVERSATIONS_UNREAD, READS(BLOCK, CONVERSATION), "i",                                     \
      "SELECT count(*) FROM conversation v WHERE v.player = $1 AND v.unread > "                    \
      "0" CONVERSATION_NOT_BLOCKED)                                                                \
    X(Q_CONVERSATIONS_OTHER, READS(CONVERSATION, PLAYER), "ii",                                    \
      "SELECT " ROW_NAMES(PLAYER_ROW, "p.") " FROM conversation v JOIN player p ON p.id = v.other" \
                                            " WHERE v.player = $1 AND v.room = $2")

#endif
