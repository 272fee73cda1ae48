/* statistics_sql.h - the queries of statistics.c (queries.h). */
#ifndef STATISTICS_SQL_H
#define STATISTICS_SQL_H
#include "store/row.h"

#define STATISTICS_MATCH(F, X, A)                                                                  \
    F(A, match, I64, "id")                                                                         \
    X(A, created_at, I64, "created_at")                                                            \
    X(A, game, BORROWED, "game")                                                                   \
    X(A, width, INT, "width")                                                                      \
    X(A, height, INT, "height")                                                                    \
    X(A, seats_n, INT, "seats_n")                                                                  \
    X(A, swap, BOOL, "swap")                                                                       \
    X(A, jacked, BOOL, "jacked")                                                                   \
    X(A, swapped, BOOL, "swapped")                                                                 \
    X(A, start_ply, INT, "start_ply")                                                              \
    X(A, winner_seat, INT, "winner_seat")

/* X(name, uses, types, SQL) */
#define STATISTICS_SQL(X)                                                                          \
    X(Q_STATISTICS_ROWS, READS(MATCH, MOVE, PLAYER, RATING_STEP, SEAT), "iii",                     \
      "SELECT " ROW_NAMES(STATISTICS_MATCH, "m.") ", " ROW_NAMES(                                  \
          PLAYER_ROW,                                                                              \
          "p.") ", s.seat, o.level, coalesce(r.rating - r.change, 0), coalesce(r.deviation, 0),"   \
                " coalesce(a.move, ''), coalesce(b.move, '')"                                      \
                " FROM (SELECT match, seat FROM seat WHERE player = $1"                            \
                " ORDER BY match DESC LIMIT $2) s JOIN match m ON m.id = s.match"                  \
                " JOIN seat o ON o.match = s.match AND o.seat <> s.seat"                           \
                " LEFT JOIN player p ON p.id = o.player"                                           \
                " LEFT JOIN rating_step r ON r.match = o.match AND r.seat = o.seat"                \
                " LEFT JOIN move a ON a.match = s.match AND a.ply = 1"                             \
                " LEFT JOIN move b ON b.match = s.match AND b.ply = 2"                             \
                " WHERE m.state = 'finished' AND (m.private = 0 OR EXISTS"                         \
                " (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"                  \
                " AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.match = m.id AND t.player = $1"     \
                " AND t.seat <> s.seat) ORDER BY m.id DESC, o.seat")                               \
    X(Q_STATISTICS_MORE, READS(SEAT), "ii",                                                        \
      "SELECT match FROM seat WHERE player = $1 ORDER BY match DESC LIMIT 1 OFFSET $2")

#endif
