/* store_event_sql.h - the queries of store_event.c (queries.h). */
#ifndef STORE_EVENT_SQL_H
#define STORE_EVENT_SQL_H
#include "store/core/row.h"

#define MOVE_ROW(F, X, A)                                                                          \
    F(A, ply, INT, "ply")                                                                          \
    X(A, seat, INT, "seat")                                                                        \
    X(A, side, INT, "side")                                                                        \
    X(A, move, TEXT, "move")                                                                       \
    X(A, at, I64, "at")                                                                            \
    X(A, event, I64, "event")                                                                      \
    X(A, left_ms, I64, "left_ms")
ROW_IS(MOVE_ROW, 7);

#define CHAT_NEW(F, X, A) LINE_NEW(F, X, A) X(A, line.room, INT, "room") X(A, of, I64, "match")
#define CHAT_TOLD(F, X, A)                                                                         \
    LINE_TOLD(F, X, A) X("c.", line.room, INT, "room") X("c.", of, I64, "match")
ROW_IS(CHAT_NEW, 5);

#define ROW_READ_TOPIC(to)   to = topic_of(store_row_int(s, row, column++));
#define ROW_BIND_TOPIC(from) store_number(topic_number(from))
#define ROW_KIND_TOPIC       "i"

#define EVENT_ROW(F, X, A)                                                                         \
    F(A, id, I64, "id")                                                                            \
    X(A, match, I64, "match")                                                                      \
    X(A, type, BORROWED, "type")                                                                   \
    X(A, data, BORROWED, "data")
#define EVENT_NEW(F, X, A) EVENT_ROW(F, X, A) X(A, topics[0], TOPIC, "topic")
/* The first topic, and one of the others: a row for each. */
#define EVENT_TOLD(F, X, A)                                                                        \
    EVENT_ROW(F, X, "e.")                                                                          \
    X("e.", topics[0], TOPIC, "topic")                                                             \
    X("", topics[1], TOPIC, "coalesce(t.topic, -1)")

/* X(name, uses, types, SQL). CHATS: the last thousand lines, enough for any page, and a bound on
 * the answer. EVENTS: of STORE_READ_TOPICS_MAX topics. Wherever events are read, a bound on their
 * numbers spares PostgreSQL a look into the older parts (postgres_parts.h). */
/* Q_EVENTS_OLD: of the oldest $1 events, without the newest of all, the last that is older than $2.
 * Their times grow. */
#define STORE_EVENT_SQL(X)                                                                         \
    X(Q_MOVE_ADD, ADDS(MOVE), ROW_TYPES(MOVE_ROW) "i",                                             \
      "INSERT INTO move (" ROW_NAMES(MOVE_ROW, "") ", match) VALUES (" PARAMS_8 ")")               \
    X(Q_MOVE_GET, READS(MOVE), "ii",                                                               \
      ROW_SELECT(MOVE_ROW) " FROM move WHERE match = $1 AND ply = $2")                             \
    X(Q_MOVES, READS(MOVE), "i", ROW_SELECT(MOVE_ROW) " FROM move WHERE match = $1 ORDER BY ply")  \
    X(Q_MOVES_CUT, CHANGES(MOVE), "ii", "DELETE FROM move WHERE match = $1 AND ply >= $2")         \
    X(Q_CHAT_ADD, ADDS(CHAT), ROW_TYPES(CHAT_NEW),                                                 \
      ROW_INSERT("chat", CHAT_NEW, PARAMS_5) " RETURNING id")                                      \
    X(Q_CHATS, READS(CHAT, PLAYER), "i",                                                           \
      ROW_SELECT(CHAT_TOLD) " FROM (SELECT * FROM chat WHERE match = $1 AND room = 0 ORDER BY id"  \
                            " DESC LIMIT 1000) c JOIN player p ON p.id = c.player ORDER BY c.id")  \
    X(Q_EVENT_ADD, ADDS(EVENT), ROW_TYPES(EVENT_NEW) "i",                                          \
      "INSERT INTO event (" ROW_NAMES(EVENT_NEW, "") ", added_at) VALUES (" PARAMS_6 ")")          \
    X(Q_EVENT_TOPIC_ADD, ADDS(EVENT_TOPIC), "ii",                                                  \
      "INSERT INTO event_topic (topic, event) VALUES ($1, $2)")                                    \
    X(Q_EVENT_TIME, READS(EVENT), "",                                                              \
      "SELECT coalesce((SELECT added_at FROM event ORDER BY id DESC LIMIT 1), 0)")                 \
    X(Q_EVENT_FIRST, READS(EVENT), "", "SELECT coalesce(min(id), 0) FROM event")                   \
    X(Q_EVENT_LAST, READS(EVENT), "i", "SELECT coalesce(max(id), 0) FROM event WHERE id >= $1")    \
    X(Q_EVENTS, READS(EVENT, EVENT_TOPIC), "iiiiiiiiiiiiiiiiiii",                                  \
      ROW_SELECT(EVENT_ROW) " FROM event WHERE id > $1 AND id <= $2 AND id IN (SELECT id FROM"     \
                            " event WHERE id > $1 AND id <= $2 AND topic IN (" EVENT_TOPICS        \
                            ") UNION ALL SELECT event FROM event_topic WHERE event > $1"           \
                            " AND event <= $2 AND topic IN (" EVENT_TOPICS                         \
                            ")) ORDER BY id LIMIT $19")                                            \
    X(Q_EVENTS_AFTER, READS(EVENT, EVENT_TOPIC), "iii",                                            \
      ROW_SELECT(EVENT_TOLD) " FROM (" ROW_SELECT(                                                 \
          EVENT_ROW) ", topic FROM event WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) e LEFT " \
                     "JOIN"                                                                        \
                     " event_topic t ON t.event = e.id AND t.event > $1 ORDER BY e.id, t.topic")   \
    X(Q_EVENTS_OLD, READS(EVENT), "ii",                                                            \
      "SELECT coalesce(max(id), 0) FROM (SELECT id, added_at FROM event WHERE id < (SELECT "       \
      "max(id)"                                                                                    \
      " FROM event) ORDER BY id LIMIT $1) e WHERE added_at < $2")                                  \
    X(Q_TOPICS_FORGET, CHANGES(EVENT_TOPIC), "i", "DELETE FROM event_topic WHERE event <= $1")     \
    X(Q_EVENTS_FORGET, CHANGES(EVENT), "i", "DELETE FROM event WHERE id <= $1")

#define EVENT_TOPICS "$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18"

#endif
