/* store_match_sql.h - the queries of store_match.c (queries.h). */
#ifndef STORE_MATCH_SQL_H
#define STORE_MATCH_SQL_H
#include "store/core/row.h"

/* Columns of a match that never change after it is made; */
#define MATCH_MADE(F, X, A)                                                                        \
    F(A, created_at, I64, "created_at")                                                            \
    X(A, creator, I64, "creator")                                                                  \
    X(A, game, TEXT, "game")                                                                       \
    X(A, width, INT, "width")                                                                      \
    X(A, height, INT, "height")                                                                    \
    X(A, seats_n, INT, "seats_n")                                                                  \
    X(A, swap, BOOL, "swap")                                                                       \
    X(A, jacked, BOOL, "jacked")                                                                   \
    X(A, is_private, BOOL, "private")                                                              \
    X(A, invite, TEXT, "invite")                                                                   \
    X(A, clock, TEXT, "clock")                                                                     \
    X(A, rated, BOOL, "rated")                                                                     \
    X(A, start_ply, INT, "start_ply")                                                              \
    X(A, delay_plies, INT, "delay_plies")                                                          \
    X(A, delay_ms, I64, "delay_ms")                                                                \
    X(A, tournament, I64, "tournament")                                                            \
    X(A, round, INT, "round")                                                                      \
    X(A, grace_ms, I64, "grace_ms")                                                                \
    X(A, rematch_of, I64, "rematch_of")
/* then, and with every change; */
#define MATCH_ALWAYS(F, X, A)                                                                      \
    F(A, updated_at, I64, "updated_at")                                                            \
    X(A, state, MATCH_STATE, "state")                                                              \
    X(A, ply, INT, "ply")                                                                          \
    X(A, standing, INT, "standing")
/* when it is played. */
#define MATCH_PLAYED(F, X, A)                                                                      \
    F(A, swapped, BOOL, "swapped")                                                                 \
    X(A, turn_seat, INT, "turn_seat")                                                              \
    X(A, turn_side, INT, "turn_side")                                                              \
    X(A, reason, END_REASON, "reason")                                                             \
    X(A, winner_seat, INT, "winner_seat")                                                          \
    X(A, winner_side, INT, "winner_side")                                                          \
    X(A, points[0], INT, "points1")                                                                \
    X(A, points[1], INT, "points2")                                                                \
    X(A, points[2], INT, "points3")                                                                \
    X(A, points[3], INT, "points4")                                                                \
    X(A, draw_seat, INT, "draw_seat")                                                              \
    X(A, draw_yes, UNSIGNED, "draw_yes")                                                           \
    X(A, takeback_seat, INT, "takeback_seat")                                                      \
    X(A, takeback_ply, INT, "takeback_ply")                                                        \
    X(A, takeback_yes, UNSIGNED, "takeback_yes")                                                   \
    X(A, pause_seat, INT, "pause_seat")                                                            \
    X(A, pause_yes, UNSIGNED, "pause_yes")                                                         \
    X(A, paused, BOOL, "paused")                                                                   \
    X(A, clock_at, I64, "clock_at")                                                                \
    X(A, deadline, I64, "deadline")                                                                \
    X(A, wake_at, I64, "wake_at")                                                                  \
    X(A, rematch, I64, "rematch")                                                                  \
    X(A, conditional, UNSIGNED, "conditional")                                                     \
    X(A, told_ply, INT, "told_ply")                                                                \
    X(A, release_at, I64, "release_at")                                                            \
    X(A, hold_until, I64, "hold_until")                                                            \
    X(A, here, UNSIGNED, "here")                                                                   \
    X(A, graced, UNSIGNED, "graced")                                                               \
    X(A, berserk, UNSIGNED, "berserk")                                                             \
    X(A, moved, I64, "moved")                                                                      \
    X(A, revision, I64, "revision")
