/* store_event_sql.h - the queries of store_event.c, for the one list of queries in store.c. */
#ifndef STORE_EVENT_SQL_H
#define STORE_EVENT_SQL_H
#include "store/driver.h"

/* X(name, SQL). CHATS: the last thousand lines, enough for any page, and a bound on the answer.
 * EVENTS: of STORE_READ_TOPICS_MAX topics. */
#define STORE_EVENT_SQL(X)                                                                         \
    X(MOVE_ADD, "INSERT INTO move (match, ply, seat, side, move, at, event, left_ms)"              \
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")                                        \
    X(MOVE_GET, "SELECT ply, seat, side, move, at, event, left_ms FROM move"                       \
                " WHERE match = $1 AND ply = $2")                                                  \
    X(MOVES,                                                                                       \
      "SELECT ply, seat, side, move, at, event, left_ms FROM move WHERE match = $1 ORDER BY ply")  \
    X(MOVES_CUT, "DELETE FROM move WHERE match = $1 AND ply >= $2")                                \
    X(CHAT_ADD, "INSERT INTO chat (match, player, text, at) VALUES ($1, $2, $3, $4) RETURNING id") \
    X(CHATS, "SELECT c.id, c.at, c.text, c.deleted, p.id, p.kind, p.name FROM (SELECT * FROM chat" \
             " WHERE match = $1 ORDER BY id DESC LIMIT 1000) c JOIN player p ON p.id = c.player"   \
             " ORDER BY c.id")                                                                     \
    X(EVENT_ADD,                                                                                   \
      "INSERT INTO event (id, match, type, data, at, topic) VALUES ($1, $2, $3, $4, $5, $6)")      \
    X(EVENT_TOPIC_ADD, "INSERT INTO event_topic (topic, event) VALUES ($1, $2)")                   \
    X(EVENT_TIME, "SELECT coalesce((SELECT at FROM event ORDER BY id DESC LIMIT 1), 0)")           \
    X(EVENT_FIRST, "SELECT coalesce(min(id), 0) FROM event")                                       \
    X(EVENT_LAST, "SELECT coalesce(max(id), 0) FROM event")                                        \
    X(EVENTS, "SELECT id, match, type, data FROM event WHERE id IN (SELECT id FROM event WHERE"    \
              " id > $1 AND topic IN (" EVENT_TOPICS ") UNION ALL SELECT event FROM event_topic"   \
              " WHERE event > $1 AND topic IN (" EVENT_TOPICS ")) ORDER BY id LIMIT $18")          \
    X(EVENTS_AFTER,                                                                                \
      "SELECT e.id, e.match, e.type, e.data, e.topic, coalesce(t.topic, -1) FROM (SELECT id,"      \
      " match, type, data, topic FROM event WHERE id > $1 ORDER BY id LIMIT $2) e LEFT JOIN"       \
      " event_topic t ON t.event = e.id ORDER BY e.id, t.topic")                                   \
    X(TOPICS_TRIM, "DELETE FROM event_topic WHERE event < " EVENT_KEPT)                            \
    X(EVENTS_TRIM, "DELETE FROM event WHERE id < " EVENT_KEPT)

#define EVENT_TOPICS "$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17"
/* The first event that is not older than $1; the newest stays in any case. Their times grow. */
#define EVENT_KEPT                                                                                 \
    "coalesce((SELECT id FROM event WHERE at >= $1 ORDER BY id LIMIT 1),"                          \
    " (SELECT max(id) FROM event))"

enum store_event_query {
    STORE_EVENT_BEFORE = STORE_QUERY_EVENT - 1,
#define STORE_EVENT_ENUM(name, sql) Q_##name,
    STORE_EVENT_SQL(STORE_EVENT_ENUM)
#undef STORE_EVENT_ENUM
        STORE_EVENT_END
};
_Static_assert((int)STORE_EVENT_END <= (int)STORE_QUERY_MAILBOX,
               "too many queries of store_event.c");

#endif
