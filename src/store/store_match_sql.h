/* store_match_sql.h - the queries of store_match.c, for the one list of queries in store.c. */
#ifndef STORE_MATCH_SQL_H
#define STORE_MATCH_SQL_H
#include "store/driver.h"

#define MATCH_COLUMNS                                                                              \
    "m.id, m.created_at, m.updated_at, m.creator, m.state, m.game, m.width, m.height, m.seats_n,"  \
    " m.swap, m.jacked, m.private, m.invite, m.swapped, m.ply, m.turn_seat, m.turn_side,"          \
    " m.reason, m.winner_seat, m.winner_side, m.points1, m.points2, m.points3, m.points4,"         \
    " m.draw_seat, m.draw_yes, m.takeback_seat, m.takeback_ply, m.takeback_yes,"                   \
    " m.pause_seat, m.pause_yes, m.paused, m.clock, m.clock_at, m.deadline, m.wake_at, m.rated,"   \
    " m.start_ply, m.standing, m.rematch, m.delay_plies, m.delay_ms, m.tournament, m.round,"       \
    " m.conditional, m.told_ply, m.release_at"

/* A private match is listed for its players only. */
#define LIST_VISIBLE                                                                               \
    "(m.private = 0 OR EXISTS (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"

/* What every search asks for besides the index by which it finds: ids below $2 and not below $15,
 * and the rest. */
#define SEARCH_REST                                                                                \
    " AND ($3 = '' OR m.state = $3) AND ($4 = '' OR m.game = $4)"                                  \
    " AND ($5 = 0 OR (m.width = $5 AND m.height = $6)) AND ($7 < 0 OR m.rated = $7)"               \
    " AND ($8 < 0 OR m.winner_seat = $8) AND ($9 = '' OR m.reason = $9)"                           \
    " AND m.created_at >= $10 AND m.created_at <= $11 AND ($12 = 0 OR m.tournament = $12)"         \
    " AND (m.private = 0 OR EXISTS (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = "     \
    "$13))"                                                                                        \
    " AND ($14 = 0 OR EXISTS (SELECT 1 FROM seat w WHERE w.match = m.id AND w.player = $14))"      \
    " AND m.id >= $15"

/* The lowest of the ids among which a search looks, and their number. */
#define SEARCH_WINDOW "SELECT coalesce(min(x.id), 0), count(*) FROM (SELECT "

#define MATCH_UPDATE_TYPES "itiiiitiiiiiiiiiiiiiiiiiiiiiii"