#define MATCH_NEW(F, X, A)    MATCH_MADE(F, X, A) MATCH_ALWAYS(X, X, A)
#define MATCH_CHANGE(F, X, A) MATCH_ALWAYS(F, X, A) MATCH_PLAYED(X, X, A)
#define MATCH_ROW(F, X, A)                                                                         \
    F(A, id, I64, "id") MATCH_MADE(X, X, A) MATCH_ALWAYS(X, X, A) MATCH_PLAYED(X, X, A)
ROW_IS(MATCH_NEW, 23);
ROW_IS(MATCH_CHANGE, 35);
#define MATCH_SELECT "SELECT " ROW_NAMES(MATCH_ROW, "m.")

/* Of a struct seat_row (store_match.c). */
#define SEAT_PLAIN(F, X, A)                                                                        \
    F(A, of.kind, SEAT_KIND, "kind")                                                               \
    X(A, of.level, INT, "level")                                                                   \
    X(A, of.left_ms, I64, "left_ms")                                                               \
    X(A, of.periods, INT, "periods")
#define SEAT_PEOPLE(F, X, A)                                                                       \
    F(A, of.player.id, REF, "player")                                                              \
    X(A, of.asked.id, REF, "asked")
#define SEAT_RESIGNED(F, X, A) F(A, of.resigned, BOOL, "resigned")
#define SEAT_KEY(F, X, A)      F(A, match, I64, "match") X(A, seat, INT, "seat")
#define SEAT_NEW(F, X, A)      SEAT_PLAIN(F, X, A) SEAT_PEOPLE(X, X, A) SEAT_KEY(X, X, A)
#define SEAT_CHANGE(F, X, A)   SEAT_PLAIN(F, X, A) SEAT_PEOPLE(X, X, A) SEAT_RESIGNED(X, X, A)
#define SEAT_TOLD(F, X, A)                                                                         \
    SEAT_KEY(F, X, "s.")                                                                           \
    SEAT_PLAIN(X, X, "s.")                                                                         \
    SEAT_RESIGNED(X, X, "s.")                                                                      \
    PLAYER_AS(X, X, "p.", of.player)                                                               \
    X("p.", of.away_until, I64, "away_until")                                                      \
    PLAYER_AS(X, X, "a.", of.asked)
ROW_IS(SEAT_NEW, 8);
ROW_IS(SEAT_CHANGE, 7);

#define OPENING_MOVE(F, X, A)                                                                      \
    F(A, match, I64, "match")                                                                      \
    X(A, ply, INT, "ply")                                                                          \
    X(A, move, TEXT, "move")
#define OPEN_OLD(F, X, A) F(A, match, I64, "id") X(A, creator, I64, "creator")

/* What a search asks for besides its index; in place of names, the parameters of SEARCH_REST. */
#define ROW_BIND_ASKED_STATE(from)  store_text((from) >= 0 ? match_state_name[from] : "")
#define ROW_BIND_ASKED_REASON(from) store_text((from) >= 0 ? end_reason_name[from] : "")
#define ROW_BIND_ASKED_TEXT(from)   store_text((from) != NULL ? (from) : "")
#define ROW_BIND_ASKED_UNTIL(from)  store_number((from) > 0 ? (from) : INT64_MAX)
#define ROW_KIND_ASKED_STATE        "t"
#define ROW_KIND_ASKED_REASON       "t"
#define ROW_KIND_ASKED_TEXT         "t"
#define ROW_KIND_ASKED_UNTIL        "i"
#define SEARCH_ASKED(F, X, A)                                                                      \
    F(A, state, ASKED_STATE, "$3")                                                                 \
    X(A, game, ASKED_TEXT, "$4")                                                                   \
    X(A, width, INT, "$5")                                                                         \
    X(A, height, INT, "$6")                                                                        \
    X(A, rated, INT, "$7")                                                                         \
    X(A, winner, INT, "$8")                                                                        \
    X(A, reason, ASKED_REASON, "$9")                                                               \
    X(A, since, I64, "$10")                                                                        \
    X(A, until, ASKED_UNTIL, "$11")                                                                \
    X(A, tournament, I64, "$12")                                                                   \
    X(A, viewer, I64, "$13")                                                                       \
    X(A, player, I64, "$14")
