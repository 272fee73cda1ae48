/* invitations_sql.h - the queries of invitations.c (queries.h). */
#ifndef INVITATIONS_SQL_H
#define INVITATIONS_SQL_H
#include "store/core/row.h"

#define INVITATION_VALUES(F, X, A)                                                                 \
    F(A, at, I64, "at") X(A, team, I64, "team") X(A, tournament, I64, "tournament")
#define INVITATION_NEW(F, X, A)                                                                    \
    INVITATION_VALUES(F, X, A) X(A, player.id, I64, "player") X(A, by.id, I64, "by_player")
#define INVITATION_TOLD(F, X, A)                                                                   \
    F("i.", id, I64, "id")                                                                         \
    INVITATION_VALUES(X, X, "i.") PLAYER_AS(X, X, "p.", player) PLAYER_AS(X, X, "b.", by)
ROW_IS(INVITATION_NEW, 5);

#define INVITATIONS_ROWS                                                                           \
    ROW_SELECT(INVITATION_TOLD)                                                                    \
    " FROM invitation i JOIN player p ON p.id = i.player JOIN player b ON b.id = i.by_player"

/* X(name, uses, types, SQL) */
#define INVITATIONS_SQL(X)                                                                         \
    X(Q_INVITATIONS_ADD, ADDS(INVITATION), ROW_TYPES(INVITATION_NEW),                              \
      ROW_INSERT("invitation", INVITATION_NEW, PARAMS_5) " RETURNING id")                          \
    X(Q_INVITATIONS_GET, READS(INVITATION, PLAYER), "i", INVITATIONS_ROWS " WHERE i.id = $1")      \
    X(Q_INVITATIONS_FIND, READS(INVITATION), "iii",                                                \
      "SELECT id FROM invitation WHERE player = $1 AND team = $2 AND tournament = $3")             \
    X(Q_INVITATIONS_END, CHANGES(INVITATION), "i", "DELETE FROM invitation WHERE id = $1")         \
    X(Q_INVITATIONS_TRIM, CHANGES(INVITATION), "ii",                                               \
      "DELETE FROM invitation WHERE player = $1 AND at < $2")                                      \
    X(Q_INVITATIONS_TO, READS(INVITATION, PLAYER), "ii",                                           \
      INVITATIONS_ROWS " WHERE i.player = $1 ORDER BY i.id DESC LIMIT $2")                         \
    X(Q_INVITATIONS_BY, READS(INVITATION, PLAYER), "ii",                                           \
      INVITATIONS_ROWS " WHERE i.by_player = $1 ORDER BY i.id DESC LIMIT $2")                      \
    X(Q_INVITATIONS_FORGET, CHANGES(INVITATION), "i",                                              \
      "DELETE FROM invitation WHERE player = $1 OR by_player = $1")

#endif
