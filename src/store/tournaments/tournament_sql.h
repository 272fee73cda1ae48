/* tournament_sql.h - the queries of tournament.c (queries.h). */
#ifndef TOURNAMENT_SQL_H
#define TOURNAMENT_SQL_H
#include "store/core/row.h"

#define ROW_READ_TOURNAMENT_KIND(to)   ROW_READ_NAME(to, enum tournament_kind, tournament_kind_name)
#define ROW_BIND_TOURNAMENT_KIND(from) store_text(tournament_kind_name[from])
#define ROW_KIND_TOURNAMENT_KIND       "t"

/* Columns of a tournament that never change after it is made; */
#define TOURNAMENT_MADE(F, X, A)                                                                   \
    F(A, kind, TOURNAMENT_KIND, "kind")                                                            \
    X(A, name, TEXT, "name")                                                                       \
    X(A, text, TEXT, "text")                                                                       \
    X(A, like.game, TEXT, "game")                                                                  \
    X(A, like.width, INT, "width")                                                                 \
    X(A, like.height, INT, "height")                                                               \
    X(A, like.swap, BOOL, "swap")                                                                  \
    X(A, like.jacked, BOOL, "jacked")                                                              \
    X(A, like.clock, TEXT, "clock")                                                                \
    X(A, like.rated, BOOL, "rated")                                                                \
    X(A, players_min, INT, "players_min")                                                          \
    X(A, players_max, INT, "players_max")                                                          \
    X(A, steps, INT, "steps")                                                                      \
    X(A, minutes, INT, "minutes")                                                                  \
    X(A, created_at, I64, "created_at")                                                            \
    X(A, starts_at, I64, "starts_at")                                                              \
    X(A, ends_at, I64, "ends_at")                                                                  \
    X(A, team, I64, "team")                                                                        \
    X(A, like.grace_ms, I64, "grace_ms")                                                           \
    X(A, pause_ms, I64, "pause_ms")
/* then, and with every change; */
#define TOURNAMENT_ALWAYS(F, X, A)                                                                 \
    F(A, state, MATCH_STATE, "state")                                                              \
    X(A, rounds, INT, "rounds")                                                                    \
    X(A, wake_at, I64, "wake_at")
/* while it runs. */
#define TOURNAMENT_RUN(F, X, A)                                                                    \
    F(A, round, INT, "round")                                                                      \
    X(A, started_at, I64, "started_at")                                                            \
    X(A, finished_at, I64, "finished_at")
#define TOURNAMENT_NEW(F, X, A)                                                                    \
    TOURNAMENT_MADE(F, X, A) TOURNAMENT_ALWAYS(X, X, A) X(A, creator.id, I64, "creator")
#define TOURNAMENT_CHANGE(F, X, A) TOURNAMENT_ALWAYS(F, X, A) TOURNAMENT_RUN(X, X, A)
#define TOURNAMENT_TOLD(F, X, A)                                                                   \
    F("c.", id, I64, "id")                                                                         \
    TOURNAMENT_MADE(X, X, "c.")                                                                    \
    TOURNAMENT_CHANGE(X, X, "c.")                                                                  \
    PLAYER_AS(X, X, "p.", creator)                                                                 \
    X("", players_n, INT, "(SELECT count(*) FROM tournament_player n WHERE n.tournament = c.id)")  \
    X("", team_name, TEXT, "coalesce(g.name, '')")
ROW_IS(TOURNAMENT_NEW, 24);
ROW_IS(TOURNAMENT_CHANGE, 6);

#define PAIRING_ROW(F, X, A)                                                                       \
    F(A, round, INT, "round")                                                                      \
    X(A, board, INT, "board")                                                                      \
    X(A, match, I64, "match")                                                                      \
    X(A, a, I64, "a")                                                                              \
    X(A, b, I64, "b")                                                                              \
    X(A, result, INT, "result")
ROW_IS(PAIRING_ROW, 6);

#define ENTRY_STATE(F, X, A) F(A, place, INT, "place") X(A, withdrawn, BOOL, "withdrawn")
#define ENTRY_TOLD(F, X, A)  ENTRY_STATE(F, X, "c.") PLAYER_AS(X, X, "p.", player)

#define TAKEN_TOLD(F, X, A)                                                                        \
    F("c.", id, I64, "id")                                                                         \
    X("c.", name, BORROWED, "name")                                                                \
    X("c.", kind, BORROWED, "kind")                                                                \
    X("c.", state, BORROWED, "state")                                                              \
    X("n.", joined_at, I64, "joined_at")                                                           \
    X("n.", withdrawn, BOOL, "withdrawn")                                                          \
    X("n.", points, INT, "points")                                                                 \
    X("n.", won, INT, "won")                                                                       \
    X("n.", drawn, INT, "drawn")                                                                   \
    X("n.", lost, INT, "lost")

#define TOURNAMENT_SELECT                                                                          \
    ROW_SELECT(TOURNAMENT_TOLD)                                                                    \
    " FROM tournament c JOIN player p ON p.id = c.creator LEFT JOIN team g ON g.id = c.team"

