/* notification_sql.h - the queries of notification.c (queries.h). */
#ifndef NOTIFICATION_SQL_H
#define NOTIFICATION_SQL_H
#include "store/core/row.h"

#define ROW_READ_NOTIFICATION_KIND(to)                                                             \
    ROW_READ_NAME(to, enum notification_kind, notification_kind_name)
#define ROW_BIND_NOTIFICATION_KIND(from) store_text(notification_kind_name[from])
#define ROW_KIND_NOTIFICATION_KIND       "t"
#define ROW_READ_NOTIFICATION_WAY(to)                                                              \
    ROW_READ_NAME(to, enum notification_way, notification_way_name)
#define ROW_BIND_NOTIFICATION_WAY(from) store_text(notification_way_name[from])
#define ROW_KIND_NOTIFICATION_WAY       "t"

#define NOTIFICATION_ROW(F, X, A)                                                                  \
    F(A, player, I64, "player")                                                                    \
    X(A, at, I64, "at")                                                                            \
    X(A, match, I64, "match")                                                                      \
    X(A, tournament, I64, "tournament")                                                            \
    X(A, kind, NOTIFICATION_KIND, "kind")                                                          \
    X(A, ply, INT, "ply")                                                                          \
    X(A, text, TEXT, "text")                                                                       \
    X(A, data, BORROWED, "data")
#define NOTIFICATION_NEW(F, X, A)                                                                  \
    NOTIFICATION_ROW(F, X, A)                                                                      \
    X(A, other.id, I64, "other")                                                                   \
    X(A, mail_waits, BOOL, "mail_due")
/* The column seen: unread, read, not for the page. */
enum { SEEN_NOT, SEEN_YES, SEEN_HIDDEN };
#define ROW_READ_NOTIFICATION_SEEN(to) to = store_row_int(s, row, column++) == SEEN_YES;
#define ROW_KIND_NOTIFICATION_SEEN     "i"
#define NOTIFICATION_TOLD(F, X, A)                                                                 \
    F("n.", id, I64, "id")                                                                         \
    NOTIFICATION_ROW(X, X, "n.")                                                                   \
    X("n.", read, NOTIFICATION_SEEN, "seen")                                                       \
    PLAYER_AS(X, X, "p.", other)
ROW_IS(NOTIFICATION_NEW, 10);

#define SETTING_ROW(F, X, A)                                                                       \
    F(A, page, BOOL, "page")                                                                       \
    X(A, push, NOTIFICATION_WAY, "push")                                                           \
    X(A, mail, NOTIFICATION_WAY, "mail")
ROW_IS(SETTING_ROW, 3);

#define DIGEST_ROW(F, X, A)                                                                        \
    F(A, hour, INT, "digest_at")                                                                   \
    X(A, told_at, I64, "told_at")
ROW_IS(DIGEST_ROW, 2);

#define BROWSER_VALUES(F, X, A)                                                                    \
    F(A, player, I64, "player")                                                                    \
    X(A, at, I64, "at")                                                                            \
    X(A, endpoint, TEXT, "endpoint")                                                               \
    X(A, p256dh, TEXT, "p256dh")                                                                   \
    X(A, auth, TEXT, "auth")                                                                       \
    X(A, agent, TEXT, "agent")
#define BROWSER_ROW(F, X, A) F(A, id, I64, "id") BROWSER_VALUES(X, X, A)
ROW_IS(BROWSER_VALUES, 6);

/* Of $1, about the kind $2 and the match $3; in a struct wish_row (notification.c). */
#define NOTIFICATION_WISH(F, X, A)                                                                 \
    F("", page, I64,                                                                               \
      "coalesce((SELECT page FROM notification_setting WHERE player = $1 AND kind = $2), -1)")     \
    X("", of.setting.push, NOTIFICATION_WAY,                                                       \
      "coalesce((SELECT push FROM notification_setting WHERE player = $1 AND kind = $2), 'off')")  \
    X("", of.setting.mail, NOTIFICATION_WAY,                                                       \
      "coalesce((SELECT mail FROM notification_setting WHERE player = $1 AND kind = $2), "         \
      "'unset')")                                                                                  \
    X("", of.by_mail, BOOL, "(SELECT count(*) FROM mail_player WHERE player = $1)")                \
    X("", of.browsers, I64, "(SELECT count(*) FROM browser WHERE player = $1)")                    \
    X("", of.unread, I64,                                                                          \
      "(SELECT count(*) FROM notification WHERE"                                                   \
      " player = $1 AND seen = 0 AND NOT (match = $3 AND kind = $2 AND match <> 0))")

