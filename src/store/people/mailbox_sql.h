/* mailbox_sql.h - the queries of mailbox.c (queries.h). */
#ifndef MAILBOX_SQL_H
#define MAILBOX_SQL_H
#include "store/core/store_event_sql.h"

#define ROW_READ_MAILBOX_MAILS(to)   ROW_READ_NAME(to, enum mailbox_mails, mailbox_mails_name)
#define ROW_BIND_MAILBOX_MAILS(from) store_text(mailbox_mails_name[from])
#define ROW_KIND_MAILBOX_MAILS       "t"

#define MAIL_PLAYER_VALUES(F, X, A)                                                                \
    F(A, password, TEXT, "password")                                                               \
    X(A, mails, MAILBOX_MAILS, "mails")                                                            \
    X(A, accept_auto, BOOL, "accept_auto")                                                         \
    X(A, broadcasts, BOOL, "broadcasts")                                                           \
    X(A, signed_off, BOOL, "signed_off")                                                           \
    X(A, told_at, I64, "told_at")
#define MAIL_PLAYER_ROW(F, X, A) F(A, player, I64, "player") MAIL_PLAYER_VALUES(X, X, A)
ROW_IS(MAIL_PLAYER_ROW, 7);

#define OUTBOX_ROW(F, X, A)                                                                        \
    F(A, player, I64, "player")                                                                    \
    X(A, address, BORROWED, "address")                                                             \
    X(A, match, I64, "match")                                                                      \
    X(A, answers, BORROWED, "answers")                                                             \
    X(A, reply_to, BORROWED, "reply_to")                                                           \
    X(A, subject, BORROWED, "subject")                                                             \
    X(A, body, BORROWED, "body")                                                                   \
    X(A, html, BORROWED, "html")                                                                   \
    X(A, at, I64, "at")
#define OUTBOX_TOLD(F, X, A) F(A, id, I64, "id") OUTBOX_ROW(X, X, A) X(A, tries, INT, "tries")
ROW_IS(OUTBOX_ROW, 9);

#define MAIL_ADDRESS_ROW(F, X, A)                                                                  \
    F(A, address, BORROWED, "address") X(A, confirmed, BOOL, "confirmed")
#define MAIL_LINE_NEW(F, X, A)                                                                     \
    F(A, match, I64, "match")                                                                      \
    X(A, player, I64, "player")                                                                    \
    X(A, ply, INT, "ply")                                                                          \
    X(A, moves, BORROWED, "moves")
#define MAIL_LINE_ROW(F, X, A) F(A, id, I64, "id") MAIL_LINE_NEW(X, X, A)
ROW_IS(MAIL_LINE_NEW, 4);
#define SUBMITTED_VALUES(F, X, A) F(A, ply, INT, "ply") X(A, move, TEXT, "move")
#define SUBMITTED_ROW(F, X, A)                                                                     \
    F(A, match, I64, "match") X(A, player, I64, "player") SUBMITTED_VALUES(X, X, A)
ROW_IS(SUBMITTED_ROW, 4);

#define STANDING_ROW(F, X, A)                                                                      \
    F("p.", name, BORROWED, "name")                                                                \
    X("", won, INT, "sum(CASE WHEN m.winner_seat = s.seat THEN 1 ELSE 0 END)")                     \
    X("", lost, INT,                                                                               \
      "sum(CASE WHEN m.winner_seat <> 0 AND m.winner_seat <> s.seat THEN 1 ELSE 0 END)")           \
    X("", drawn, INT, "sum(CASE WHEN m.winner_seat = 0 THEN 1 ELSE 0 END)")

