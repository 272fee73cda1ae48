/* people_sql.h - the queries of people.c, for the one list of queries in store.c. */
#ifndef PEOPLE_SQL_H
#define PEOPLE_SQL_H
#include "store/driver.h"

#define PEOPLE_SESSION "s.hash, s.use, s.scopes, s.created_at, s.seen_at, s.label, s.agent"
/* Matches in which $2 sits and $1 does not. */
#define PEOPLE_BROUGHT                                                                             \
    " IN (SELECT a.match FROM seat a WHERE a.player = $2 AND NOT EXISTS"                           \
    " (SELECT 1 FROM seat b WHERE b.match = a.match AND b.player = $1))"

/* X(name, SQL) */
#define PEOPLE_SQL(X)                                                                              \
    X(ACCOUNT_GET, "SELECT password, role, about, show_seen, renamed_at FROM account"              \
                   " WHERE player = $1")                                                           \
    X(ACCOUNT_PUT, "INSERT INTO account (player, password, role, about, show_seen, renamed_at)"    \
                   " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player) DO UPDATE SET"           \
                   " password = excluded.password, role = excluded.role, about = excluded.about,"  \
                   " show_seen = excluded.show_seen, renamed_at = excluded.renamed_at")            \
    X(ACCOUNT_FORGET, "DELETE FROM account WHERE player = $1")                                     \
    X(TIMES, "SELECT created_at, seen_at FROM player WHERE id = $1")                               \
    X(RENAME, "UPDATE player SET kind = $1, name = $2 WHERE id = $3")                              \
    X(ROLE_COUNT, "SELECT count(*) FROM account WHERE role = $1")                                  \
    X(FORMER_PUT, "INSERT INTO former_name (name, player, at) VALUES ($1, $2, $3)"                 \
                  " ON CONFLICT (name) DO UPDATE SET player = excluded.player, at = excluded.at")  \
    X(FORMER_GET, "SELECT player FROM former_name WHERE name = $1 AND at > $2")                    \
    X(FORMER_FORGET, "DELETE FROM former_name WHERE player = $1")                                  \
    X(GONE_PUT, "INSERT INTO gone_name (hash, until) VALUES ($1, $2) ON CONFLICT (hash)"           \
                " DO UPDATE SET until = excluded.until")                                           \
    X(GONE_GET, "SELECT until FROM gone_name WHERE hash = $1 AND until > $2")                      \
    X(GONE_TRIM, "DELETE FROM gone_name WHERE until <= $1")                                        \
    X(SESSION_ADD, "INSERT INTO session (hash, player, use, created_at, seen_at, scopes, label,"   \
                   " agent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")                              \
    X(SESSION_CAP,                                                                                 \
      "DELETE FROM session WHERE player = $1 AND use = $2 AND hash NOT IN (SELECT hash FROM"       \
      " session WHERE player = $1 AND use = $2 ORDER BY created_at DESC, hash LIMIT $3)")          \
    X(SESSION_GET,                                                                                 \
      "SELECT " PEOPLE_SESSION ", p.id, p.kind, p.name, coalesce(a.role, '') FROM session s"       \
      " JOIN player p ON p.id = s.player LEFT JOIN account a ON a.player = p.id"                   \
      " WHERE s.hash = $1")                                                                        \
    X(SESSIONS, "SELECT " PEOPLE_SESSION " FROM session s WHERE s.player = $1 AND s.use = $2"      \
                " ORDER BY s.seen_at DESC, s.created_at DESC, s.hash LIMIT 100")                   \
    X(SESSION_COUNT, "SELECT count(*) FROM session WHERE player = $1 AND use = $2")                \
    X(SESSION_END, "DELETE FROM session WHERE player = $1 AND use = $2"                            \
                   " AND substr(hash, 1, 16) = $3 RETURNING hash")                                 \
    X(SESSIONS_END, "DELETE FROM session WHERE player = $1 AND use = $2 AND hash <> $3")           \
    X(SESSION_SEEN, "UPDATE session SET seen_at = $1 WHERE hash = $2")                             \
    X(PLAYER_SEEN, "UPDATE player SET seen_at = $1 WHERE id = $2 AND seen_at < $1")                \
    X(TICKET_ADD, "INSERT INTO ticket (hash, player, purpose, address, until)"                     \
                  " VALUES ($1, $2, $3, $4, $5)")                                                  \
    X(TICKET_GET, "SELECT player, address, until FROM ticket WHERE hash = $1 AND purpose = $2"     \
                  " AND until > $3")                                                               \
    X(TICKET_TAKE, "DELETE FROM ticket WHERE hash = $1")                                           \
    X(TICKETS_FORGET, "DELETE FROM ticket WHERE player = $1 AND ($2 = '' OR purpose = $2)")        \
    X(TICKETS_OF, "DELETE FROM ticket WHERE player = $1 AND address = $2")                         \
    X(TICKETS_TRIM, "DELETE FROM ticket WHERE until < $1")                                         \
    X(ADDRESS_END, "DELETE FROM mail_address WHERE player = $1 AND address = $2")                  \
    X(IDLE_GUESTS,                                                                                 \
      "SELECT p.id, CASE WHEN p.kind = 'guest' AND p.created_at < $1 AND p.seen_at < $1"           \
      " AND NOT EXISTS (SELECT 1 FROM seat x WHERE x.player = p.id)"                               \
      " AND NOT EXISTS (SELECT 1 FROM seat x WHERE x.asked = p.id)"                                \
      " AND NOT EXISTS (SELECT 1 FROM match x WHERE x.creator = p.id)"                             \
      " AND NOT EXISTS (SELECT 1 FROM chat x WHERE x.player = p.id)"                               \
      " AND NOT EXISTS (SELECT 1 FROM report x WHERE x.writer = p.id OR x.player = p.id)"          \
      " AND NOT EXISTS (SELECT 1 FROM ban x WHERE x.player = p.id)"                                \
      " AND NOT EXISTS (SELECT 1 FROM cup_player x WHERE x.player = p.id)"                         \
      " THEN 1 ELSE 0 END FROM player p WHERE p.id > $2 ORDER BY p.id LIMIT $3")                   \
    X(PLAYER_END, "DELETE FROM player WHERE id = $1")                                              \
    /* The seats come last: the others ask who sits where. */                                      \
    X(BRING_CHAT, "UPDATE chat SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)        \
    X(BRING_MATCH, "UPDATE match SET creator = $1 WHERE creator = $2 AND id" PEOPLE_BROUGHT)       \
    X(BRING_LINE, "UPDATE mail_line SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)   \
    X(BRING_ASKED, "UPDATE seat SET asked = $1 WHERE asked = $2")                                  \
    X(BRING_SEAT, "UPDATE seat SET player = $1 WHERE player = $2 AND match" PEOPLE_BROUGHT)

enum people_query {
    PEOPLE_BEFORE = STORE_QUERY_PEOPLE - 1,
#define PEOPLE_ENUM(name, sql) PEOPLE_##name,
    PEOPLE_SQL(PEOPLE_ENUM)
#undef PEOPLE_ENUM
        PEOPLE_END
};
_Static_assert((int)PEOPLE_END <= (int)STORE_QUERY_SOCIAL, "too many queries of people.c");

#endif