#define PUSH_TOLD(F, X, A)                                                                         \
    F("b.", browser.id, I64, "id")                                                                 \
    X("b.", browser.player, I64, "player")                                                         \
    X("b.", browser.at, I64, "at")                                                                 \
    X("b.", browser.endpoint, TEXT, "endpoint")                                                    \
    X("b.", browser.p256dh, TEXT, "p256dh")                                                        \
    X("b.", browser.auth, TEXT, "auth")                                                            \
    X("b.", browser.agent, TEXT, "agent")                                                          \
    X("u.", id, I64, "id")                                                                         \
    X("u.", at, I64, "at")                                                                         \
    X("u.", due_at, I64, "due_at")                                                                 \
    X("u.", tries, INT, "tries")                                                                   \
    X("u.", payload, TEXT, "payload")

#define NOTIFICATION_SELECT                                                                        \
    ROW_SELECT(NOTIFICATION_TOLD)                                                                  \
    " FROM notification n LEFT JOIN player p ON p.id = n.other WHERE n.player = $1"

/* X(name, uses, types, SQL) */
#define NOTIFICATION_SQL(X)                                                                        \
    X(Q_NOTIFICATION_CUT_ONE, CHANGES(NOTIFICATION), "iit",                                        \
      "DELETE FROM notification WHERE player = $1 AND match = $2 AND kind = $3 AND seen"           \
      " <> 1 AND match <> 0")                                                                      \
    X(Q_NOTIFICATION_ADD, ADDS(NOTIFICATION), ROW_TYPES(NOTIFICATION_NEW) "i",                     \
      "INSERT INTO notification (" ROW_NAMES(NOTIFICATION_NEW, "") ", seen) VALUES (" PARAMS_11    \
                                                                   ") RETURNING id")               \
    X(Q_NOTIFICATION_CUT, CHANGES(NOTIFICATION), "it",                                             \
      "DELETE FROM notification WHERE match = $1 AND kind = $2 AND seen <> 1")                     \
    X(Q_NOTIFICATION_CUT_FROM, CHANGES(NOTIFICATION), "iit",                                       \
      "DELETE FROM notification WHERE player = $1 AND other = $2 AND kind = $3 AND match = 0"      \
      " AND seen <> 1")                                                                            \
    X(Q_NOTIFICATION_HAS, READS(NOTIFICATION), "iit",                                              \
      "SELECT count(*) FROM notification WHERE player = $1 AND match = $2 AND kind = $3")          \
    X(Q_NOTIFICATION_WISHES, READS(BROWSER, MAIL_PLAYER, NOTIFICATION, NOTIFICATION_SETTING),      \
      "iti", ROW_SELECT(NOTIFICATION_WISH))                                                        \
    X(Q_NOTIFICATION_UNREAD, READS(NOTIFICATION), "i",                                             \
      "SELECT count(*) FROM notification WHERE player = $1 AND seen = 0")                          \
    X(Q_NOTIFICATION_LIST, READS(NOTIFICATION, PLAYER), "iii",                                     \
      NOTIFICATION_SELECT " AND n.id < $2 AND n.seen <> 2 ORDER BY n.id DESC LIMIT $3")            \
    X(Q_NOTIFICATION_LIST_UNREAD, READS(NOTIFICATION, PLAYER), "iii",                              \
      NOTIFICATION_SELECT " AND n.id < $2 AND n.seen = 0 ORDER BY n.id DESC LIMIT $3")             \
    X(Q_NOTIFICATION_LIST_DUE, READS(NOTIFICATION, PLAYER), "ii",                                  \
      NOTIFICATION_SELECT " AND n.mail_due <> 0 AND n.seen <> 1 ORDER BY n.id LIMIT $2")           \
    X(Q_NOTIFICATION_READ_UPTO, CHANGES(NOTIFICATION), "ii",                                       \
      "UPDATE notification SET seen = 1 WHERE player = $1 AND seen = 0 AND id <= $2")              \
    X(Q_NOTIFICATION_READ_ONE, CHANGES(NOTIFICATION), "ii",                                        \
      "UPDATE notification SET seen = 1 WHERE player = $1 AND id = $2")                            \
    X(Q_NOTIFICATION_TRIM, CHANGES(NOTIFICATION), "i", "DELETE FROM notification WHERE at < $1")   \
    X(Q_NOTIFICATION_FORGET_ALL, CHANGES(NOTIFICATION), "i",                                       \
      "DELETE FROM notification WHERE player = $1")                                                \
    X(Q_NOTIFICATION_FORGET_SETTINGS, CHANGES(NOTIFICATION_SETTING), "i",                          \
      "DELETE FROM notification_setting WHERE player = $1")                                        \
    X(Q_NOTIFICATION_FORGET_DIGEST, CHANGES(NOTIFICATION_DIGEST), "i",                             \
      "DELETE FROM notification_digest WHERE player = $1")                                         \
    X(Q_NOTIFICATION_FORGET_BROWSERS, CHANGES(BROWSER), "i",                                       \
      "DELETE FROM browser WHERE player = $1")                                                     \
    X(Q_NOTIFICATION_SETTING_GET, READS(NOTIFICATION_SETTING), "it",                               \
      ROW_SELECT(SETTING_ROW) " FROM notification_setting WHERE player = $1 AND kind = $2")        \
    X(Q_NOTIFICATION_SETTING_PUT, CHANGES(NOTIFICATION_SETTING), ROW_TYPES(SETTING_ROW) "it",      \
      "INSERT INTO notification_setting (" ROW_NAMES(                                              \
          SETTING_ROW,                                                                             \
          "") ", player, kind) VALUES (" PARAMS_5                                                  \
              ") ON CONFLICT (player, kind) DO UPDATE SET " ROW_EXCLUDED(SETTING_ROW))             \
    X(Q_NOTIFICATION_MAIL_UNSET, CHANGES(NOTIFICATION_SETTING), "i",                               \
      "UPDATE notification_setting SET mail = 'unset' WHERE player = $1")                          \
    X(Q_NOTIFICATION_DIGEST_GET, READS(NOTIFICATION_DIGEST), "i",                                  \
      ROW_SELECT(DIGEST_ROW) " FROM notification_digest WHERE player = $1")                        \
    X(Q_NOTIFICATION_DIGEST_PUT, CHANGES(NOTIFICATION_DIGEST), ROW_TYPES(DIGEST_ROW) "i",          \
      "INSERT INTO notification_digest (" ROW_NAMES(                                               \
          DIGEST_ROW, "") ", player) VALUES (" PARAMS_3                                            \
                          ") ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(DIGEST_ROW))        \
    X(Q_NOTIFICATION_WAITING, READS(NOTIFICATION), "ii",                                           \
      "SELECT DISTINCT player FROM notification WHERE mail_due <> 0 AND seen <> 1 AND"             \
      " player > $1 ORDER BY player LIMIT $2")                                                     \
    X(Q_NOTIFICATION_TOLD, CHANGES(NOTIFICATION), "i",                                             \
      "UPDATE notification SET mail_due = 0 WHERE player = $1 AND mail_due <> 0")                  \
    X(Q_NOTIFICATION_WAIT, CHANGES(NOTIFICATION), "it",                                            \
      "UPDATE notification SET mail_due = 1 WHERE id = (SELECT max(id) FROM notification WHERE"    \
      " player = $1 AND kind = $2) RETURNING id")                                                  \
    X(Q_NOTIFICATION_BROWSER_PUT, CHANGES(BROWSER), ROW_TYPES(BROWSER_VALUES),                     \
      ROW_INSERT("browser", BROWSER_VALUES,                                                        \
                 PARAMS_6) " ON CONFLICT (endpoint) DO UPDATE SET " ROW_EXCLUDED(BROWSER_VALUES))  \
    X(Q_NOTIFICATION_BROWSER_COUNT, READS(BROWSER), "i",                                           \
      "SELECT count(*) FROM browser WHERE player = $1")                                            \
    X(Q_NOTIFICATION_BROWSER_END, CHANGES(BROWSER), "iit",                                         \
      "DELETE FROM browser WHERE player = $1 AND (id = $2 OR endpoint = $3)"                       \
      " RETURNING id")                                                                             \
    X(Q_NOTIFICATION_BROWSERS, READS(BROWSER), "i",                                                \
      ROW_SELECT(BROWSER_ROW) " FROM browser WHERE player = $1 ORDER BY id")                       \
    X(Q_NOTIFICATION_PUSH_ADD, ADDS(PUSH), "iti",                                                  \
      "INSERT INTO push (browser, payload, at, due_at, tries) VALUES ($1, $2, $3,"                 \
      " $3, 0)")                                                                                   \
    X(Q_NOTIFICATION_PUSH_BOUND, CHANGES(PUSH), "ii",                                              \
      "DELETE FROM push WHERE browser = $1 AND id <= coalesce((SELECT id FROM push WHERE "         \
      "browser = $1 ORDER BY id DESC LIMIT 1 OFFSET $2), 0)")                                      \
    /* The first message of each browser of which none is sent or put off: its due_at is later. */ \
    X(Q_NOTIFICATION_PUSH_DUE, READS(BROWSER, PUSH), "iiiiii",                                     \
      ROW_SELECT(                                                                                  \
          PUSH_TOLD) " FROM push u JOIN browser b ON b.id = u.browser WHERE u.due_at <= $1 AND "   \
                     "u.due_at >= $2 AND (u.due_at > $3 OR u.id > $4) AND NOT EXISTS (SELECT 1 "   \
                     "FROM push o WHERE o.browser = u.browser AND (o.id < u.id OR o.due_at > "     \
                     "$5)) "                                                                       \
                     "ORDER BY u.due_at, u.id LIMIT $6")                                           \
    X(Q_NOTIFICATION_PUSH_CLAIM, CHANGES(PUSH), "iiiii",                                           \
      "UPDATE push SET due_at = $1 WHERE id = $2 AND due_at <= $3 AND NOT EXISTS (SELECT 1 FROM "  \
      "push o WHERE o.browser = $4 AND o.due_at > $5) RETURNING id")                               \
    X(Q_NOTIFICATION_PUSH_RELEASE, CHANGES(PUSH), "ii",                                            \
      "UPDATE push SET due_at = $1 WHERE id = $2")                                                 \
    X(Q_NOTIFICATION_PUSH_LATER, CHANGES(PUSH), "ii",                                              \
      "UPDATE push SET due_at = $1, tries = tries + 1 WHERE id = $2")                              \
    X(Q_NOTIFICATION_PUSH_TRIM, CHANGES(PUSH), "i", "DELETE FROM push WHERE at < $1")              \
    X(Q_NOTIFICATION_PUSH_DONE, CHANGES(PUSH), "i", "DELETE FROM push WHERE id = $1")              \
    X(Q_NOTIFICATION_BROWSER_PUSHES, CHANGES(PUSH), "i", "DELETE FROM push WHERE browser = $1")    \
    X(Q_NOTIFICATION_BROWSER_GONE, CHANGES(BROWSER), "i", "DELETE FROM browser WHERE id = $1")     \
    X(Q_NOTIFICATION_PUSHES_END_ALL, CHANGES(PUSH), "", "DELETE FROM push")                        \
    X(Q_NOTIFICATION_BROWSERS_END_ALL, CHANGES(BROWSER), "", "DELETE FROM browser")

#endif
