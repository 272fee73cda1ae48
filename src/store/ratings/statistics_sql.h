/* statistics_sql.h - the queries of statistics.c (queries.h). */
#ifndef STATISTICS_SQL_H
#define STATISTICS_SQL_H
#include "store/core/row.h"

/* The match (m), the other player (p) with their seat (o) and rating (r), the first moves. */
#define STATISTICS_ROW(F, X, A)                                                                    \
    F("m.", match, I64, "id")                                                                      \
    X("m.", created_at, I64, "created_at")                                                         \
    X("m.", game, BORROWED, "game")                                                                \
    X("m.", width, INT, "width")                                                                   \
    X("m.", height, INT, "height")                                                                 \
    X("m.", seats_n, INT, "seats_n")                                                               \
    X("m.", swap, BOOL, "swap")                                                                    \
    X("m.", jacked, BOOL, "jacked")                                                                \
    X("m.", swapped, BOOL, "swapped")                                                              \
    X("m.", start_ply, INT, "start_ply")                                                           \
    X("m.", winner_seat, INT, "winner_seat")                                                       \
    PLAYER_AS(X, X, "p.", other)                                                                   \
    X("s.", seat, INT, "seat")                                                                     \
    X("o.", level, INT, "level")                                                                   \
    X("", rating, I64, "coalesce(r.rating - r.change, 0)")                                         \
    X("", deviation, I64, "coalesce(r.deviation, 0)")                                              \
    X("", moves[0], BORROWED, "coalesce(a.move, '')")                                              \
    X("", moves[1], BORROWED, "coalesce(b.move, '')")

#define STATISTICS_SUM(F, X, A)                                                                    \
    F("m.", game, BORROWED, "game")                                                                \
    X("m.", width, INT, "width")                                                                   \
    X("m.", height, INT, "height")                                                                 \
    X("", matches, I64, "count(*)")                                                                \
    X("", won, I64, "sum(CASE WHEN m.winner_seat = s.seat THEN 1 ELSE 0 END)")                     \
    X("", drawn, I64, "sum(CASE WHEN m.winner_seat = 0 THEN 1 ELSE 0 END)")                        \
    X("", plies, I64, "sum(m.ply - m.start_ply)")                                                  \
    X("", rated, I64, "sum(m.rated)")

#define STATISTICS_BEATEN(F, X, A)                                                                 \
    F("m.", match, I64, "id")                                                                      \
    X("m.", created_at, I64, "created_at")                                                         \
    X("m.", game, BORROWED, "game")                                                                \
    X("", rating, I64, "r.rating - r.change")                                                      \
    X("r.", deviation, I64, "deviation")                                                           \
    PLAYER_AS(X, X, "p.", player)

/* Public finished matches among the newest $2 of level $1 of the engine, which has the seat s.seat
 * in m. */
#define STATISTICS_OF_LEVEL_AND(joins)                                                             \
    " FROM (SELECT match, seat FROM seat WHERE level = $1 AND level > 0 ORDER BY match DESC"       \
    " LIMIT $2) s JOIN match m ON m.id = s.match" joins                                            \
    " WHERE m.state = 'finished' AND m.private = 0"
#define STATISTICS_OF_LEVEL STATISTICS_OF_LEVEL_AND("")

/* X(name, uses, types, SQL) */
#define STATISTICS_SQL(X)                                                                          \
    X(Q_STATISTICS_ROWS, READS(MATCH, MOVE, PLAYER, RATING_STEP, SEAT), "iii",                     \
      ROW_SELECT(                                                                                  \
          STATISTICS_ROW) " FROM (SELECT match, seat FROM seat WHERE player = $1"                  \
                          " ORDER BY match DESC LIMIT $2) s JOIN match m ON m.id = s.match"        \
                          " JOIN seat o ON o.match = s.match AND o.seat <> s.seat"                 \
                          " LEFT JOIN player p ON p.id = o.player"                                 \
                          " LEFT JOIN rating_step r ON r.match = o.match AND r.seat = o.seat"      \
                          " LEFT JOIN move a ON a.match = s.match AND a.ply = 1"                   \
                          " LEFT JOIN move b ON b.match = s.match AND b.ply = 2"                   \
                          " WHERE m.state = 'finished' AND (m.private = 0 OR EXISTS"               \
                          " (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"        \
                          " AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.match = m.id AND "        \
                          "t.player = $1"                                                          \
                          " AND t.seat <> s.seat) ORDER BY m.id DESC, o.seat")                     \
    X(Q_STATISTICS_MORE, READS(SEAT), "ii",                                                        \
      "SELECT match FROM seat WHERE player = $1 ORDER BY match DESC LIMIT 1 OFFSET $2")            \
    /* level > 0 is said twice: the index seat_level has no other rows. */                         \
    X(Q_STATISTICS_LEVEL, READS(MATCH, SEAT), "ii",                                                \
      ROW_SELECT(STATISTICS_SUM) STATISTICS_OF_LEVEL                                               \
      " AND EXISTS (SELECT 1 FROM seat o WHERE o.match = s.match AND o.level = 0)"                 \
      " GROUP BY m.game, m.width, m.height ORDER BY m.game, m.width, m.height")                    \
    X(Q_STATISTICS_BEATEN, READS(MATCH, PLAYER, RATING_STEP, SEAT), "iii",                         \
      ROW_SELECT(STATISTICS_BEATEN) STATISTICS_OF_LEVEL_AND(                                       \
          " JOIN rating_step r ON r.match = s.match AND r.seat = s.seat"                           \
          " JOIN seat w ON w.match = m.id AND w.seat = m.winner_seat AND w.level = 0"              \
          " JOIN player p ON p.id = w.player") " ORDER BY r.rating - r.change DESC, m.id "         \
                                               "LIMIT $3")                                         \
    X(Q_STATISTICS_LEVEL_MORE, READS(SEAT), "ii",                                                  \
      "SELECT match FROM seat WHERE level = $1 AND level > 0 ORDER BY match DESC LIMIT 1"          \
      " OFFSET $2")

#endif
