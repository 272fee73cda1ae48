/* mailbox_sql.h - the queries of mailbox.c, for the one list of queries in store.c. */
#ifndef MAILBOX_SQL_H
#define MAILBOX_SQL_H
#include "store/driver.h"

#define MAILBOX_PLAYER                                                                             \
    "player, password, notices, accept_auto, broadcasts, signed_off,"                              \
    " told_at"

/* X(name, SQL) */
#define MAILBOX_SQL(X)                                                                             \
    X(PLAYER_GET, "SELECT " MAILBOX_PLAYER " FROM mail_player WHERE player = $1")                  \
    X(PLAYERS, "SELECT " MAILBOX_PLAYER " FROM mail_player WHERE player > $1 ORDER BY player"      \
               " LIMIT $2")                                                                        \
    X(PLAYER_PUT,                                                                                  \
      "INSERT INTO mail_player (" MAILBOX_PLAYER ") VALUES ($1, $2, $3, $4, $5, $6, $7)"           \
      " ON CONFLICT (player) DO UPDATE SET password = excluded.password,"                          \
      " notices = excluded.notices, accept_auto = excluded.accept_auto,"                           \
      " broadcasts = excluded.broadcasts, signed_off = excluded.signed_off,"                       \
      " told_at = excluded.told_at")                                                               \
    X(PLAYER_FORGET, "DELETE FROM mail_player WHERE player = $1")                                  \
    X(PLAYER_RENAME, "UPDATE player SET name = $1 WHERE id = $2")                                  \
    X(ADDRESS_PUT,                                                                                 \
      "INSERT INTO mail_address (player, address, confirmed) VALUES ($1, $2, $3)"                  \
      " ON CONFLICT (player, address) DO UPDATE SET"                                               \
      " confirmed = CASE WHEN excluded.confirmed <> 0 THEN 1 ELSE mail_address.confirmed END")     \
    X(ADDRESSES, "SELECT address, confirmed FROM mail_address WHERE player = $1 ORDER BY address") \
    X(ADDRESS_OWNERS, "SELECT player, confirmed FROM mail_address WHERE address = $1"              \
                      " AND confirmed <> 0 ORDER BY player")                                       \
    X(ADDRESSES_FORGET, "DELETE FROM mail_address WHERE player = $1")                              \
    X(SEEN, "INSERT INTO mail_seen (message_id, at) VALUES ($1, $2)"                               \
            " ON CONFLICT (message_id) DO NOTHING RETURNING at")                                   \
    X(WAS_SEEN, "SELECT 1 FROM mail_seen WHERE message_id = $1")                                   \
    X(SEEN_TRIM, "DELETE FROM mail_seen WHERE at < $1")                                            \
    X(LINE_ADD, "INSERT INTO mail_line (match, player, ply, moves) VALUES ($1, $2, $3, $4)")       \
    X(LINES, "SELECT id, ply, moves FROM mail_line WHERE match = $1 AND player = $2"               \
             " ORDER BY id LIMIT 64")                                                              \
    X(LINE_FORGET, "DELETE FROM mail_line WHERE id = $1")                                          \
    X(LINES_FORGET, "DELETE FROM mail_line WHERE match = $1 AND ($2 = 0 OR player = $2)")          \
    X(SUBMIT_PUT, "INSERT INTO mail_submitted (match, player, ply, move) VALUES ($1, $2, $3, $4)"  \
                  " ON CONFLICT (match, player) DO UPDATE SET ply = excluded.ply,"                 \
                  " move = excluded.move")                                                         \
    X(SUBMIT_GET, "SELECT ply, move FROM mail_submitted WHERE match = $1 AND player = $2")         \
    X(SUBMIT_FORGET, "DELETE FROM mail_submitted WHERE match = $1 AND player = $2")                \
    X(OUTBOX_ADD,                                                                                  \
      "INSERT INTO outbox (player, address, match, answers, reply_to, subject, body, html, state," \
      " at, due_at, tries, failure) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $9,"    \
      " 0, '')")                                                                                   \
    X(OUTBOX_DUE, "SELECT id, player, address, match, answers, reply_to, subject, body, html, at," \
                  " tries FROM outbox WHERE state = 'waiting' AND due_at <= $1"                    \
                  " ORDER BY due_at, id LIMIT $2")                                                 \
    X(OUTBOX_CLAIM, "UPDATE outbox SET due_at = $1 WHERE id = $2 AND state = 'waiting'"            \
                    " AND due_at <= $3 RETURNING id")                                              \
    X(OUTBOX_MARK, "UPDATE outbox SET state = $1, due_at = $2, tries = tries + 1, failure = $3"    \
                   " WHERE id = $4 AND state = 'waiting'")                                         \
    X(OUTBOX_BOUNCED, "UPDATE outbox SET state = 'bounced', due_at = $1 WHERE id = $2"             \
                      " AND state <> 'bounced' RETURNING address")                                 \
    X(OUTBOX_DROP, "UPDATE outbox SET state = 'failed', failure = 'mail to this address comes"     \
                   " back' WHERE address = $1 AND state = 'waiting'")                              \
    X(BOUNCE_ADD,                                                                                  \
      "INSERT INTO mail_bounce (address, n, at) VALUES ($1, 1, $2) ON CONFLICT (address) DO"       \
      " UPDATE SET n = CASE WHEN mail_bounce.at < $3 THEN 1 ELSE mail_bounce.n + 1 END,"           \
      " at = excluded.at RETURNING n")                                                             \
    X(BOUNCE_GET, "SELECT n FROM mail_bounce WHERE address = $1")                                  \
    X(BOUNCE_FORGET, "DELETE FROM mail_bounce WHERE address = $1")                                 \
    X(BOUNCE_TRIM, "DELETE FROM mail_bounce WHERE at < $1")                                        \
    X(ADDRESS_DOUBT, "UPDATE mail_address SET confirmed = 0 WHERE address = $1")                   \
    X(OUTBOX_TRIM, "DELETE FROM outbox WHERE state <> 'waiting' AND at < $1")                      \
    X(OUTBOX_COUNT, "SELECT count(*) FROM outbox WHERE state = $1")                                \
    X(EVENTS_ALL,                                                                                  \
      "SELECT id, match, type, data FROM event WHERE id IN (SELECT max(id) FROM event"             \
      " WHERE id > $1 AND id <= $2 AND type = 'turn' GROUP BY match HAVING max(id) <= $3"          \
      " UNION ALL SELECT id FROM event WHERE id > $1 AND id <= $3 AND type IN ('finished',"        \
      " 'match', 'chat', 'offer', 'reminder', 'tournament')) ORDER BY id LIMIT $4")                \
    X(STANDINGS,                                                                                   \
      "SELECT p.name, sum(CASE WHEN m.winner_seat = s.seat THEN 1 ELSE 0 END),"                    \
      " sum(CASE WHEN m.winner_seat <> 0 AND m.winner_seat <> s.seat THEN 1 ELSE 0 END),"          \
      " sum(CASE WHEN m.winner_seat = 0 THEN 1 ELSE 0 END) FROM match m"                           \
      " JOIN seat s ON s.match = m.id JOIN player p ON p.id = s.player"                            \
      " WHERE m.state = 'finished' AND m.game = $1 AND m.private = 0"                              \
      " GROUP BY p.id, p.name ORDER BY 2 DESC, 3, 1 LIMIT 100")

enum mailbox_query {
    MAILBOX_BEFORE = STORE_QUERY_MAILBOX - 1,
#define MAILBOX_ENUM(name, sql) MAILBOX_##name,
    MAILBOX_SQL(MAILBOX_ENUM)
#undef MAILBOX_ENUM
        MAILBOX_END
};
_Static_assert((int)MAILBOX_END <= (int)STORE_QUERY_PEOPLE, "the queries of people.c begin there");

#endif