/* X(name, uses, types, SQL) */
#define MAILBOX_SQL(X)                                                                             \
    X(Q_MAILBOX_PLAYER_GET, READS(MAIL_PLAYER), "i",                                               \
      ROW_SELECT(MAIL_PLAYER_ROW) " FROM mail_player WHERE player = $1")                           \
    X(Q_MAILBOX_PLAYERS, READS(MAIL_PLAYER), "ii",                                                 \
      ROW_SELECT(MAIL_PLAYER_ROW) " FROM mail_player WHERE player > $1 ORDER BY player LIMIT $2")  \
    X(Q_MAILBOX_PLAYER_PUT, CHANGES(MAIL_PLAYER), ROW_TYPES(MAIL_PLAYER_ROW),                      \
      ROW_INSERT(                                                                                  \
          "mail_player", MAIL_PLAYER_ROW,                                                          \
          PARAMS_7) " ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(MAIL_PLAYER_VALUES))       \
    X(Q_MAILBOX_PLAYER_FORGET, CHANGES(MAIL_PLAYER), "i",                                          \
      "DELETE FROM mail_player WHERE player = $1")                                                 \
    X(Q_MAILBOX_PLAYER_RENAME, CHANGES(PLAYER) OF_PLAYER(2), "ti",                                 \
      "UPDATE player SET name = $1 WHERE id = $2")                                                 \
    X(Q_MAILBOX_ADDRESS_PUT, CHANGES(MAIL_ADDRESS), "iti",                                         \
      "INSERT INTO mail_address (player, address, confirmed) VALUES ($1, $2, $3)"                  \
      " ON CONFLICT (player, address) DO UPDATE SET"                                               \
      " confirmed = CASE WHEN excluded.confirmed <> 0 THEN 1 ELSE mail_address.confirmed END")     \
    X(Q_MAILBOX_ADDRESSES, READS(MAIL_ADDRESS), "i",                                               \
      ROW_SELECT(MAIL_ADDRESS_ROW) " FROM mail_address WHERE player = $1 ORDER BY address")        \
    X(Q_MAILBOX_ADDRESS_OWNERS, READS(MAIL_ADDRESS), "t",                                          \
      "SELECT player, confirmed FROM mail_address WHERE address = $1"                              \
      " AND confirmed <> 0 ORDER BY player")                                                       \
    X(Q_MAILBOX_ADDRESSES_FORGET, CHANGES(MAIL_ADDRESS), "i",                                      \
      "DELETE FROM mail_address WHERE player = $1")                                                \
    X(Q_MAILBOX_SEEN, ADDS(MAIL_SEEN), "ti",                                                       \
      "INSERT INTO mail_seen (message_id, at) VALUES ($1, $2)"                                     \
      " ON CONFLICT (message_id) DO NOTHING RETURNING at")                                         \
    X(Q_MAILBOX_WAS_SEEN, READS(MAIL_SEEN), "t", "SELECT 1 FROM mail_seen WHERE message_id = $1")  \
    X(Q_MAILBOX_SEEN_TRIM, CHANGES(MAIL_SEEN), "i", "DELETE FROM mail_seen WHERE at < $1")         \
    X(Q_MAILBOX_LINE_ADD, ADDS(MAIL_LINE), ROW_TYPES(MAIL_LINE_NEW),                               \
      ROW_INSERT("mail_line", MAIL_LINE_NEW, PARAMS_4))                                            \
    X(Q_MAILBOX_LINES, READS(MAIL_LINE), "ii",                                                     \
      ROW_SELECT(MAIL_LINE_ROW) " FROM mail_line WHERE match = $1 AND player = $2"                 \
                                " ORDER BY id LIMIT 64")                                           \
    X(Q_MAILBOX_LINE_FORGET, CHANGES(MAIL_LINE), "i", "DELETE FROM mail_line WHERE id = $1")       \
    X(Q_MAILBOX_LINES_FORGET, CHANGES(MAIL_LINE), "ii",                                            \
      "DELETE FROM mail_line WHERE match = $1 AND ($2 = 0 OR player = $2)")                        \
    X(Q_MAILBOX_SUBMIT_PUT, CHANGES(MAIL_SUBMITTED), ROW_TYPES(SUBMITTED_ROW),                     \
      ROW_INSERT(                                                                                  \
          "mail_submitted", SUBMITTED_ROW,                                                         \
          PARAMS_4) " ON CONFLICT (match, player) DO UPDATE SET " ROW_EXCLUDED(SUBMITTED_VALUES))  \
    X(Q_MAILBOX_SUBMIT_GET, READS(MAIL_SUBMITTED), "ii",                                           \
      ROW_SELECT(SUBMITTED_ROW) " FROM mail_submitted WHERE match = $1 AND player = $2")           \
    X(Q_MAILBOX_SUBMIT_FORGET, CHANGES(MAIL_SUBMITTED), "ii",                                      \
      "DELETE FROM mail_submitted WHERE match = $1 AND player = $2")                               \
    X(Q_MAILBOX_OUTBOX_ADD, ADDS(OUTBOX), ROW_TYPES(OUTBOX_ROW),                                   \
      "INSERT INTO outbox (" ROW_NAMES(OUTBOX_ROW,                                                 \
                                       "") ", due_at, state, tries, failure) VALUES (" PARAMS_9    \
                                           ", $9, 'waiting', 0, '')")                              \
    X(Q_MAILBOX_OUTBOX_DUE, READS(OUTBOX), "tii",                                                  \
      ROW_SELECT(OUTBOX_TOLD) " FROM outbox WHERE state = $1 AND due_at <= "                       \
                              "$2 ORDER BY due_at, id LIMIT $3")                                   \
    X(Q_MAILBOX_OUTBOX_FIRST, READS(OUTBOX), "tii",                                                \
      ROW_SELECT(OUTBOX_TOLD) " FROM outbox WHERE state = $1 AND due_at <= $2"                     \
                              " ORDER BY CASE WHEN match = 0 THEN 1 ELSE 0 END, due_at, id"        \
                              " LIMIT $3")                                                         \
    X(Q_MAILBOX_OUTBOX_SENT, READS(OUTBOX), "ii",                                                  \
      "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE state IN"                                  \
      " ('sent', 'sending', 'failed', 'bounced') AND due_at > $1 LIMIT $2) o")                     \
    X(Q_MAILBOX_OUTBOX_GET, READS(OUTBOX), "i",                                                    \
      ROW_SELECT(OUTBOX_TOLD) " FROM outbox WHERE id = $1")                                        \
    X(Q_MAILBOX_OUTBOX_CLAIM, CHANGES(OUTBOX), "iii",                                              \
      "UPDATE outbox SET state = 'sending', due_at = $1 WHERE id = $2"                             \
      " AND state IN ('waiting', 'sending') AND due_at <= $3 RETURNING id")                        \
    X(Q_MAILBOX_OUTBOX_RENEW, CHANGES(OUTBOX), "ii",                                               \
      "UPDATE outbox SET due_at = $1 WHERE id = $2 AND state = 'sending'")                         \
    X(Q_MAILBOX_OUTBOX_FREE, CHANGES(OUTBOX), "",                                                  \
      "UPDATE outbox SET state = 'waiting', due_at = at WHERE state = 'sending'")                  \
    X(Q_MAILBOX_OUTBOX_MARK, CHANGES(OUTBOX), "titi",                                              \
      "UPDATE outbox SET state = $1, due_at = $2, tries = tries + 1, failure = $3"                 \
      " WHERE id = $4 AND state = 'sending'")                                                      \
    X(Q_MAILBOX_OUTBOX_BOUNCED, CHANGES(OUTBOX), "ii",                                             \
      "UPDATE outbox SET state = 'bounced', due_at = $1 WHERE id = $2"                             \
      " AND state <> 'bounced' RETURNING address")                                                 \
    X(Q_MAILBOX_OUTBOX_DROP, CHANGES(OUTBOX), "t",                                                 \
      "UPDATE outbox SET state = 'failed', failure = 'mail to this address comes"                  \
      " back' WHERE address = $1 AND state IN ('waiting', 'sending')")                             \
    X(Q_MAILBOX_BOUNCE_ADD, CHANGES(MAIL_BOUNCE), "tii",                                           \
      "INSERT INTO mail_bounce (address, n, at) VALUES ($1, 1, $2) ON CONFLICT (address) DO"       \
      " UPDATE SET n = CASE WHEN mail_bounce.at < $3 THEN 1 ELSE mail_bounce.n + 1 END,"           \
      " at = excluded.at RETURNING n")                                                             \
    X(Q_MAILBOX_BOUNCE_GET, READS(MAIL_BOUNCE), "t",                                               \
      "SELECT n FROM mail_bounce WHERE address = $1")                                              \
    X(Q_MAILBOX_BOUNCE_FORGET, CHANGES(MAIL_BOUNCE), "t",                                          \
      "DELETE FROM mail_bounce WHERE address = $1")                                                \
    X(Q_MAILBOX_BOUNCE_TRIM, CHANGES(MAIL_BOUNCE), "i", "DELETE FROM mail_bounce WHERE at < $1")   \
    X(Q_MAILBOX_ADDRESS_DOUBT, CHANGES(MAIL_ADDRESS), "t",                                         \
      "UPDATE mail_address SET confirmed = 0 WHERE address = $1")                                  \
    X(Q_MAILBOX_OUTBOX_TRIM, CHANGES(OUTBOX), "i",                                                 \
      "DELETE FROM outbox WHERE state NOT IN ('waiting', 'sending') AND at < $1")                  \
    X(Q_MAILBOX_STANDINGS, READS(MATCH, PLAYER, SEAT), "t",                                        \
      ROW_SELECT(STANDING_ROW) " FROM (SELECT id, winner_seat FROM match WHERE game = $1"          \
                               " AND state = 'finished' AND private = 0"                           \
                               " ORDER BY id DESC LIMIT 20000) m"                                  \
                               " JOIN seat s ON s.match = m.id JOIN player p ON p.id = s.player"   \
                               " GROUP BY p.id, p.name ORDER BY 2 DESC, 3, 1 LIMIT 100")

#endif
