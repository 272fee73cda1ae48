/* fairplay_sql.h - the queries of fairplay.c (queries.h). */
#ifndef FAIRPLAY_SQL_H
#define FAIRPLAY_SQL_H
#include "store/ratings/rating_sql.h"

/* Two players who were compared by a rated match. */
#define PAIR_ROW(F, X, A)                                                                          \
    F(A, game, BORROWED, "game")                                                                   \
    X(A, low, I64, "low")                                                                          \
    X(A, high, I64, "high")                                                                        \
    X(A, at, I64, "at")                                                                            \
    X(A, match, I64, "match")
ROW_IS(PAIR_ROW, 5);

/* A new one has the columns of a pair. */
#define FLAG_TOLD(F, X, A)                                                                         \
    F("f.", id, I64, "id")                                                                         \
    X("f.", game, TEXT, "game")                                                                    \
    X("f.", matches, INT, "matches")                                                               \
    X("f.", match, I64, "match")                                                                   \
    X("f.", at, I64, "at")                                                                         \
    X("f.", closed_at, I64, "closed_at")                                                           \
    PLAYER_AS(X, X, "a.", a)                                                                       \
    PLAYER_AS(X, X, "b.", b)

#define ANNULMENT_VALUES(F, X, A)                                                                  \
    F(A, match, I64, "match")                                                                      \
    X(A, at, I64, "at")                                                                            \
    X(A, reason, TEXT, "reason")
#define ANNULMENT_ROW(F, X, A) F(A, id, I64, "id") ANNULMENT_VALUES(X, X, A)
/* With the match and, in a row for each, its players. */
#define ANNULMENT_TOLD(F, X, A)                                                                    \
    ANNULMENT_ROW(F, X, "n.")                                                                      \
    X("m.", game, TEXT, "game")                                                                    \
    X("m.", is_private, BOOL, "private")                                                           \
    X("s.", seat, INT, "seat")                                                                     \
    PLAYER_AS(X, X, "p.", player)

#define REDO_ROW(F, X, A)                                                                          \
    F(A, game, TEXT, "game") X(A, when.at, I64, "at") X(A, when.match, I64, "match")
ROW_IS(REDO_ROW, 3);

#define FAIRPLAY_FLAGS                                                                             \
    ROW_SELECT(FLAG_TOLD)                                                                          \
    " FROM fairplay_flag f JOIN player a ON a.id = f.low JOIN player b ON b.id = f.high"

