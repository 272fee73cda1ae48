/* arena_sql.h - the queries of arena.c (queries.h). */
#ifndef ARENA_SQL_H
#define ARENA_SQL_H
#include "store/core/row.h"

#define ARENA_SCORE(F, X, A)                                                                       \
    F(A, paused, BOOL, "withdrawn")                                                                \
    X(A, points, INT, "points")                                                                    \
    X(A, streak, INT, "streak")                                                                    \
    X(A, won, INT, "won")                                                                          \
    X(A, drawn, INT, "drawn")                                                                      \
    X(A, lost, INT, "lost")                                                                        \
    X(A, performance, I64, "performance")                                                          \
    X(A, rating, I64, "rating")                                                                    \
    X(A, match, I64, "match")                                                                      \
    X(A, opponent, I64, "opponent")                                                                \
    X(A, moved_first, BOOL, "moved_first")                                                         \
    X(A, balance, INT, "balance")                                                                  \
    X(A, free_at, I64, "free_at") X(A, berserk, INT, "berserk")
#define ARENA_TOLD(F, X, A)                                                                        \
    F("c.", place, INT, "place") ARENA_SCORE(X, X, "c.") PLAYER_AS(X, X, "p.", player)
#define ARENA_UNMOVED(F, X, A) F("m.", match, I64, "id") X("m.", clock_at, I64, "clock_at")
ROW_IS(ARENA_SCORE, 14);

#define ARENA_PLAYER                                                                               \
    ROW_SELECT(ARENA_TOLD)                                                                         \
    " FROM tournament_player c JOIN player p ON p.id = c.player WHERE c.tournament = $1"

/* Rows of other arenas that run, of players who take part in them at the time $2. */
#define ARENA_BUSY                                                                                 \
    " FROM tournament_player o JOIN tournament t ON t.id = o.tournament WHERE t.kind = 'arena' "   \
    "AND t.state = 'running'"                                                                      \
    " AND o.tournament <> $1 AND (o.match > 0"                                                     \
    " OR (o.withdrawn = 0 AND t.started_at + t.minutes * 60000 > $2))"

/* X(name, uses, types, SQL) */
#define ARENA_SQL(X)                                                                               \
    X(Q_ARENA_PLAYER, READS(TOURNAMENT_PLAYER, PLAYER), "ii", ARENA_PLAYER " AND c.player = $2")   \
    X(Q_ARENA_PLAYERS, READS(TOURNAMENT_PLAYER, PLAYER), "i",                                      \
      ARENA_PLAYER " ORDER BY c.place, p.id")                                                      \
    X(Q_ARENA_PLAYER_UPDATE, CHANGES(TOURNAMENT_PLAYER), ROW_TYPES(ARENA_SCORE) "ii",              \
      "UPDATE tournament_player SET (" ROW_NAMES(ARENA_SCORE,                                      \
                                                 "") ") = (" PARAMS_14 ")"                         \
                                                     " WHERE tournament = $15 AND player = $16")   \
    X(Q_ARENA_ELSEWHERE, READS(TOURNAMENT, TOURNAMENT_PLAYER), "iii",                              \
      "SELECT o.tournament" ARENA_BUSY " AND o.player = $3 ORDER BY o.tournament LIMIT 1")         \
    X(Q_ARENA_PAUSE_BUSY, READS(TOURNAMENT) CHANGES(TOURNAMENT_PLAYER), "ii",                      \
      "UPDATE tournament_player SET withdrawn = 1 WHERE tournament = $1 AND player IN (SELECT "    \
      "o.player" ARENA_BUSY ")")                                                                   \
    X(Q_ARENA_UNMOVED, READS(TOURNAMENT_PLAYER, MATCH), "ii",                                      \
      ROW_SELECT(                                                                                  \
          ARENA_UNMOVED) " FROM tournament_player c JOIN match m ON m.id = c.match"                \
                         " WHERE c.tournament = $1 AND c.match > 0 AND c.moved_first <> 0 AND "    \
                         "m.state = 'running'"                                                     \
                         " AND m.ply < m.start_ply + 2 AND m.clock_at > 0 ORDER BY "               \
                         "m.clock_at LIMIT $2")

#endif
