/* rooms_sql.h - the queries of rooms.c (queries.h). */
#ifndef ROOMS_SQL_H
#define ROOMS_SQL_H
#include "store/core/row.h"

/* room: enum room_kind. */
#define ROOM_LINE_NEW(F, X, A) LINE_NEW(F, X, A) X(A, line.room, INT, "room") X(A, of, I64, "about")
#define ROOM_LINE_TOLD(F, X, A)                                                                    \
    LINE_TOLD(F, X, A) X("c.", line.room, INT, "room") X("c.", of, I64, "about")
ROW_IS(ROOM_LINE_NEW, 5);

#define ROOMS_LINE ROW_SELECT(ROOM_LINE_TOLD) " FROM room_chat c JOIN player p ON p.id = c.player"

/* X(name, uses, types, SQL) */
#define ROOMS_SQL(X)                                                                               \
    X(Q_ROOMS_ADD, ADDS(ROOM_CHAT), ROW_TYPES(ROOM_LINE_NEW),                                      \
      ROW_INSERT("room_chat", ROOM_LINE_NEW, PARAMS_5) " RETURNING id")                            \
    X(Q_ROOMS_TRIM, CHANGES(ROOM_CHAT), "iii",                                                     \
      "DELETE FROM room_chat WHERE room = $1 AND about = $2 AND id <= (SELECT c.id"                \
      " FROM room_chat c WHERE c.room = $1 AND c.about = $2 ORDER BY c.id DESC LIMIT 1 OFFSET "    \
      "$3)")                                                                                       \
    X(Q_ROOMS_PAGE, READS(BLOCK, PLAYER, ROOM_CHAT), "iiiii",                                      \
      ROOMS_LINE " WHERE c.room = $1 AND c.about = $2 AND c.id < $3 AND NOT EXISTS (SELECT 1"      \
                 " FROM block b WHERE b.player = $4 AND b.other = c.player) ORDER BY c.id DESC"    \
                 " LIMIT $5")                                                                      \
    X(Q_ROOMS_GET, READS(PLAYER, ROOM_CHAT), "i", ROOMS_LINE " WHERE c.id = $1")                   \
    X(Q_ROOMS_OF, READS(PLAYER, ROOM_CHAT), "i", ROOMS_LINE " WHERE c.player = $1 ORDER BY c.id")  \
    X(Q_ROOMS_REMOVE, CHANGES(ROOM_CHAT), "i",                                                     \
      "UPDATE room_chat SET text = '', deleted = 1 WHERE id = $1")

#endif
