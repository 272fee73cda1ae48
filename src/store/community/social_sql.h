/* social_sql.h - the queries of social.c (queries.h). */
#ifndef SOCIAL_SQL_H
#define SOCIAL_SQL_H
#include "store/core/store_event_sql.h"

#define NOTE_VALUES(F, X, A) F(A, text, BORROWED, "text") X(A, at, I64, "at")
#define NOTE_ROW(F, X, A)                                                                          \
    F(A, writer, I64, "writer")                                                                    \
    X(A, about, BORROWED, "about")                                                                 \
    X(A, subject, I64, "subject")                                                                  \
    NOTE_VALUES(X, X, A)
ROW_IS(NOTE_ROW, 5);

#define REPORT_SAID(F, X, A)                                                                       \
    F(A, at, I64, "at")                                                                            \
    X(A, match, I64, "match")                                                                      \
    X(A, chat, I64, "chat")                                                                        \
    X(A, chat_at, I64, "chat_at")                                                                  \
    X(A, study, I64, "study")                                                                      \
    X(A, team, I64, "team")                                                                        \
    X(A, tournament, I64, "tournament")                                                            \
    X(A, conversation, I64, "conversation")                                                        \
    X(A, said, TEXT, "said")                                                                       \
    X(A, reason, TEXT, "reason")
#define REPORT_PEOPLE(F, X, A)                                                                     \
    F(A, by.id, I64, "writer")                                                                     \
    X(A, player.id, I64, "player")
#define REPORT_CLOSED(F, X, A)                                                                     \
    F(A, closed_at, I64, "closed_at")                                                              \
    X(A, answer, TEXT, "answer")
#define REPORT_NEW(F, X, A) REPORT_SAID(F, X, A) REPORT_PEOPLE(X, X, A)
#define REPORT_TOLD(F, X, A)                                                                       \
    F("r.", id, I64, "id")                                                                         \
    REPORT_SAID(X, X, "r.")                                                                        \
    REPORT_CLOSED(X, X, "r.")                                                                      \
    PLAYER_AS(X, X, "b.", by)                                                                      \
    PLAYER_AS(X, X, "p.", player)                                                                  \
    PLAYER_AS(X, X, "c.", closed_by)
ROW_IS(REPORT_NEW, 12);

#define BAN_VALUES(F, X, A)                                                                        \
    F(A, at, I64, "at")                                                                            \
    X(A, until, I64, "until")                                                                      \
    X(A, reason, TEXT, "reason")
#define BAN_NEW(F, X, A) BAN_VALUES(F, X, A) X(A, by.id, I64, "by_player")
#define BAN_ROW(F, X, A) BAN_NEW(F, X, A) X(A, player, I64, "player")
#define BAN_TOLD(F, X, A)                                                                          \
    F("b.", player, I64, "player") BAN_VALUES(X, X, "b.") PLAYER_AS(X, X, "p.", by)
ROW_IS(BAN_ROW, 5);

#define AUDIT_VALUES(F, X, A)                                                                      \
    F(A, at, I64, "at")                                                                            \
    X(A, what, BORROWED, "what")                                                                   \
    X(A, detail, BORROWED, "detail")
#define AUDIT_NEW(F, X, A)                                                                         \
    AUDIT_VALUES(F, X, A) X(A, by.id, I64, "by_player") X(A, player.id, I64, "player")
#define AUDIT_TOLD(F, X, A)                                                                        \
    F("d.", id, I64, "id")                                                                         \
    AUDIT_VALUES(X, X, "d.")                                                                       \
    PLAYER_AS(X, X, "b.", by)                                                                      \
    PLAYER_AS(X, X, "p.", player)
ROW_IS(AUDIT_NEW, 5);

#define PLAYED_TOLD(F, X, A)                                                                       \
    F("m.", game, BORROWED, "game")                                                                \
    X("", running, INT, "sum(CASE WHEN m.state = 'running' THEN 1 ELSE 0 END)")                    \
    X("", finished, INT, "sum(CASE WHEN m.state = 'finished' THEN 1 ELSE 0 END)")                  \
    X("", won, INT,                                                                                \
      "sum(CASE WHEN m.state = 'finished' AND m.winner_seat = s.seat THEN 1 ELSE 0 END)")          \
    X("", drawn, INT, "sum(CASE WHEN m.state = 'finished' AND m.winner_seat = 0 THEN 1 ELSE 0 END)")