/* X(name, uses, types, SQL) */
#define FAIRPLAY_SQL(X)                                                                            \
    X(Q_FAIRPLAY_PAIR_ADD, ADDS(RATING_PAIR), ROW_TYPES(PAIR_ROW),                                 \
      ROW_INSERT("rating_pair", PAIR_ROW,                                                          \
                 PARAMS_5) " ON CONFLICT (game, low, high, at, match) DO NOTHING")                 \
    X(Q_FAIRPLAY_PAIR_COUNT, READS(RATING_PAIR), "tiiiii",                                         \
      "SELECT count(*) FROM (SELECT 1 AS one FROM rating_pair WHERE game = $1"                     \
      " AND low = $2 AND high = $3 AND at > $4 AND at < $5 ORDER BY at LIMIT $6) n")               \
    X(Q_FAIRPLAY_PAIRS_REMOVE, CHANGES(RATING_PAIR), "i",                                          \
      "DELETE FROM rating_pair WHERE match = $1")                                                  \
    X(Q_FAIRPLAY_KNOWN, READS(RATING), "tii",                                                      \
      "SELECT count(*) FROM (SELECT 1 AS one FROM rating WHERE game = $1 AND level = 0"            \
      " AND deviation < $2 ORDER BY deviation LIMIT $3) n")                                        \
    X(Q_FAIRPLAY_FLAG, CHANGES(FAIRPLAY_FLAG), ROW_TYPES(PAIR_ROW),                                \
      "INSERT INTO fairplay_flag (" ROW_NAMES(                                                     \
          PAIR_ROW,                                                                                \
          "") ", matches) VALUES (" PARAMS_5 ", 1)"                                                \
              " ON CONFLICT (low, high, game) DO UPDATE SET"                                       \
              " matches = fairplay_flag.matches + 1, match = excluded.match, at = excluded.at")    \
    X(Q_FAIRPLAY_FLAGS_OPEN, READS(FAIRPLAY_FLAG, PLAYER), "ii",                                   \
      FAIRPLAY_FLAGS " WHERE f.closed_at = 0 AND f.id < $1 ORDER BY f.id DESC LIMIT $2")           \
    X(Q_FAIRPLAY_FLAGS_CLOSED, READS(FAIRPLAY_FLAG, PLAYER), "ii",                                 \
      FAIRPLAY_FLAGS " WHERE f.closed_at <> 0 AND f.id < $1 ORDER BY f.id DESC LIMIT $2")          \
    X(Q_FAIRPLAY_FLAG_GET, READS(FAIRPLAY_FLAG, PLAYER), "i", FAIRPLAY_FLAGS " WHERE f.id = $1")   \
    X(Q_FAIRPLAY_FLAG_CLOSE, CHANGES(FAIRPLAY_FLAG), "iii",                                        \
      "UPDATE fairplay_flag SET closed_by = $1, closed_at = $2 WHERE id = $3")                     \
    X(Q_FAIRPLAY_FLAGS_FORGET_LOW, CHANGES(FAIRPLAY_FLAG), "i",                                    \
      "DELETE FROM fairplay_flag WHERE low = $1")                                                  \
    X(Q_FAIRPLAY_FLAGS_FORGET_HIGH, CHANGES(FAIRPLAY_FLAG), "i",                                   \
      "DELETE FROM fairplay_flag WHERE high = $1")                                                 \
    X(Q_FAIRPLAY_ANNUL, ADDS(ANNULMENT), "iiit",                                                   \
      "INSERT INTO annulment (match, at, by_player, reason) VALUES (" PARAMS_4 ")")                \
    X(Q_FAIRPLAY_ANNULMENT_GET, READS(ANNULMENT), "i",                                             \
      ROW_SELECT(ANNULMENT_ROW) " FROM annulment WHERE match = $1")                                \
    X(Q_FAIRPLAY_ANNULMENTS, READS(ANNULMENT, MATCH, SEAT, PLAYER), "ii",                          \
      ROW_SELECT(ANNULMENT_TOLD) " FROM (" ROW_SELECT(                                             \
          ANNULMENT_ROW) " FROM annulment"                                                         \
                         " WHERE id < $1 ORDER BY id DESC LIMIT $2) n JOIN match m ON m.id = "     \
                         "n.match"                                                                 \
                         " JOIN seat s ON s.match = n.match JOIN player p ON p.id = s.player"      \
                         " ORDER BY n.id DESC, s.seat")                                            \
    X(Q_FAIRPLAY_REDO_PUT, CHANGES(RATING_REDO), ROW_TYPES(REDO_ROW),                              \
      ROW_INSERT("rating_redo", REDO_ROW,                                                          \
                 PARAMS_3) " ON CONFLICT (game) DO UPDATE SET " ROW_EXCLUDED(RATING_WHEN))         \
    X(Q_FAIRPLAY_REDO_GET, READS(RATING_REDO), "t",                                                \
      ROW_SELECT(REDO_ROW) " FROM rating_redo WHERE game = $1")                                    \
    X(Q_FAIRPLAY_REDO_NEXT, READS(RATING_REDO), "",                                                \
      ROW_SELECT(REDO_ROW) " FROM rating_redo ORDER BY game LIMIT 1")                              \
    X(Q_FAIRPLAY_REDO_DONE, CHANGES(RATING_REDO), "t", "DELETE FROM rating_redo WHERE game = $1")

#endif
