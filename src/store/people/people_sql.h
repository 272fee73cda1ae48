/* people_sql.h - the queries of people.c (queries.h). */
#ifndef PEOPLE_SQL_H
#define PEOPLE_SQL_H
#include "store/core/row.h"

#define ROW_READ_PEOPLE_ROLE(to)   ROW_READ_NAME(to, enum people_role, people_role_name)
#define ROW_BIND_PEOPLE_ROLE(from) store_text(people_role_name[from])
#define ROW_KIND_PEOPLE_ROLE       "t"

#define ACCOUNT_VALUES(F, X, A)                                                                    \
    F(A, password, TEXT, "password")                                                               \
    X(A, role, PEOPLE_ROLE, "role")                                                                \
    X(A, about, TEXT, "about")                                                                     \
    X(A, show_seen, BOOL, "show_seen")                                                             \
    X(A, followable, BOOL, "followable")                                                           \
    X(A, renamed_at, I64, "renamed_at")
#define ACCOUNT_ROW(F, X, A) F(A, player, I64, "player") ACCOUNT_VALUES(X, X, A)
ROW_IS(ACCOUNT_ROW, 7);

#define ROW_READ_SESSION_USE(to) to = strcmp(store_row_text(s, row, column++), "token") == 0;
#define ROW_KIND_SESSION_USE     "t"
#define SESSION_ROW(F, X, A)                                                                       \
    F(A, hash, TEXT, "hash")                                                                       \
    X(A, scopes, UNSIGNED, "scopes")                                                               \
    X(A, made_at, I64, "created_at")                                                               \
    X(A, seen_at, I64, "seen_at")                                                                  \
    X(A, label, TEXT, "label")                                                                     \
    X(A, agent, TEXT, "agent")
#define SESSION_NEW(F, X, A) SESSION_ROW(F, X, A) X(A, player.id, I64, "player")
#define SESSION_OWN(F, X, A) SESSION_ROW(F, X, "s.") X("s.", is_token, SESSION_USE, "use")
#define SESSION_TOLD(F, X, A)                                                                      \
    SESSION_OWN(F, X, A)                                                                           \
    PLAYER_AS(X, X, "p.", player) X("", role, PEOPLE_ROLE, "coalesce(a.role, '')")
ROW_IS(SESSION_NEW, 7);

#define TIMES_ROW(F, X, A) F(A, since, I64, "created_at") X(A, seen, I64, "seen_at")

#define TICKET_ROW(F, X, A)                                                                        \
    F(A, player, I64, "player")                                                                    \
    X(A, address, TEXT, "address")                                                                 \
    X(A, until, I64, "until")
ROW_IS(TICKET_ROW, 3);

/* Matches in which $2 sits and $1 does not. */
#define PEOPLE_BROUGHT                                                                             \
    " IN (SELECT a.match FROM seat a WHERE a.player = $2 AND NOT EXISTS"                           \
    " (SELECT 1 FROM seat b WHERE b.match = a.match AND b.player = $1))"

