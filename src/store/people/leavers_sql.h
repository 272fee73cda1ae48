/* leavers_sql.h - the queries of leavers.c (queries.h). */
#ifndef LEAVERS_SQL_H
/* X(name, uses, types, SQL) */
#define LEAVERS_SQL_H
#include "store/community/rooms.h"
#include "store/core/row.h"

_Static_assert(ROOM_CONVERSATION == 1, "the query of a leaver's messages");

#define LEAVER_VALUES(F, X, A) F(A, below, I64, "below")
#define LEAVER_ROW(F, X, A)    F(A, player, I64, "player") LEAVER_VALUES(X, X, A)
ROW_IS(LEAVER_ROW, 2);
#define LEAVER_MATCH_ROW(F, X, A) F(A, id, I64, "id") X(A, state, MATCH_STATE, "state")

/* $1: the player, $2: how many. */
#define LEAVERS_TRIM(table, condition, columns)                                                    \
    "DELETE FROM " table " WHERE (" columns ") IN (SELECT " columns " FROM " table                 \
    " WHERE " condition " ORDER BY " columns " LIMIT $2) RETURNING 1"

/* X(name, uses, types, SQL) */
#define LEAVERS_SQL(X)                                                                             \
    X(Q_LEAVERS_PUT, CHANGES(LEAVER), ROW_TYPES(LEAVER_ROW),                                       \
      ROW_INSERT("leaver", LEAVER_ROW,                                                             \
                 PARAMS_2) " ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(LEAVER_VALUES))     \
    X(Q_LEAVERS_NEXT, READS(LEAVER), "",                                                           \
      ROW_SELECT(LEAVER_ROW) " FROM leaver ORDER BY player LIMIT 1")                               \
    X(Q_LEAVERS_END, CHANGES(LEAVER), "i", "DELETE FROM leaver WHERE player = $1")                 \
    X(Q_LEAVERS_MATCHES, READS(MATCH, SEAT), "iii",                                                \
      "SELECT " ROW_NAMES(LEAVER_MATCH_ROW, "m.") " FROM (SELECT match FROM seat"                  \
                                                  " WHERE player = $1 AND match < $2"              \
                                                  " ORDER BY match DESC LIMIT $3) s"               \
                                                  " JOIN match m ON m.id = s.match"                \
                                                  " ORDER BY m.id DESC")                           \
    X(Q_LEAVERS_TRIM_TRIES, CHANGES(PUZZLE_TRY), "ii",                                             \
      LEAVERS_TRIM("puzzle_try", "player = $1", "id"))                                             \
    X(Q_LEAVERS_TRIM_STEPS, CHANGES(RATING_STEP), "ii",                                            \
      LEAVERS_TRIM("rating_step", "player = $1", "match, seat"))                                   \
    X(Q_LEAVERS_TRIM_NOTIFICATIONS, CHANGES(NOTIFICATION), "ii",                                   \
      LEAVERS_TRIM("notification", "player = $1", "id"))                                           \
    X(Q_LEAVERS_TRIM_MESSAGES, CHANGES(ROOM_CHAT), "ii",                                           \
      LEAVERS_TRIM("room_chat", "player = $1 AND room = 1", "id"))                                 \
    X(Q_LEAVERS_TRIM_CONVERSATIONS, CHANGES(CONVERSATION), "ii",                                   \
      LEAVERS_TRIM("conversation", "player = $1", "id"))                                           \
    X(Q_LEAVERS_TRIM_NOTES, CHANGES(NOTE), "ii",                                                   \
      LEAVERS_TRIM("note", "(writer = $1 OR (about = 'player' AND subject = $1))",                 \
                   "writer, about, subject"))                                                      \
    X(Q_LEAVERS_TRIM_FOLLOWS, CHANGES(FOLLOW), "ii",                                               \
      LEAVERS_TRIM("follow", "(player = $1 OR other = $1)", "player, other"))                      \
    X(Q_LEAVERS_TRIM_BLOCKS, CHANGES(BLOCK), "ii",                                                 \
      LEAVERS_TRIM("block", "(player = $1 OR other = $1)", "player, other"))

#endif
