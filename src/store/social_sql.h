/* social_sql.h - the queries of social.c, for the one list of queries in store.c. */
#ifndef SOCIAL_SQL_H
#define SOCIAL_SQL_H
#include "store/driver.h"

#define SOCIAL_REPORT                                                                              \
    "SELECT r.id, r.at, r.match, r.chat, r.chat_at, r.closed_at, r.said, r.reason, r.answer,"      \
    " b.id, b.kind, b.name, p.id, p.kind, p.name, coalesce(c.id, 0), coalesce(c.kind, ''),"        \
    " coalesce(c.name, '') FROM report r JOIN player b ON b.id = r.writer"                         \
    " JOIN player p ON p.id = r.player LEFT JOIN player c ON c.id = r.closed_by"

/* X(name, SQL) */
#define SOCIAL_SQL(X)                                                                              \
    X(NOTE_PUT, "INSERT INTO note (writer, about, subject, text, at) VALUES ($1, $2, $3, $4, $5)"  \
                " ON CONFLICT (writer, about, subject) DO UPDATE SET text = excluded.text,"        \
                " at = excluded.at")                                                               \
    X(NOTE_END, "DELETE FROM note WHERE writer = $1 AND about = $2 AND subject = $3")              \
    X(NOTE_GET, "SELECT text FROM note WHERE writer = $1 AND about = $2 AND subject = $3")         \
    X(NOTES, "SELECT about, subject, text, at FROM note WHERE writer = $1"                         \
             " ORDER BY about, subject")                                                           \
    X(NOTES_FORGET, "DELETE FROM note WHERE writer = $1 OR (about = 'player' AND subject = $1)")   \
    X(BLOCK, "INSERT INTO block (player, other, at) VALUES ($1, $2, $3)"                           \
             " ON CONFLICT (player, other) DO NOTHING")                                            \
    X(UNBLOCK, "DELETE FROM block WHERE player = $1 AND other = $2")                               \
    X(BLOCKS, "SELECT count(*) FROM block WHERE player = $1 AND other = $2")                       \
    X(BLOCKED, "SELECT p.id, p.kind, p.name FROM block b JOIN player p ON p.id = b.other"          \
               " WHERE b.player = $1 ORDER BY p.name")                                             \
    X(BLOCKS_FORGET, "DELETE FROM block WHERE player = $1 OR other = $1")                          \
    X(REPORT_ADD, "INSERT INTO report (at, writer, player, match, chat, chat_at, said, reason)"    \
                  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id")                         \
    X(REPORT_CLOSE, "UPDATE report SET closed_by = $1, closed_at = $2, answer = $3 WHERE id = $4") \
    X(REPORT_GET, SOCIAL_REPORT " WHERE r.id = $1")                                                \
    X(REPORTS, SOCIAL_REPORT " WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2")                       \
    X(REPORTS_OPEN, SOCIAL_REPORT " WHERE r.closed_at = 0 AND r.id < $1"                           \
                                  " ORDER BY r.id DESC LIMIT $2")                                  \
    X(REPORTS_CLOSED, SOCIAL_REPORT " WHERE r.closed_at <> 0 AND r.id < $1"                        \
                                    " ORDER BY r.id DESC LIMIT $2")                                \
    X(REPORTS_BY, "SELECT count(*) FROM report WHERE writer = $1 AND closed_at = 0")               \
    X(REPORTS_ABOUT, "SELECT count(*) FROM report WHERE player = $1 AND closed_at = 0")            \
    X(BAN_PUT,                                                                                     \
      "INSERT INTO ban (player, at, until, by_player, reason) VALUES ($1, $2, $3, $4, $5)"         \
      " ON CONFLICT (player) DO UPDATE SET at = excluded.at, until = excluded.until,"              \
      " by_player = excluded.by_player, reason = excluded.reason")                                 \
    X(BAN_GET,                                                                                     \
      "SELECT b.player, b.at, b.until, b.reason, coalesce(p.id, 0), coalesce(p.kind, ''),"         \
      " coalesce(p.name, '') FROM ban b LEFT JOIN player p ON p.id = b.by_player"                  \
      " WHERE b.player = $1 AND (b.until = 0 OR b.until > $2)")                                    \
    X(BAN_END, "DELETE FROM ban WHERE player = $1")                                                \
    X(PLAYERS, "SELECT id, kind, name FROM player WHERE substr(lower(name), 1, length($1)) = $1"   \
               " ORDER BY name LIMIT $2")                                                          \
    X(PLAYERS_BANNED,                                                                              \
      "SELECT p.id, p.kind, p.name FROM ban b JOIN player p ON p.id = b.player"                    \
      " WHERE substr(lower(p.name), 1, length($1)) = $1 AND (b.until = 0 OR b.until > $2)"         \
      " ORDER BY p.name LIMIT $3")                                                                 \
    X(DEED_ADD, "INSERT INTO deed (at, by_player, what, player, detail)"                           \
                " VALUES ($1, $2, $3, $4, $5)")                                                    \
    X(DEEDS,                                                                                       \
      "SELECT d.id, d.at, d.what, d.detail, coalesce(b.id, 0), coalesce(b.kind, ''),"              \
      " coalesce(b.name, ''), coalesce(p.id, 0), coalesce(p.kind, ''), coalesce(p.name, '')"       \
      " FROM deed d LEFT JOIN player b ON b.id = d.by_player LEFT JOIN player p"                   \
      " ON p.id = d.player WHERE d.id < $1 ORDER BY d.id DESC LIMIT $2")                           \
    X(CHAT_GET, "SELECT c.match, c.id, c.at, c.text, c.deleted, p.id, p.kind, p.name FROM chat c"  \
                " JOIN player p ON p.id = c.player WHERE c.id = $1")                               \
    X(CHATS_OF, "SELECT match, id, at, text FROM chat WHERE player = $1 ORDER BY id")              \
    X(CHAT_DELETE, "UPDATE chat SET text = '', deleted = 1 WHERE id = $1")                         \
    X(CHAT_EVENTS, "SELECT id, data FROM event WHERE topic = $1 AND type = 'chat' UNION ALL"       \
                   " SELECT e.id, e.data FROM event_topic t JOIN event e ON e.id = t.event"        \
                   " WHERE t.topic = $1 AND e.type = 'chat' ORDER BY 1")                           \
    X(EVENT_PUT, "UPDATE event SET data = $1 WHERE id = $2")                                       \
    X(PLAYED,                                                                                      \
      "SELECT m.game, sum(CASE WHEN m.state = 'running' THEN 1 ELSE 0 END),"                       \
      " sum(CASE WHEN m.state = 'finished' THEN 1 ELSE 0 END),"                                    \
      " sum(CASE WHEN m.state = 'finished' AND m.winner_seat = s.seat THEN 1 ELSE 0 END),"         \
      " sum(CASE WHEN m.state = 'finished' AND m.winner_seat = 0 THEN 1 ELSE 0 END)"               \
      " FROM (SELECT match, seat FROM seat WHERE player = $1 ORDER BY match DESC LIMIT $2) s"      \
      " JOIN match m ON m.id = s.match WHERE (m.private = 0 OR EXISTS"                             \
      " (SELECT 1 FROM seat v WHERE v.match = m.id AND v.player = $3))"                            \
      " AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.match = m.id AND t.player = $1"               \
      " AND t.seat <> s.seat) GROUP BY m.game ORDER BY m.game")

enum social_query {
    SOCIAL_BEFORE = STORE_QUERY_SOCIAL - 1,
#define SOCIAL_ENUM(name, sql) SOCIAL_##name,
    SOCIAL_SQL(SOCIAL_ENUM)
#undef SOCIAL_ENUM
        SOCIAL_END
};
_Static_assert((int)SOCIAL_END <= (int)STORE_QUERY_NOTIFICATION, "too many queries of social.c");

#endif