/* X(name, uses, types, SQL) */
#define PEOPLE_SQL(X)                                                                              \
    X(Q_PEOPLE_ACCOUNT_GET, READS(ACCOUNT), "i",                                                   \
      ROW_SELECT(ACCOUNT_ROW) " FROM account WHERE player = $1")                                   \
    X(Q_PEOPLE_ACCOUNT_PUT, CHANGES(ACCOUNT) OF_PLAYER(1), ROW_TYPES(ACCOUNT_ROW),                 \
      ROW_INSERT("account", ACCOUNT_ROW,                                                           \
                 PARAMS_7) " ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(ACCOUNT_VALUES))    \
    X(Q_PEOPLE_ACCOUNT_FORGET, CHANGES(ACCOUNT) OF_PLAYER(1), "i",                                 \
      "DELETE FROM account WHERE player = $1")                                                     \
    X(Q_PEOPLE_TIMES, READS(PLAYER), "i", ROW_SELECT(TIMES_ROW) " FROM player WHERE id = $1")      \
    X(Q_PEOPLE_RENAME, CHANGES(PLAYER) OF_PLAYER(3), "tti",                                        \
      "UPDATE player SET kind = $1, name = $2 WHERE id = $3")                                      \
    X(Q_PEOPLE_ROLE_COUNT, READS(ACCOUNT), "t", "SELECT count(*) FROM account WHERE role = $1")    \
    X(Q_PEOPLE_FORMER_PUT, CHANGES(FORMER_NAME), "tii",                                            \
      "INSERT INTO former_name (name, player, at) VALUES ($1, $2, $3)"                             \
      " ON CONFLICT (name) DO UPDATE SET player = excluded.player, at = excluded.at")              \
    X(Q_PEOPLE_FORMER_GET, READS(FORMER_NAME), "ti",                                               \
      "SELECT player FROM former_name WHERE name = $1 AND at > $2")                                \
    X(Q_PEOPLE_FORMER_FORGET, CHANGES(FORMER_NAME), "i",                                           \
      "DELETE FROM former_name WHERE player = $1")                                                 \
    X(Q_PEOPLE_GONE_PUT, CHANGES(GONE_NAME), "ti",                                                 \
      "INSERT INTO gone_name (hash, until) VALUES ($1, $2) ON CONFLICT (hash)"                     \
      " DO UPDATE SET until = excluded.until")                                                     \
    X(Q_PEOPLE_GONE_GET, READS(GONE_NAME), "ti",                                                   \
      "SELECT until FROM gone_name WHERE hash = $1 AND until > $2")                                \
    X(Q_PEOPLE_GONE_TRIM, CHANGES(GONE_NAME), "i", "DELETE FROM gone_name WHERE until <= $1")      \
    X(Q_PEOPLE_SESSION_ADD, ADDS(SESSION), ROW_TYPES(SESSION_NEW) "t",                             \
      "INSERT INTO session (" ROW_NAMES(SESSION_NEW, "") ", use) VALUES (" PARAMS_8 ")")           \
    X(Q_PEOPLE_SESSION_CAP, CHANGES(SESSION) OF_PLAYER(1), "iti",                                  \
      "DELETE FROM session WHERE player = $1 AND use = $2 AND hash NOT IN (SELECT hash FROM"       \
      " session WHERE player = $1 AND use = $2 ORDER BY created_at DESC, hash LIMIT $3)")          \
    X(Q_PEOPLE_SESSION_GET, READS(ACCOUNT, PLAYER, SESSION), "t",                                  \
      ROW_SELECT(SESSION_TOLD) " FROM session s JOIN player p ON p.id = s.player"                  \
                               " LEFT JOIN account a ON a.player = p.id WHERE s.hash = $1")        \
    X(Q_PEOPLE_SESSIONS, READS(SESSION), "it",                                                     \
      ROW_SELECT(SESSION_OWN) " FROM session s WHERE s.player = $1 AND s.use = $2"                 \
                              " ORDER BY s.seen_at DESC, s.created_at DESC, s.hash LIMIT 100")     \
    X(Q_PEOPLE_SESSION_COUNT, READS(SESSION), "it",                                                \
      "SELECT count(*) FROM session WHERE player = $1 AND use = $2")                               \
    X(Q_PEOPLE_SESSION_END, CHANGES(SESSION) OF_PLAYER(1), "itt",                                  \
      "DELETE FROM session WHERE player = $1 AND use = $2"                                         \
      " AND substr(hash, 1, 16) = $3 RETURNING hash")                                              \
    X(Q_PEOPLE_SESSIONS_END, CHANGES(SESSION) OF_PLAYER(1), "itt",                                 \
      "DELETE FROM session WHERE player = $1 AND use = $2 AND hash <> $3")                         \
    X(Q_PEOPLE_SESSIONS_END_ALL, CHANGES(SESSION), "t", "DELETE FROM session WHERE use = $1")      \
    X(Q_PEOPLE_SESSION_SEEN, CHANGES(SESSION) UNKEPT, "it",                                        \
      "UPDATE session SET seen_at = $1 WHERE hash = $2")                                           \
    X(Q_PEOPLE_PLAYER_SEEN, CHANGES(PLAYER) UNKEPT, "ii",                                          \
      "UPDATE player SET seen_at = $1 WHERE id = $2 AND seen_at < $1")                             \
    X(Q_PEOPLE_TICKET_ADD, ADDS(TICKET), ROW_TYPES(TICKET_ROW) "tt",                               \
      "INSERT INTO ticket (" ROW_NAMES(TICKET_ROW, "") ", hash, purpose) VALUES (" PARAMS_5 ")")   \
    X(Q_PEOPLE_TICKET_GET, READS(TICKET), "tti",                                                   \
      ROW_SELECT(TICKET_ROW) " FROM ticket WHERE hash = $1 AND purpose = $2 AND until > $3")       \
    X(Q_PEOPLE_TICKET_TAKE, CHANGES(TICKET), "t", "DELETE FROM ticket WHERE hash = $1")            \
    X(Q_PEOPLE_TICKETS_FORGET, CHANGES(TICKET), "it",                                              \
      "DELETE FROM ticket WHERE player = $1 AND ($2 = '' OR purpose = $2)")                        \
    X(Q_PEOPLE_TICKETS_OF, CHANGES(TICKET), "it",                                                  \
      "DELETE FROM ticket WHERE player = $1 AND address = $2")                                     \
    X(Q_PEOPLE_TICKETS_END_ALL, CHANGES(TICKET), "", "DELETE FROM ticket")                         \
    X(Q_PEOPLE_TICKETS_TRIM, CHANGES(TICKET), "i", "DELETE FROM ticket WHERE until < $1")          \
    X(Q_PEOPLE_ADDRESS_END, CHANGES(MAIL_ADDRESS), "it",                                           \
      "DELETE FROM mail_address WHERE player = $1 AND address = $2")                               \
    X(Q_PEOPLE_IDLE_GUESTS, READS(BAN, CHAT, TOURNAMENT_PLAYER, MATCH, PLAYER, REPORT, SEAT),      \
      "iii",                                                                                       \
      "SELECT p.id, CASE WHEN p.kind = 'guest' AND p.created_at < $1 AND p.seen_at < $1"           \
      " AND NOT EXISTS (SELECT 1 FROM seat x WHERE x.player = p.id)"                               \
      " AND NOT EXISTS (SELECT 1 FROM seat x WHERE x.asked = p.id)"                                \
      " AND NOT EXISTS (SELECT 1 FROM match x WHERE x.creator = p.id)"                             \
      " AND NOT EXISTS (SELECT 1 FROM chat x WHERE x.player = p.id)"                               \
      " AND NOT EXISTS (SELECT 1 FROM report x WHERE x.writer = p.id OR x.player = p.id)"          \
      " AND NOT EXISTS (SELECT 1 FROM ban x WHERE x.player = p.id)"                                \
      " AND NOT EXISTS (SELECT 1 FROM tournament_player x WHERE x.player = p.id)"                  \
      " THEN 1 ELSE 0 END FROM player p WHERE p.id > $2 ORDER BY p.id LIMIT $3")                   \
    X(Q_PEOPLE_PLAYER_END, CHANGES(PLAYER) OF_PLAYER(1), "i", "DELETE FROM player WHERE id = $1")  \
    /* The seats come last, because the other queries depend on them. */                           \
    X(Q_PEOPLE_BRING_CHAT, READS(SEAT) CHANGES(CHAT), "ii",                                        \
      "UPDATE chat SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)                    \
    X(Q_PEOPLE_BRING_MATCH, READS(SEAT) CHANGES(MATCH), "ii",                                      \
      "UPDATE match SET creator = $1 WHERE creator = $2 AND id" PEOPLE_BROUGHT)                    \
    X(Q_PEOPLE_BRING_LINE, READS(SEAT) CHANGES(MAIL_LINE), "ii",                                   \
      "UPDATE mail_line SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)               \
    X(Q_PEOPLE_BRING_ASKED, CHANGES(SEAT), "ii", "UPDATE seat SET asked = $1 WHERE asked = $2")    \
    X(Q_PEOPLE_BRING_SEAT, CHANGES(SEAT), "ii",                                                    \
      "UPDATE seat SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)

#endif
