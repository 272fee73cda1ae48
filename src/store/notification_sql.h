/* notification_sql.h - the queries of notification.c, for the one list of queries in store.c. */
#ifndef NOTIFICATION_SQL_H
#define NOTIFICATION_SQL_H
#include "store/driver.h"

#define NOTIFICATION_NOTICE                                                                        \
    "SELECT n.id, n.player, n.at, n.match, n.tournament, n.kind, n.seen, n.ply, n.text,"           \
    " coalesce(p.id, 0), coalesce(p.kind, ''), coalesce(p.name, '') FROM notice n"                 \
    " LEFT JOIN player p ON p.id = n.other WHERE n.player = $1"

/* X(name, SQL). The formatter cannot break a list as long as this one. */
/* clang-format off */
#define NOTIFICATION_SQL(X)                                                                        \
    X(CUT_ONE, "DELETE FROM notice WHERE player = $1 AND match = $2 AND kind = $3 AND seen"        \
      " <> 1 AND match <> 0")                                                                      \
    X(ADD, "INSERT INTO notice (player, at, match, tournament, kind, seen, other, ply, text,"      \
      " mail_due) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id")                  \
    X(CUT, "DELETE FROM notice WHERE match = $1 AND kind = $2 AND seen <> 1")                      \
    X(HAS, "SELECT count(*) FROM notice WHERE player = $1 AND match = $2 AND kind = $3")           \
    X(WISHES, "SELECT coalesce((SELECT page FROM notice_setting WHERE player = $1 AND kind = $2)," \
      " -1), coalesce((SELECT push FROM notice_setting WHERE player = $1 AND kind = $2), 'off'),"  \
      " coalesce((SELECT mail FROM notice_setting WHERE player = $1 AND kind = $2), 'unset'),"     \
      " (SELECT count(*) FROM mail_player WHERE player = $1), (SELECT count(*) FROM notice WHERE"  \
      " player = $1 AND seen = 0 AND NOT (match = $3 AND kind = $2 AND match <> 0))")              \
    X(UNREAD, "SELECT count(*) FROM notice WHERE player = $1 AND seen = 0")                        \
    X(LIST, NOTIFICATION_NOTICE " AND n.id < $2 AND n.seen <> 2 ORDER BY n.id DESC LIMIT $3")      \
    X(LIST_UNREAD, NOTIFICATION_NOTICE " AND n.id < $2 AND n.seen = 0 ORDER BY n.id DESC LIMIT $3")\
    X(LIST_DUE, NOTIFICATION_NOTICE " AND n.mail_due <> 0 AND n.seen <> 1 ORDER BY n.id LIMIT $2") \
    X(READ_UPTO, "UPDATE notice SET seen = 1 WHERE player = $1 AND seen = 0 AND id <= $2")         \
    X(READ_ONE, "UPDATE notice SET seen = 1 WHERE player = $1 AND id = $2")                        \
    X(TRIM, "DELETE FROM notice WHERE at < $1")                                                    \
    X(FORGET_NOTICES, "DELETE FROM notice WHERE player = $1")                                      \
    X(FORGET_SETTINGS, "DELETE FROM notice_setting WHERE player = $1")                             \
    X(FORGET_DIGEST, "DELETE FROM notice_digest WHERE player = $1")                                \
    X(FORGET_BROWSERS, "DELETE FROM browser WHERE player = $1")                                    \
    X(SETTING_GET, "SELECT page, push, mail FROM notice_setting WHERE player = $1 AND kind ="      \
      " $2")                                                                                       \
    X(SETTING_PUT, "INSERT INTO notice_setting (player, kind, page, push, mail) VALUES ($1,"       \
      " $2, $3, $4, $5) ON CONFLICT (player, kind) DO UPDATE SET page = excluded.page, push"       \
      " = excluded.push, mail = excluded.mail")                                                    \
    X(MAIL_UNSET, "UPDATE notice_setting SET mail = 'unset' WHERE player = $1")                    \
    X(DIGEST_GET, "SELECT digest_at, told_at FROM notice_digest WHERE player = $1")                \
    X(DIGEST_PUT, "INSERT INTO notice_digest (player, digest_at, told_at) VALUES ($1, $2,"         \
      " $3) ON CONFLICT (player) DO UPDATE SET digest_at = excluded.digest_at, told_at ="          \
      " excluded.told_at")                                                                         \
    X(WAITING, "SELECT DISTINCT player FROM notice WHERE mail_due <> 0 AND seen <> 1 AND"          \
      " player > $1 ORDER BY player LIMIT $2")                                                     \
    X(TOLD, "UPDATE notice SET mail_due = 0 WHERE player = $1 AND mail_due <> 0")                  \
    X(BROWSER_PUT, "INSERT INTO browser (player, at, endpoint, p256dh, auth, agent) VALUES"        \
      " ($1, $2, $3, $4, $5, $6) ON CONFLICT (endpoint) DO UPDATE SET player ="                    \
      " excluded.player, at = excluded.at, p256dh = excluded.p256dh, auth = excluded.auth,"        \
      " agent = excluded.agent")                                                                   \
    X(BROWSER_COUNT, "SELECT count(*) FROM browser WHERE player = $1")                             \
    X(BROWSER_END, "DELETE FROM browser WHERE player = $1 AND (id = $2 OR endpoint = $3)"          \
      " RETURNING id")                                                                             \
    X(BROWSERS, "SELECT id, player, at, endpoint, p256dh, auth, agent FROM browser WHERE"          \
      " player = $1 ORDER BY id")                                                                  \
    X(PUSH_ADD, "INSERT INTO push (browser, payload, at, due_at, tries) VALUES ($1, $2, $3,"       \
      " $3, 0)")                                                                                   \
    X(PUSH_DUE, "SELECT b.id, b.player, b.at, b.endpoint, b.p256dh, b.auth, b.agent, u.id,"        \
      " u.at, u.tries, u.payload FROM push u JOIN browser b ON b.id = u.browser WHERE"             \
      " u.due_at <= $1 ORDER BY u.due_at, u.id LIMIT $2")                                          \
    X(PUSH_CLAIM, "UPDATE push SET due_at = $1 WHERE id = $2 AND due_at <= $3 RETURNING id")       \
    X(PUSH_LATER, "UPDATE push SET due_at = $1, tries = tries + 1 WHERE id = $2")                  \
    X(PUSH_DONE, "DELETE FROM push WHERE id = $1")                                                 \
    X(BROWSER_PUSHES, "DELETE FROM push WHERE browser = $1")                                       \
    X(BROWSER_GONE, "DELETE FROM browser WHERE id = $1")                                           \
    X(TOPICS, "SELECT topic FROM event WHERE id = $1 UNION SELECT topic FROM event_topic WHERE"    \
      " event = $1 ORDER BY 1")
/* clang-format on */

enum notification_query {
    NOTIFICATION_BEFORE = STORE_QUERY_NOTIFICATION - 1,
#define NOTIFICATION_ENUM(name, sql) NOTIFICATION_##name,
    NOTIFICATION_SQL(NOTIFICATION_ENUM)
#undef NOTIFICATION_ENUM
        NOTIFICATION_END
};
_Static_assert((int)NOTIFICATION_END <= (int)STORE_QUERY_NOTIFICATION_END,
               "too many queries of notification.c");

#endif