#define SOCIAL_REPORT                                                                              \
    ROW_SELECT(REPORT_TOLD)                                                                        \
    " FROM report r JOIN player b ON b.id = r.writer JOIN player p ON p.id = r.player"             \
    " LEFT JOIN player c ON c.id = r.closed_by"

/* X(name, uses, types, SQL) */
#define SOCIAL_SQL(X)                                                                              \
    X(Q_SOCIAL_NOTE_PUT, CHANGES(NOTE), ROW_TYPES(NOTE_ROW),                                       \
      ROW_INSERT("note", NOTE_ROW, PARAMS_5) " ON CONFLICT (writer, about, subject) DO UPDATE "    \
                                             "SET " ROW_EXCLUDED(NOTE_VALUES))                     \
    X(Q_SOCIAL_NOTE_END, CHANGES(NOTE), "iti",                                                     \
      "DELETE FROM note WHERE writer = $1 AND about = $2 AND subject = $3")                        \
    X(Q_SOCIAL_NOTE_GET, READS(NOTE), "iti",                                                       \
      "SELECT text FROM note WHERE writer = $1 AND about = $2 AND subject = $3")                   \
    X(Q_SOCIAL_NOTES, READS(NOTE), "i",                                                            \
      ROW_SELECT(NOTE_ROW) " FROM note WHERE writer = $1 ORDER BY about, subject")                 \
    X(Q_SOCIAL_NOTES_FORGET, CHANGES(NOTE), "i",                                                   \
      "DELETE FROM note WHERE writer = $1 OR (about = 'player' AND subject = $1)")                 \
    X(Q_SOCIAL_BLOCK, ADDS(BLOCK), "iii",                                                          \
      "INSERT INTO block (player, other, at) VALUES ($1, $2, $3)"                                  \
      " ON CONFLICT (player, other) DO NOTHING")                                                   \
    X(Q_SOCIAL_UNBLOCK, CHANGES(BLOCK), "ii",                                                      \
      "DELETE FROM block WHERE player = $1 AND other = $2")                                        \
    X(Q_SOCIAL_BLOCKS, READS(BLOCK), "ii",                                                         \
      "SELECT count(*) FROM block WHERE player = $1 AND other = $2")                               \
    X(Q_SOCIAL_BLOCKED, READS(BLOCK, PLAYER), "i",                                                 \
      "SELECT " ROW_NAMES(PLAYER_ROW, "p.") " FROM block b JOIN player p ON p.id = b.other"        \
                                            " WHERE b.player = $1 ORDER BY p.name")                \
    X(Q_SOCIAL_BLOCKS_FORGET, CHANGES(BLOCK), "i",                                                 \
      "DELETE FROM block WHERE player = $1 OR other = $1")                                         \
    X(Q_SOCIAL_REPORT_ADD, ADDS(REPORT), ROW_TYPES(REPORT_NEW),                                    \
      ROW_INSERT("report", REPORT_NEW, PARAMS_12) " RETURNING id")                                 \
    X(Q_SOCIAL_REPORT_CLOSE, CHANGES(REPORT), "iiti",                                              \
      "UPDATE report SET closed_by = $1, closed_at = $2, answer = $3 WHERE id = $4")               \
    X(Q_SOCIAL_REPORT_GET, READS(PLAYER, REPORT), "i", SOCIAL_REPORT " WHERE r.id = $1")           \
    X(Q_SOCIAL_REPORTS, READS(PLAYER, REPORT), "ii",                                               \
      SOCIAL_REPORT " WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2")                                \
    X(Q_SOCIAL_REPORTS_OPEN, READS(PLAYER, REPORT), "ii",                                          \
      SOCIAL_REPORT " WHERE r.closed_at = 0 AND r.id < $1"                                         \
                    " ORDER BY r.id DESC LIMIT $2")                                                \
    X(Q_SOCIAL_REPORTS_CLOSED, READS(PLAYER, REPORT), "ii",                                        \
      SOCIAL_REPORT " WHERE r.closed_at <> 0 AND r.id < $1"                                        \
                    " ORDER BY r.id DESC LIMIT $2")                                                \
    X(Q_SOCIAL_REPORTS_BY, READS(REPORT), "i",                                                     \
      "SELECT count(*) FROM report WHERE writer = $1 AND closed_at = 0")                           \
    X(Q_SOCIAL_REPORTS_ABOUT, READS(REPORT), "i",                                                  \
      "SELECT count(*) FROM report WHERE player = $1 AND closed_at = 0")                           \
    X(Q_SOCIAL_BAN_PUT, CHANGES(BAN) OF_PLAYER(5), ROW_TYPES(BAN_ROW),                             \
      ROW_INSERT("ban", BAN_ROW,                                                                   \
                 PARAMS_5) " ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(BAN_NEW))           \
    X(Q_SOCIAL_BAN_GET, READS(BAN, PLAYER), "ii",                                                  \
      ROW_SELECT(BAN_TOLD) " FROM ban b LEFT JOIN player p ON p.id = b.by_player"                  \
                           " WHERE b.player = $1 AND (b.until = 0 OR b.until > $2)")               \
    X(Q_SOCIAL_BAN_END, CHANGES(BAN) OF_PLAYER(1), "i", "DELETE FROM ban WHERE player = $1")       \
    X(Q_SOCIAL_PLAYERS, READS(PLAYER), "tti",                                                      \
      ROW_SELECT(PLAYER_ROW) " FROM player WHERE name >= $1 AND name < $2 ORDER BY name LIMIT $3") \
    X(Q_SOCIAL_MEMBERS, READS(PLAYER), "tti",                                                      \
      ROW_SELECT(PLAYER_ROW) " FROM (" ROW_SELECT(                                                 \
          PLAYER_ROW) " FROM player WHERE name >= $1 AND name < $2 ORDER BY name LIMIT 500) AS p"  \
                      " WHERE kind <> 'guest' ORDER BY name LIMIT $3")                             \
    X(Q_SOCIAL_PLAYERS_BANNED, READS(BAN, PLAYER), "tii",                                          \
      "SELECT " ROW_NAMES(PLAYER_ROW, "p.") " FROM ban b JOIN player p ON p.id = b.player"         \
                                            " WHERE substr(lower(p.name), 1, length($1)) = $1 "    \
                                            "AND (b.until = 0 OR b.until > $2)"                    \
                                            " ORDER BY p.name LIMIT $3")                           \
    X(Q_SOCIAL_AUDIT_ADD, ADDS(AUDIT), ROW_TYPES(AUDIT_NEW),                                       \
      ROW_INSERT("audit", AUDIT_NEW, PARAMS_5))                                                    \
    X(Q_SOCIAL_AUDIT_LIST, READS(AUDIT, PLAYER), "ii",                                             \
      ROW_SELECT(AUDIT_TOLD) " FROM audit d LEFT JOIN player b ON b.id = d.by_player"              \
                             " LEFT JOIN player p ON p.id = d.player WHERE d.id < $1 ORDER BY "    \
                             "d.id DESC LIMIT $2")                                                 \
    X(Q_SOCIAL_CHAT_GET, READS(CHAT, PLAYER), "i",                                                 \
      ROW_SELECT(CHAT_TOLD) " FROM chat c JOIN player p ON p.id = c.player WHERE c.id = $1")       \
    X(Q_SOCIAL_CHATS_OF, READS(CHAT, PLAYER), "i",                                                 \
      ROW_SELECT(CHAT_TOLD) " FROM chat c JOIN player p ON p.id = c.player"                        \
                            " WHERE c.player = $1 ORDER BY c.id")                                  \
    X(Q_SOCIAL_CHAT_DELETE, CHANGES(CHAT), "i",                                                    \
      "UPDATE chat SET text = '', deleted = 1 WHERE id = $1")                                      \
    X(Q_SOCIAL_CHAT_EVENTS, READS(EVENT, EVENT_TOPIC), "i",                                        \
      "SELECT id, data FROM event WHERE topic = $1 AND type = 'chat' UNION ALL"                    \
      " SELECT e.id, e.data FROM event_topic t JOIN event e ON e.id = t.event"                     \
      " WHERE t.topic = $1 AND e.type = 'chat' ORDER BY 1")                                        \
    X(Q_SOCIAL_EVENT_PUT, CHANGES(EVENT), "ti", "UPDATE event SET data = $1 WHERE id = $2")        \
    X(Q_SOCIAL_PLAYED, READS(MATCH, SEAT), "iii",                                                  \
      ROW_SELECT(PLAYED_TOLD) " FROM (SELECT match, seat FROM seat WHERE player = $1 ORDER BY "    \
                              "match DESC LIMIT $2) s"                                             \
                              " JOIN match m ON m.id = s.match WHERE (m.private = 0 OR EXISTS"     \
                              " (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"    \
                              " AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.match = m.id AND "    \
                              "t.player = $1"                                                      \
                              " AND t.seat <> s.seat) GROUP BY m.game ORDER BY m.game")

#endif
