/* simuls_sql.h - the queries of simuls.c (queries.h). */
#ifndef SIMULS_SQL_H
#define SIMULS_SQL_H
#include "store/core/row.h"

#define SIMUL_MADE(F, X, A)                                                                        \
    F(A, text, TEXT, "text")                                                                       \
    X(A, like.game, TEXT, "game")                                                                  \
    X(A, like.width, INT, "width")                                                                 \
    X(A, like.height, INT, "height")                                                               \
    X(A, like.swap, BOOL, "swap")                                                                  \
    X(A, like.jacked, BOOL, "jacked")                                                              \
    X(A, like.clock, TEXT, "clock")                                                                \
    X(A, host_ms, I64, "host_ms")                                                                  \
    X(A, host_seat, INT, "host_seat")                                                              \
    X(A, guests_max, INT, "guests_max")                                                            \
    X(A, created_at, I64, "created_at")
#define SIMUL_CHANGE(F, X, A)                                                                      \
    F(A, state, MATCH_STATE, "state")                                                              \
    X(A, started_at, I64, "started_at")                                                            \
    X(A, finished_at, I64, "finished_at")
#define SIMUL_NEW(F, X, A) SIMUL_MADE(F, X, A) SIMUL_CHANGE(X, X, A) X(A, host.id, I64, "host")
#define SIMUL_TOLD(F, X, A)                                                                        \
    F("s.", id, I64, "id")                                                                         \
    SIMUL_MADE(X, X, "s.")                                                                         \
    SIMUL_CHANGE(X, X, "s.")                                                                       \
    PLAYER_AS(X, X, "p.", host)                                                                    \
    X("", asked, INT, SIMUL_COUNT(""))                                                             \
    X("", boards, INT, SIMUL_COUNT(" AND g.match > 0"))                                            \
    X("", won, INT, SIMUL_COUNT(" AND g.result = 2"))                                              \
    X("", drawn, INT, SIMUL_COUNT(" AND g.result = 1"))                                            \
    X("", lost, INT, SIMUL_COUNT(" AND g.result = 0"))
#define SIMUL_COUNT(what) "(SELECT count(*) FROM simul_guest g WHERE g.simul = s.id" what ")"
ROW_IS(SIMUL_NEW, 15);
ROW_IS(SIMUL_CHANGE, 3);

#define SIMUL_GUEST_CHANGE(F, X, A)                                                                \
    F(A, accepted, BOOL, "accepted")                                                               \
    X(A, match, I64, "match")                                                                      \
    X(A, host_seat, INT, "host_seat")                                                              \
    X(A, result, INT, "result")
#define SIMUL_GUEST_NEW(F, X, A)                                                                   \
    SIMUL_GUEST_CHANGE(F, X, A)                                                                    \
    X(A, joined_at, I64, "joined_at")                                                              \
    X(A, player.id, I64, "player")
#define SIMUL_GUEST_TOLD(F, X, A)                                                                  \
    SIMUL_GUEST_CHANGE(F, X, "g.")                                                                 \
    X("g.", joined_at, I64, "joined_at")                                                           \
    PLAYER_AS(X, X, "p.", player)                                                                  \
    X("", ply, INT, "coalesce(m.ply, 0)")                                                          \
    X("", turn_seat, INT, "coalesce(m.turn_seat, 0)")
ROW_IS(SIMUL_GUEST_NEW, 6);
ROW_IS(SIMUL_GUEST_CHANGE, 4);

#define SIMUL_SELECT ROW_SELECT(SIMUL_TOLD) " FROM simul s JOIN player p ON p.id = s.host"