/* X(name, uses, types, SQL) */
#define TOURNAMENT_SQL(X)                                                                          \
    X(Q_TOURNAMENT_ADD, ADDS(TOURNAMENT), ROW_TYPES(TOURNAMENT_NEW),                               \
      ROW_INSERT("tournament", TOURNAMENT_NEW, PARAMS_24) " RETURNING id")                         \
    X(Q_TOURNAMENT_GET, READS(TOURNAMENT, TOURNAMENT_PLAYER, PLAYER, TEAM), "i",                   \
      TOURNAMENT_SELECT " WHERE c.id = $1")                                                        \
    X(Q_TOURNAMENT_UPDATE, CHANGES(TOURNAMENT), ROW_TYPES(TOURNAMENT_CHANGE) "i",                  \
      "UPDATE tournament SET (" ROW_NAMES(TOURNAMENT_CHANGE, "") ") = (" PARAMS_6                  \
                                                                 ") WHERE id = $7")                \
    X(Q_TOURNAMENT_LIST, READS(TOURNAMENT, TOURNAMENT_PLAYER, PLAYER, TEAM), "itti",               \
      TOURNAMENT_SELECT " WHERE c.id < $1 AND ($2 = '' OR c.state = $2)"                           \
                        " AND ($3 = '' OR c.game = $3) ORDER BY c.id DESC LIMIT $4")               \
    X(Q_TOURNAMENT_OF_TEAM, READS(TOURNAMENT, TOURNAMENT_PLAYER, PLAYER, TEAM), "iitti",           \
      TOURNAMENT_SELECT                                                                            \
      " WHERE c.team = $1 AND c.team > 0 AND c.id < $2 AND ($3 = '' OR c.state = $3)"              \
      " AND ($4 = '' OR c.game = $4) ORDER BY c.id DESC LIMIT $5")                                 \
    X(Q_TOURNAMENT_TEAM_END, CHANGES(TOURNAMENT), "i",                                             \
      "UPDATE tournament SET team = 0 WHERE team = $1 AND team > 0")                               \
    X(Q_TOURNAMENT_DUE, READS(TOURNAMENT), "ii",                                                   \
      "SELECT id FROM tournament WHERE wake_at > 0 AND wake_at <= $1 ORDER BY wake_at LIMIT $2")   \
    X(Q_TOURNAMENT_WAKE, READS(TOURNAMENT), "",                                                    \
      "SELECT coalesce(min(wake_at), 0) FROM tournament WHERE wake_at > 0")                        \
    X(Q_TOURNAMENT_OPEN, READS(TOURNAMENT), "i",                                                   \
      "SELECT count(*) FROM tournament WHERE creator = $1 AND state = 'open'")                     \
    X(Q_TOURNAMENT_JOINED, READS(TOURNAMENT_PLAYER), "iii",                                        \
      "SELECT tournament FROM tournament_player WHERE player = $1 AND tournament >= $2 AND "       \
      "tournament <= $3"                                                                           \
      " AND withdrawn = 0")                                                                        \
    X(Q_TOURNAMENT_OF_PLAYER, READS(TOURNAMENT, TOURNAMENT_PLAYER), "i",                           \
      ROW_SELECT(TAKEN_TOLD) " FROM tournament_player n JOIN tournament c ON c.id = n.tournament"  \
                             " WHERE n.player = $1 ORDER BY c.id")                                 \
    X(Q_TOURNAMENT_FORGET_OPEN, READS(TOURNAMENT) CHANGES(TOURNAMENT_PLAYER), "i",                 \
      "DELETE FROM tournament_player WHERE player = $1"                                            \
      " AND tournament IN (SELECT id FROM tournament WHERE state = 'open')")                       \
    X(Q_TOURNAMENT_FORGET_RUNNING, READS(TOURNAMENT) CHANGES(TOURNAMENT_PLAYER), "i",              \
      "UPDATE tournament_player SET withdrawn = 1 WHERE player = $1"                               \
      " AND tournament IN (SELECT id FROM tournament WHERE state = 'running')")                    \
    X(Q_TOURNAMENT_JOIN, ADDS(TOURNAMENT_PLAYER), "iiii",                                          \
      "INSERT INTO tournament_player (tournament, player, place, joined_at, withdrawn)"            \
      " VALUES ($1, $2, $3, $4, 0)")                                                               \
    X(Q_TOURNAMENT_LEAVE, CHANGES(TOURNAMENT_PLAYER), "ii",                                        \
      "DELETE FROM tournament_player WHERE tournament = $1 AND player = $2")                       \
    X(Q_TOURNAMENT_PLAYER_UPDATE, CHANGES(TOURNAMENT_PLAYER), "iiii",                              \
      "UPDATE tournament_player SET place = $1, withdrawn = $2"                                    \
      " WHERE tournament = $3 AND player = $4")                                                    \
    X(Q_TOURNAMENT_PLAYERS, READS(TOURNAMENT_PLAYER, PLAYER), "i",                                 \
      ROW_SELECT(ENTRY_TOLD) " FROM tournament_player c JOIN player p ON p.id = c.player"          \
                             " WHERE c.tournament = $1 ORDER BY c.place, p.id")                    \
    X(Q_TOURNAMENT_PAIRING_ADD, ADDS(TOURNAMENT_GAME), ROW_TYPES(PAIRING_ROW) "i",                 \
      "INSERT INTO tournament_game (" ROW_NAMES(PAIRING_ROW, "") ", tournament) VALUES (" PARAMS_7 \
                                                                 ")")                              \
    X(Q_TOURNAMENT_PAIRING_RESULT, CHANGES(TOURNAMENT_GAME), "iii",                                \
      "UPDATE tournament_game SET result = $1 WHERE tournament = $2 AND match = $3")               \
    X(Q_TOURNAMENT_PAIRINGS, READS(TOURNAMENT_GAME), "i",                                          \
      ROW_SELECT(PAIRING_ROW) " FROM tournament_game WHERE tournament = $1 ORDER BY round, board")

#endif