/* X(name, SQL) */
#define STORE_MATCH_SQL(X)                                                                         \
    X(MATCH_ADD, "INSERT INTO match (created_at, updated_at, creator, state, game, width,"         \
                 " height, seats_n, swap, jacked, private, invite, ply, clock, rated,"             \
                 " start_ply, standing, delay_plies, delay_ms, tournament, round)"                 \
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"      \
                 " $16, $17, $18, $19, $20, $21) RETURNING id")                                    \
    X(MATCH_GET, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id = $1")                          \
    X(MATCH_UPDATE,                                                                                \
      "UPDATE match SET updated_at = $1, state = $2, swapped = $3, ply = $4, turn_seat = $5,"      \
      " turn_side = $6, reason = $7, winner_seat = $8, winner_side = $9, points1 = $10,"           \
      " points2 = $11, points3 = $12, points4 = $13, draw_seat = $14, draw_yes = $15,"             \
      " takeback_seat = $16, takeback_ply = $17, takeback_yes = $18, pause_seat = $19,"            \
      " pause_yes = $20, paused = $21, clock_at = $22, deadline = $23, wake_at = $24,"             \
      " standing = $25, rematch = $26, conditional = $27, told_ply = $28,"                         \
      " release_at = $29 WHERE id = $30")                                                          \
    X(SEAT_ADD, "INSERT INTO seat (match, seat, kind, player, level, asked, left_ms, periods)"     \
                " VALUES ($1, $2, $3, nullif($4, 0), $5, nullif($6, 0), $7, $8)")                  \
    X(SEAT_UPDATE, "UPDATE seat SET kind = $1, player = nullif($2, 0), level = $3,"                \
                   " resigned = $4, asked = nullif($5, 0), left_ms = $6, periods = $7"             \
                   " WHERE match = $8 AND seat = $9")                                              \
    X(SEATS, "SELECT s.seat, s.kind, s.level, s.resigned, s.left_ms, s.periods, p.id, p.kind,"     \
             " p.name, p.away_until, a.id, a.kind, a.name FROM seat s"                             \
             " LEFT JOIN player p ON p.id = s.player LEFT JOIN player a ON a.id = s.asked"         \
             " WHERE s.match = $1 ORDER BY s.seat")                                                \
    X(LIST_ANY, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"                            \
                " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE " ORDER BY m.id DESC LIMIT $4")  \
    X(LIST_STATE, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"                          \
                  " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE                                \
                  " AND m.state = $4 ORDER BY m.id DESC LIMIT $5")                                 \
    X(LIST_PLAYER, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id < $1"                         \
                   " AND ($2 = '' OR m.game = $2)"                                                 \
                   " AND m.id IN (SELECT match FROM seat WHERE player = $3)"                       \
                   " AND ($4 = '' OR m.state = $4) AND ($5 = 0 OR EXISTS (SELECT 1 FROM seat t"    \
                   " WHERE t.match = m.id AND t.seat = m.turn_seat AND t.player = $5))"            \
                   " ORDER BY m.id DESC LIMIT $6")                                                 \
    X(SEARCH_OPENING,                                                                              \
      "SELECT " MATCH_COLUMNS " FROM opening o JOIN match m ON m.id = o.match"                     \
      " WHERE o.position = $1 AND o.match < $2" SEARCH_REST " ORDER BY o.match DESC LIMIT $16")    \
    X(SEARCH_PLAYER,                                                                               \
      "SELECT " MATCH_COLUMNS " FROM seat s JOIN match m ON m.id = s.match"                        \
      " WHERE s.player = $1 AND s.match < $2" SEARCH_REST                                          \
      " AND NOT EXISTS (SELECT 1 FROM seat e WHERE e.match = s.match AND e.player = s.player"      \
      " AND e.seat < s.seat) ORDER BY s.match DESC LIMIT $16")                                     \
    X(SEARCH_TOURNAMENT,                                                                           \
      "SELECT " MATCH_COLUMNS " FROM match m WHERE m.tournament = $1"                              \
      " AND m.tournament > 0 AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")           \
    X(SEARCH_GAME, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.game = $1"                       \
                   " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                   \
    X(SEARCH_STATE, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.state = $1"                     \
                    " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                  \
    X(SEARCH_ANY, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.id > $1"                          \
                  " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                    \
    X(WINDOW_OPENING, SEARCH_WINDOW "o.match AS id FROM opening o WHERE o.position = $1"           \
                                    " AND o.match < $2 ORDER BY o.match DESC LIMIT $3) x")         \
    X(WINDOW_PLAYER, SEARCH_WINDOW "s.match AS id FROM seat s WHERE s.player = $1"                 \
                                   " AND s.match < $2 ORDER BY s.match DESC LIMIT $3) x")          \
    X(WINDOW_TOURNAMENT,                                                                           \
      SEARCH_WINDOW "m.id AS id FROM match m WHERE m.tournament = $1 AND m.tournament > 0"         \
                    " AND m.id < $2 ORDER BY m.id DESC LIMIT $3) x")                               \
    X(WINDOW_GAME, SEARCH_WINDOW "m.id AS id FROM match m WHERE m.game = $1 AND m.id < $2"         \
                                 " ORDER BY m.id DESC LIMIT $3) x")                                \
    X(WINDOW_STATE, SEARCH_WINDOW "m.id AS id FROM match m WHERE m.state = $1 AND m.id < $2"       \
                                  " ORDER BY m.id DESC LIMIT $3) x")                               \
    X(WINDOW_ANY, SEARCH_WINDOW "m.id AS id FROM match m WHERE m.id > $1 AND m.id < $2"            \
                                " ORDER BY m.id DESC LIMIT $3) x")                                 \
    X(OPENING_ADD, "INSERT INTO opening (position, match) VALUES ($1, $2)"                         \
                   " ON CONFLICT (position, match) DO NOTHING")                                    \
    X(OPENING_WAIT, "INSERT INTO opening_todo (match) VALUES ($1)"                                 \
                    " ON CONFLICT (match) DO NOTHING")                                             \
    X(OPENINGS_WAITING, "SELECT match FROM opening_todo ORDER BY match LIMIT $1")                  \
    X(OPENINGS_MOVES, "SELECT m.match, m.ply, m.move FROM (SELECT match FROM opening_todo"         \
                      " ORDER BY match LIMIT $1) t JOIN move m ON m.match = t.match"               \
                      " WHERE m.ply <= $2 ORDER BY m.match, m.ply")                                \
    X(OPENING_DONE, "DELETE FROM opening_todo WHERE match = $1")                                   \
    X(MATCH_DUE, "SELECT id FROM match WHERE wake_at > 0 AND wake_at <= $1"                        \
                 " ORDER BY wake_at LIMIT $2")                                                     \
    X(MATCH_WAKE, "SELECT coalesce(min(wake_at), 0) FROM match WHERE wake_at > 0")                 \
    X(RELEASE_DUE, "SELECT id FROM match WHERE release_at > 0 AND release_at <= $1"                \
                   " ORDER BY release_at LIMIT $2")                                                \
    X(RELEASE_WAKE, "SELECT coalesce(min(release_at), 0) FROM match WHERE release_at > 0")         \
    X(CLOCKS_SHIFT, "UPDATE match SET clock_at = clock_at + $1, deadline = deadline + $1,"         \
                    " wake_at = CASE WHEN wake_at > 0 THEN wake_at + $1 ELSE 0 END"                \
                    " WHERE deadline > 0")                                                         \
    X(LIST_ASKED, "SELECT " MATCH_COLUMNS " FROM match m WHERE m.state = 'open' AND m.id IN"       \
                  " (SELECT match FROM seat WHERE asked = $1) ORDER BY m.id DESC LIMIT $2")        \
    X(OPEN_COUNT, "SELECT count(*) FROM match WHERE state = 'open' AND creator = $1")              \
    X(OPEN_OLD, "SELECT id, creator FROM match WHERE state = 'open' AND updated_at < $1"           \
                " ORDER BY id LIMIT $2")

enum store_match_query {
    STORE_MATCH_BEFORE = STORE_QUERY_MATCH - 1,
#define STORE_MATCH_ENUM(name, sql) Q_##name,
    STORE_MATCH_SQL(STORE_MATCH_ENUM)
#undef STORE_MATCH_ENUM
        STORE_MATCH_END
};
_Static_assert((int)STORE_MATCH_END <= (int)STORE_QUERY_EVENT, "too many queries of store_match.c");

#endif