/* X(name, uses, types, SQL) */
#define SIMULS_SQL(X)                                                                              \
    X(Q_SIMULS_ADD, ADDS(SIMUL), ROW_TYPES(SIMUL_NEW),                                             \
      ROW_INSERT("simul", SIMUL_NEW, PARAMS_15) " RETURNING id")                                   \
    X(Q_SIMULS_GET, READS(PLAYER, SIMUL, SIMUL_GUEST), "i", SIMUL_SELECT " WHERE s.id = $1")       \
    X(Q_SIMULS_UPDATE, CHANGES(SIMUL), ROW_TYPES(SIMUL_CHANGE) "i",                                \
      "UPDATE simul SET (" ROW_NAMES(SIMUL_CHANGE, "") ") = (" PARAMS_3 ") WHERE id = $4")         \
    X(Q_SIMULS_LIST, READS(PLAYER, SIMUL, SIMUL_GUEST), "itti",                                    \
      SIMUL_SELECT " WHERE s.id < $1 AND ($2 = '' OR s.state = $2)"                                \
                   " AND ($3 = '' OR s.game = $3) ORDER BY s.id DESC LIMIT $4")                    \
    X(Q_SIMULS_OF, READS(PLAYER, SIMUL, SIMUL_GUEST), "i",                                         \
      SIMUL_SELECT " WHERE s.id IN (SELECT id FROM simul WHERE host = $1 UNION SELECT simul FROM"  \
                   " simul_guest WHERE player = $1) ORDER BY s.id DESC")                           \
    X(Q_SIMULS_OPEN, READS(SIMUL), "i",                                                            \
      "SELECT count(*) FROM simul WHERE host = $1 AND state IN ('open', 'running')")               \
    X(Q_SIMULS_FORGOTTEN, READS(SIMUL), "ii",                                                      \
      "SELECT id FROM simul WHERE state = 'open' AND created_at <= $1 ORDER BY id LIMIT $2")       \
    X(Q_SIMULS_ASK, ADDS(SIMUL_GUEST), ROW_TYPES(SIMUL_GUEST_NEW) "i",                             \
      "INSERT INTO simul_guest (" ROW_NAMES(SIMUL_GUEST_NEW,                                       \
                                            "") ", simul) VALUES (" PARAMS_7 ")"                   \
                                                " ON CONFLICT (simul, player) DO NOTHING")         \
    X(Q_SIMULS_UNASK, CHANGES(SIMUL_GUEST), "ii",                                                  \
      "DELETE FROM simul_guest WHERE simul = $1 AND player = $2")                                  \
    X(Q_SIMULS_GUEST_PUT, CHANGES(SIMUL_GUEST), ROW_TYPES(SIMUL_GUEST_CHANGE) "ii",                \
      "UPDATE simul_guest SET (" ROW_NAMES(SIMUL_GUEST_CHANGE, "") ") = (" PARAMS_4                \
                                                                   ") WHERE simul = $5"            \
                                                                   " AND player = $6")             \
    X(Q_SIMULS_GUESTS, READS(MATCH, PLAYER, SIMUL_GUEST), "i",                                     \
      ROW_SELECT(SIMUL_GUEST_TOLD) " FROM simul_guest g JOIN player p ON p.id = g.player"          \
                                   " LEFT JOIN match m ON m.id = g.match WHERE g.simul = $1 "      \
                                   "ORDER BY g.joined_at, p.id")                                   \
    X(Q_SIMULS_OF_MATCH, READS(SIMUL_GUEST), "i",                                                  \
      "SELECT simul FROM simul_guest WHERE match = $1 AND match > 0")                              \
    X(Q_SIMULS_RESULT, CHANGES(SIMUL_GUEST), "ii",                                                 \
      "UPDATE simul_guest SET result = $1 WHERE match = $2 AND match > 0")                         \
    X(Q_SIMULS_PLAYING, READS(SIMUL_GUEST), "i",                                                   \
      "SELECT count(*) FROM simul_guest WHERE simul = $1 AND match > 0 AND result < 0")            \
    X(Q_SIMULS_CALL_OFF, CHANGES(SIMUL), "ii",                                                     \
      "UPDATE simul SET state = 'aborted', finished_at = $1 WHERE host = $2 AND state = 'open'")   \
    X(Q_SIMULS_TEXTS, CHANGES(SIMUL), "i", "UPDATE simul SET text = '' WHERE host = $1")           \
    X(Q_SIMULS_WISHES, CHANGES(SIMUL_GUEST), "i",                                                  \
      "DELETE FROM simul_guest WHERE player = $1 AND match = 0")

#endif