/* The key of the index, the ids below, what is asked, the lowest id, the limit. */
#define SEARCH_TYPES(key) key "i" ROW_TYPES(SEARCH_ASKED) "ii"
ROW_IS(SEARCH_ASKED, 12);

/* A private match is listed for its players only. */
#define LIST_VISIBLE                                                                               \
    "(m.private = 0 OR EXISTS (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"

/* The conditions of every search besides its index: ids below $2 and not below $15, and the
 * rest. */
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
#define WINDOW_ROW(F, X, A) F(A, low, I64, "coalesce(min(x.id), 0)") X(A, n, I64, "count(*)")
#define SEARCH_WINDOW       ROW_SELECT(WINDOW_ROW) " FROM (SELECT "

/* X(name, uses, types, SQL) */
#define STORE_MATCH_SQL(X)                                                                         \
    X(Q_MATCH_ADD, ADDS(MATCH), ROW_TYPES(MATCH_NEW),                                              \
      ROW_INSERT("match", MATCH_NEW, PARAMS_23) " RETURNING id")                                   \
    X(Q_MATCH_GET, READS(MATCH), "i", MATCH_SELECT " FROM match m WHERE m.id = $1")                \
    X(Q_MATCH_UPDATE, CHANGES(MATCH) UNKEPT, ROW_TYPES(MATCH_CHANGE) "i",                          \
      "UPDATE match SET (" ROW_NAMES(MATCH_CHANGE, "") ") = (" PARAMS_35 ") WHERE id = $36")       \
    X(Q_SEAT_ADD, ADDS(SEAT), ROW_TYPES(SEAT_NEW), ROW_INSERT("seat", SEAT_NEW, PARAMS_8))         \
    X(Q_SEAT_UPDATE, CHANGES(SEAT) UNKEPT, ROW_TYPES(SEAT_CHANGE) ROW_TYPES(SEAT_KEY),             \
      "UPDATE seat SET (" ROW_NAMES(SEAT_CHANGE, "") ") = (" PARAMS_7                              \
                                                     ") WHERE match = $8 AND seat = $9")           \
    X(Q_SEATS, READS(PLAYER, SEAT), "i",                                                           \
      ROW_SELECT(                                                                                  \
          SEAT_TOLD) " FROM seat s LEFT JOIN player p ON p.id = s.player"                          \
                     " LEFT JOIN player a ON a.id = s.asked WHERE s.match = $1 ORDER BY s.seat")   \
    X(Q_LIST_ANY, READS(MATCH, SEAT), "itii",                                                      \
      MATCH_SELECT " FROM match m WHERE m.id < $1"                                                 \
                   " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE                               \
                   " ORDER BY m.id DESC LIMIT $4")                                                 \
    X(Q_LIST_STATE, READS(MATCH, SEAT), "ititi",                                                   \
      MATCH_SELECT " FROM match m WHERE m.id < $1"                                                 \
                   " AND ($2 = '' OR m.game = $2) AND " LIST_VISIBLE                               \
                   " AND m.state = $4 ORDER BY m.id DESC LIMIT $5")                                \
    X(Q_LIST_PLAYER, READS(MATCH, SEAT), "ititii",                                                 \
      MATCH_SELECT " FROM match m WHERE m.id < $1"                                                 \
                   " AND ($2 = '' OR m.game = $2)"                                                 \
                   " AND m.id IN (SELECT match FROM seat WHERE player = $3)"                       \
                   " AND ($4 = '' OR m.state = $4) AND ($5 = 0 OR EXISTS (SELECT 1 FROM seat t"    \
                   " WHERE t.match = m.id AND t.seat = m.turn_seat AND t.player = $5))"            \
                   " ORDER BY m.id DESC LIMIT $6")                                                 \
    /* Of each whom $3 follows, the matches among their twenty newest. */                          \
    X(Q_LIST_FOLLOWED, READS(FOLLOW, MATCH, SEAT), "itii",                                         \
      MATCH_SELECT " FROM match m WHERE m.id < $1"                                                 \
                   " AND ($2 = '' OR m.game = $2)"                                                 \
                   " AND m.id IN (SELECT s.match FROM follow f JOIN seat s"                        \
                   " ON s.player = f.other AND s.match >= coalesce((SELECT x.match FROM seat x"    \
                   " WHERE x.player = f.other ORDER BY x.match DESC LIMIT 1 OFFSET 19), 0)"        \
                   " WHERE f.player = $3)"                                                         \
                   " AND m.state = 'running' AND " LIST_VISIBLE " ORDER BY m.id DESC LIMIT $4")    \
    X(Q_SEARCH_OPENING, READS(MATCH, OPENING, SEAT), SEARCH_TYPES("i"),                            \
      MATCH_SELECT " FROM opening o JOIN match m ON m.id = o.match"                                \
                   " WHERE o.position = $1 AND o.match < $2" SEARCH_REST                           \
                   " ORDER BY o.match DESC LIMIT $16")                                             \
    X(Q_SEARCH_PLAYER, READS(MATCH, SEAT), SEARCH_TYPES("i"),                                      \
      MATCH_SELECT " FROM seat s JOIN match m ON m.id = s.match"                                   \
                   " WHERE s.player = $1 AND s.match < $2" SEARCH_REST                             \
                   " AND NOT EXISTS (SELECT 1 FROM seat e WHERE e.match = s.match "                \
                   "AND e.player = s.player"                                                       \
                   " AND e.seat < s.seat) ORDER BY s.match DESC LIMIT $16")                        \
    X(Q_SEARCH_TOURNAMENT, READS(MATCH, SEAT), SEARCH_TYPES("i"),                                  \
      MATCH_SELECT " FROM match m WHERE m.tournament = $1"                                         \
                   " AND m.tournament > 0 AND m.id < $2" SEARCH_REST                               \
                   " ORDER BY m.id DESC LIMIT $16")                                                \
    X(Q_SEARCH_GAME, READS(MATCH, SEAT), SEARCH_TYPES("t"),                                        \
      MATCH_SELECT " FROM match m WHERE m.game = $1"                                               \
                   " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                   \
    X(Q_SEARCH_STATE, READS(MATCH, SEAT), SEARCH_TYPES("t"),                                       \
      MATCH_SELECT " FROM match m WHERE m.state = $1"                                              \
                   " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                   \
    X(Q_SEARCH_ANY, READS(MATCH, SEAT), SEARCH_TYPES("i"),                                         \
      MATCH_SELECT " FROM match m WHERE +m.id > $1" /* not the bound: $15 */                       \
                   " AND m.id < $2" SEARCH_REST " ORDER BY m.id DESC LIMIT $16")                   \
    X(Q_WINDOW_OPENING, READS(OPENING), "iii",                                                     \
      SEARCH_WINDOW "o.match AS id FROM opening o WHERE o.position = $1"                           \
                    " AND o.match < $2 ORDER BY o.match DESC LIMIT $3) x")                         \
    X(Q_WINDOW_PLAYER, READS(SEAT), "iii",                                                         \
      SEARCH_WINDOW "s.match AS id FROM seat s WHERE s.player = $1"                                \
                    " AND s.match < $2 ORDER BY s.match DESC LIMIT $3) x")                         \
    X(Q_WINDOW_TOURNAMENT, READS(MATCH), "iii",                                                    \
      SEARCH_WINDOW "m.id AS id FROM match m WHERE m.tournament = $1 AND m.tournament > 0"         \
                    " AND m.id < $2 ORDER BY m.id DESC LIMIT $3) x")                               \
    X(Q_WINDOW_GAME, READS(MATCH), "tii",                                                          \
      SEARCH_WINDOW "m.id AS id FROM match m WHERE m.game = $1 AND m.id < $2"                      \
                    " ORDER BY m.id DESC LIMIT $3) x")                                             \
    X(Q_WINDOW_STATE, READS(MATCH), "tii",                                                         \
      SEARCH_WINDOW "m.id AS id FROM match m WHERE m.state = $1 AND m.id < $2"                     \
                    " ORDER BY m.id DESC LIMIT $3) x")                                             \
    X(Q_WINDOW_ANY, READS(MATCH), "iii",                                                           \
      SEARCH_WINDOW "m.id AS id FROM match m WHERE m.id > $1 AND m.id < $2"                        \
                    " ORDER BY m.id DESC LIMIT $3) x")                                             \
    X(Q_OPENING_ADD, ADDS(OPENING), "ii",                                                          \
      "INSERT INTO opening (position, match) VALUES ($1, $2)"                                      \
      " ON CONFLICT (position, match) DO NOTHING")                                                 \
    X(Q_OPENING_WAIT, ADDS(OPENING_TODO), "i",                                                     \
      "INSERT INTO opening_todo (match) VALUES ($1)"                                               \
      " ON CONFLICT (match) DO NOTHING")                                                           \
    X(Q_OPENINGS_WAITING, READS(OPENING_TODO), "i",                                                \
      "SELECT match FROM opening_todo ORDER BY match LIMIT $1")                                    \
    X(Q_OPENING_WAITS, READS(OPENING_TODO), "i",                                                   \
      "SELECT match FROM opening_todo WHERE match = $1")                                           \
    X(Q_OPENINGS_MOVES, READS(MOVE, OPENING_TODO), "ii",                                           \
      "SELECT " ROW_NAMES(OPENING_MOVE,                                                            \
                          "m.") " FROM (SELECT match FROM opening_todo"                            \
                                " ORDER BY match LIMIT $1) t JOIN move m ON m.match = t.match"     \
                                " WHERE m.ply <= $2 ORDER BY m.match, m.ply")                      \
    X(Q_OPENING_DONE, CHANGES(OPENING_TODO), "i", "DELETE FROM opening_todo WHERE match = $1")     \
    X(Q_MATCH_DUE, READS(MATCH), "ii",                                                             \
      "SELECT id FROM match WHERE wake_at > 0 AND wake_at <= $1"                                   \
      " ORDER BY wake_at LIMIT $2")                                                                \
    X(Q_MATCH_WAKE, READS(MATCH), "",                                                              \
      "SELECT coalesce(min(wake_at), 0) FROM match WHERE wake_at > 0")                             \
    X(Q_RELEASE_DUE, READS(MATCH), "ii",                                                           \
      "SELECT id FROM match WHERE release_at > 0 AND release_at <= $1"                             \
      " ORDER BY release_at LIMIT $2")                                                             \
    X(Q_RELEASE_WAKE, READS(MATCH), "",                                                            \
      "SELECT coalesce(min(release_at), 0) FROM match WHERE release_at > 0")                       \
    X(Q_CLOCKS_SHIFT, CHANGES(MATCH), "i",                                                         \
      "UPDATE match SET clock_at = clock_at + $1, deadline = deadline + $1,"                       \
      " wake_at = CASE WHEN wake_at > 0 THEN wake_at + $1 ELSE 0 END"                              \
      " WHERE deadline > 0")                                                                       \
    X(Q_HOLDS_SHIFT, CHANGES(MATCH), "i",                                                          \
      "UPDATE match SET hold_until = hold_until + $1,"                                             \
      " wake_at = CASE WHEN wake_at > 0 THEN wake_at + $1 ELSE 0 END"                              \
      " WHERE hold_until > 0")                                                                     \
    X(Q_LIST_ASKED, READS(MATCH, SEAT), "ii",                                                      \
      MATCH_SELECT " FROM match m WHERE m.state = 'open' AND m.id IN"                              \
                   " (SELECT match FROM seat WHERE asked = $1) ORDER BY m.id DESC LIMIT $2")       \
    X(Q_OPEN_COUNT, READS(MATCH), "i",                                                             \
      "SELECT count(*) FROM match WHERE state = 'open' AND creator = $1")                          \
    X(Q_OPEN_OLD, READS(MATCH), "ii",                                                              \
      ROW_SELECT(OPEN_OLD) " FROM match WHERE state = 'open' AND updated_at < $1"                  \
                           " ORDER BY id LIMIT $2")

#endif
