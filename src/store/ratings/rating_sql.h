/* rating_sql.h - the queries of rating.c (queries.h). */
#ifndef RATING_SQL_H
#define RATING_SQL_H
#include "store/core/row.h"

#define RATING_GAME(F, X, A)                                                                       \
    F(A, game, TEXT, "game")                                                                       \
    X(A, level, INT, "level")
#define RATING_VALUES(F, X, A)                                                                     \
    F(A, rating, I64, "rating")                                                                    \
    X(A, deviation, I64, "deviation")                                                              \
    X(A, volatility, I64, "volatility")                                                            \
    X(A, matches, INT, "matches")                                                                  \
    X(A, won, INT, "won")                                                                          \
    X(A, lost, INT, "lost")                                                                        \
    X(A, drawn, INT, "drawn")                                                                      \
    X(A, at, I64, "at")
#define RATING_ROW(F, X, A)                                                                        \
    F(A, player.id, I64, "player") RATING_GAME(X, X, A) RATING_VALUES(X, X, A)
#define RATING_TOLD(F, X, A)                                                                       \
    RATING_GAME(F, X, "r.") RATING_VALUES(X, X, "r.") PLAYER_AS(X, X, "p.", player)
#define RATING_SELECT ROW_SELECT(RATING_TOLD) " FROM rating r JOIN player p ON p.id = r.player"
ROW_IS(RATING_ROW, 11);

#define RATING_STEP_CHANGE(F, X, A)                                                                \
    F(A, rating, I64, "rating")                                                                    \
    X(A, deviation, I64, "deviation")                                                              \
    X(A, change, I64, "change")                                                                    \
    X(A, volatility, I64, "volatility")
#define RATING_STEP_KEY(F, X, A) F(A, match, I64, "match") X(A, seat, INT, "seat")
#define RATING_STEP_ROW(F, X, A)                                                                   \
    RATING_STEP_KEY(F, X, A)                                                                       \
    X(A, player, I64, "player")                                                                    \
    X(A, game, BORROWED, "game")                                                                   \
    X(A, level, INT, "level")                                                                      \
    X(A, at, I64, "at")                                                                            \
    RATING_STEP_CHANGE(X, X, A)                                                                    \
    X(A, founding, BOOL, "founding")
#define RATING_WHEN(F, X, A) F(A, at, I64, "at") X(A, match, I64, "match")
ROW_IS(RATING_STEP_CHANGE, 4);
ROW_IS(RATING_STEP_ROW, 11);

/* X(name, uses, types, SQL) */
#define RATING_SQL(X)                                                                              \
    X(Q_RATING_GET, READS(PLAYER, RATING), "iti",                                                  \
      RATING_SELECT " WHERE r.player = $1 AND r.game = $2 AND r.level = $3")                       \
    X(Q_RATING_PUT, CHANGES(RATING), ROW_TYPES(RATING_ROW),                                        \
      ROW_INSERT("rating", RATING_ROW, PARAMS_11) " ON CONFLICT (player, game, level) DO UPDATE "  \
                                                  "SET " ROW_EXCLUDED(RATING_VALUES))              \
    X(Q_RATING_OF_PLAYER, READS(PLAYER, RATING), "i",                                              \
      RATING_SELECT " WHERE r.player = $1 ORDER BY r.game, r.level")                               \
    X(Q_RATING_OF_TOURNAMENT, READS(PLAYER, RATING, TOURNAMENT_PLAYER), "it",                      \
      RATING_SELECT " JOIN tournament_player t ON t.player = r.player"                             \
                    " WHERE t.tournament = $1 AND r.game = $2 AND r.level = 0")                    \
    X(Q_RATING_LIST_PEOPLE, READS(PLAYER, RATING), "tiiii",                                        \
      RATING_SELECT " WHERE r.game = $1 AND r.level = 0 AND r.deviation <= $2"                     \
                    " AND (r.rating < $3 OR (r.rating = $3 AND r.player < $4))"                    \
                    " ORDER BY r.rating DESC, r.player DESC LIMIT $5")                             \
    X(Q_RATING_LIST_BOTS, READS(PLAYER, RATING), "tiiii",                                          \
      RATING_SELECT " WHERE r.game = $1 AND r.level > 0 AND r.deviation <= $2"                     \
                    " AND (r.rating < $3 OR (r.rating = $3 AND r.level < $4))"                     \
                    " ORDER BY r.rating DESC, r.level DESC LIMIT $5")                              \
    X(Q_RATING_STEP_ADD, ADDS(RATING_STEP), ROW_TYPES(RATING_STEP_ROW),                            \
      ROW_INSERT("rating_step", RATING_STEP_ROW, PARAMS_11))                                       \
    X(Q_RATING_REMOVE, CHANGES(RATING), "iti",                                                     \
      "DELETE FROM rating WHERE player = $1 AND game = $2 AND level = $3")                         \
    X(Q_RATING_STEP_UPDATE, CHANGES(RATING_STEP),                                                  \
      ROW_TYPES(RATING_STEP_CHANGE) ROW_TYPES(RATING_STEP_KEY),                                    \
      "UPDATE rating_step SET (" ROW_NAMES(RATING_STEP_CHANGE,                                     \
                                           "") ") = (" PARAMS_4 ")"                                \
                                               " WHERE match = $5 AND seat = $6")                  \
    X(Q_RATING_STEPS_REMOVE, CHANGES(RATING_STEP), "i",                                            \
      "DELETE FROM rating_step WHERE match = $1")                                                  \
    X(Q_RATING_STEP_LAST, READS(RATING_STEP), "t",                                                 \
      "SELECT coalesce(max(at), 0) FROM rating_step WHERE game = $1")                              \
    X(Q_RATING_STEP_BEFORE, READS(RATING_STEP), "itiii",                                           \
      ROW_SELECT(RATING_STEP_ROW) " FROM rating_step WHERE player = $1 AND game = $2"              \
                                  " AND level = $3 AND at <= $4 AND (at < $4 OR "                  \
                                  "match < $5) ORDER BY at DESC, match DESC LIMIT 1")              \
    X(Q_RATING_MATCHES_AFTER, READS(RATING_STEP), "tiii",                                          \
      "SELECT DISTINCT " ROW_NAMES(                                                                \
          RATING_WHEN,                                                                             \
          "") " FROM rating_step WHERE game = $1"                                                  \
              " AND at >= $2 AND (at > $2 OR match > $3) ORDER BY at, match LIMIT $4")             \
    X(Q_RATING_STEPS_OF_MATCH, READS(RATING_STEP), "i",                                            \
      ROW_SELECT(RATING_STEP_ROW) " FROM rating_step WHERE match = $1 ORDER BY seat")              \
    X(Q_RATING_STEPS_OF_PLAYER, READS(RATING_STEP), "itiii",                                       \
      ROW_SELECT(RATING_STEP_ROW) " FROM rating_step WHERE player = $1 AND game = $2"              \
                                  " AND level = $3 AND at >= $4 ORDER BY at, match LIMIT $5")      \
    X(Q_RATING_FORGET, CHANGES(RATING), "i", "DELETE FROM rating WHERE player = $1")               \
    X(Q_RATING_FORGET_STEPS, CHANGES(RATING_STEP), "i", "DELETE FROM rating_step WHERE player = $1")

#endif
