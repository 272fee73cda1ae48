/* fairplay_sql.h - the queries of fairplay.c (queries.h). */
#ifndef FAIRPLAY_SQL_H
#define FAIRPLAY_SQL_H
#include "store/row.h"

#define FAIRPLAY_FLAG_ROW(F, X, A)                                                                 \
    F(A, id, I64, "id")                                                                            \
    X(A, game, TEXT, "game")                                                                       \
    X(A, matches, INT, "matches")                                                                  \
    X(A, match, I64, "match")                                                                      \
    X(A, at, I64, "at")                                                                            \
    X(A, closed_at, I64, "closed_at")

#define ANNULMENT_ROW(F, X, A)                                                                     \
    F(A, id, I64, "id")                                                                            \
    X(A, match, I64, "match")                                                                      \
    X(A, at, I64, "at")                                                                            \
    X(A, reason, TEXT, "reason")
#define ANNULLED_MATCH_ROW(F, X, A)                                                                \
    F(A, game, TEXT, "game")                                                                       \
    X(A, is_private, BOOL, "private")

#define FAIRPLAY_FLAGS                                                                             \
    "SELECT " ROW_NAMES(FAIRPLAY_FLAG_ROW, "f.") ", " ROW_NAMES(PLAYER_ROW, "a.") ", " ROW_NAMES(  \
        PLAYER_ROW,                                                                                \
        "b.") " FROM fairplay_flag f JOIN player a ON a.id = f.low JOIN player b ON b.id = f.high"

/* X(name, uses, types, SQL) */
#define FAIRPLAY_SQL(X)                                                                            \
    X(Q_FAIRPLAY_PAIR_ADD, ADDS(RATING_PAIR), "tiiii",                                             \
      "INSERT INTO rating_pair (game, low, high, at, match) VALUES (" PARAMS_5 ")"                 \
      " ON CONFLICT (game, low, high, at, match) DO NOTHING")                                      \
    X(Q_FAIRPLAY_PAIR_COUNT, READS(RATING_PAIR), "tiiiii",                                         \
      "SELECT count(*) FROM (SELECT 1 AS one FROM rating_pair WHERE game = $1"                     \
      " AND low = $2 AND high = $3 AND at > $4 AND at < $5 ORDER BY at LIMIT $6) n")               \
    X(Q_FAIRPLAY_PAIRS_REMOVE, CHANGES(RATING_PAIR), "i",                                          \
      "DELETE FROM rating_pair WHERE match = $1")                                                  \
    X(Q_FAIRPLAY_KNOWN, READS(RATING), "tii",                                                      \
      "SELECT count(*) FROM (SELECT 1 AS one FROM rating WHERE game = $1 AND level = 0"            \
      " AND deviation < $2 ORDER BY deviation LIMIT $3) n")                                        \
    X(Q_FAIRPLAY_FLAG, CHANGES(FAIRPLAY_FLAG), "tiiii",                                            \
      "INSERT INTO fairplay_flag (game, low, high, matches, match, at)"                            \
      " VALUES ($1, $2, $3, 1, $4, $5) ON CONFLICT (low, high, game) DO UPDATE SET"                \
      " matches = fairplay_flag.matches + 1, match = excluded.match, at = excluded.at")            \
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
      "SELECT " ROW_NAMES(ANNULMENT_ROW, "") " FROM annulment WHERE match = $1")                   \
    X(Q_FAIRPLAY_ANNULMENTS, READS(ANNULMENT, MATCH, SEAT, PLAYER), "ii",                          \
      "SELECT " ROW_NAMES(ANNULMENT_ROW, "n.") ", " ROW_NAMES(                                     \
          ANNULLED_MATCH_ROW,                                                                      \
          "m.") ", s.seat, " ROW_NAMES(PLAYER_ROW,                                                 \
                                       "p.") " FROM (SELECT " ROW_NAMES(ANNULMENT_ROW,             \
                                                                        "") " FROM annulment "     \
                                                                            "WHERE id < $1 ORDER " \
                                                                            "BY id DESC LIMIT "    \
                                                                            "$2) n"                \
                                                                            " JOIN match m ON "    \
                                                                            "m.id = n.match JOIN " \
                                                                            "seat s ON s.match = " \
                                                                            "n.match"              \
                                                                            " JOIN player p ON "   \
                                                                            "p.id = s.player "     \
                                                                            "ORDER BY n.id DESC, " \
                                                                            "s.seat")              \
    X(Q_FAIRPLAY_REDO_PUT, CHANGES(RATING_REDO), "tii",                                            \
      "INSERT INTO rating_redo (game, at, match) VALUES (" PARAMS_3 ")"                            \
      " ON CONFLICT (game) DO UPDATE SET at = excluded.at, match = excluded.match")                \
    X(Q_FAIRPLAY_REDO_GET, READS(RATING_REDO), "t",                                                \
      "SELECT at, match FROM rating_redo WHERE game = $1")                                         \
    X(Q_FAIRPLAY_REDO_NEXT, READS(RATING_REDO), "",                                                \
      "SELECT game FROM rating_redo ORDER BY game LIMIT 1")                                        \
    X(Q_FAIRPLAY_REDO_DONE, CHANGES(RATING_REDO), "t", "DELETE FROM rating_redo WHERE game = $1")

#endif
