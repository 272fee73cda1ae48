/* security_sql.h - the queries of security.c (queries.h). */
#ifndef SECURITY_SQL_H
#define SECURITY_SQL_H
#include "store/core/row.h"

#define ROW_READ_SECURITY_KIND(to)   ROW_READ_NAME(to, enum security_kind, security_kind_name)
#define ROW_BIND_SECURITY_KIND(from) store_text(security_kind_name[from])
#define ROW_KIND_SECURITY_KIND       "t"

#define SECURITY_EVENT_ROW(F, X, A)                                                                \
    F(A, player, I64, "player")                                                                    \
    X(A, at, I64, "at")                                                                            \
    X(A, kind, SECURITY_KIND, "kind")                                                              \
    X(A, agent, TEXT, "agent")                                                                     \
    X(A, detail, TEXT, "detail")
#define SECURITY_EVENT_TOLD(F, X, A) SECURITY_EVENT_ROW(F, X, A) X(A, id, I64, "id")
ROW_IS(SECURITY_EVENT_ROW, 5);

#define SECURITY_FACTOR_VALUES(F, X, A)                                                            \
    F(A, secret, TEXT, "secret")                                                                   \
    X(A, confirmed, BOOL, "confirmed")                                                             \
    X(A, step, I64, "step")                                                                        \
    X(A, made_at, I64, "made_at")
#define SECURITY_FACTOR_ROW(F, X, A) F(A, player, I64, "player") SECURITY_FACTOR_VALUES(X, X, A)
ROW_IS(SECURITY_FACTOR_ROW, 5);

#define SECURITY_PASSKEY_ROW(F, X, A)                                                              \
    F(A, id, TEXT, "id")                                                                           \
    X(A, player, I64, "player")                                                                    \
    X(A, alg, I64, "alg")                                                                          \
    X(A, key, TEXT, "public_key")                                                                  \
    X(A, counter, I64, "counter")                                                                  \
    X(A, label, TEXT, "label")                                                                     \
    X(A, made_at, I64, "made_at")                                                                  \
    X(A, seen_at, I64, "seen_at")
ROW_IS(SECURITY_PASSKEY_ROW, 8);

/* X(name, uses, types, SQL) */
#define SECURITY_SQL(X)                                                                            \
    X(Q_SECURITY_EVENT_ADD, ADDS(SECURITY_EVENT), ROW_TYPES(SECURITY_EVENT_ROW),                   \
      ROW_INSERT("security_event", SECURITY_EVENT_ROW, PARAMS_5))                                  \
    X(Q_SECURITY_EVENT_CAP, CHANGES(SECURITY_EVENT), "ii",                                         \
      "DELETE FROM security_event WHERE player = $1 AND id <= (SELECT e.id FROM security_event e"  \
      " WHERE e.player = $1 ORDER BY e.id DESC LIMIT 1 OFFSET $2)")                                \
    X(Q_SECURITY_EVENTS, READS(SECURITY_EVENT), "i",                                               \
      ROW_SELECT(SECURITY_EVENT_TOLD) " FROM security_event WHERE player = $1 ORDER BY id DESC "   \
                                      "LIMIT 100")                                                 \
    X(Q_SECURITY_FACTOR_GET, READS(FACTOR), "i",                                                   \
      ROW_SELECT(SECURITY_FACTOR_ROW) " FROM factor WHERE player = $1")                            \
    X(Q_SECURITY_FACTOR_PUT, CHANGES(FACTOR), ROW_TYPES(SECURITY_FACTOR_ROW),                      \
      ROW_INSERT(                                                                                  \
          "factor", SECURITY_FACTOR_ROW,                                                           \
          PARAMS_5) " ON CONFLICT (player) DO UPDATE SET " ROW_EXCLUDED(SECURITY_FACTOR_VALUES))   \
    X(Q_SECURITY_FACTOR_FORGET, CHANGES(FACTOR), "i", "DELETE FROM factor WHERE player = $1")      \
    X(Q_SECURITY_CODE_ADD, ADDS(RECOVERY_CODE), "it",                                              \
      "INSERT INTO recovery_code (player, hash) VALUES ($1, $2)")                                  \
    X(Q_SECURITY_CODE_TAKE, CHANGES(RECOVERY_CODE), "it",                                          \
      "DELETE FROM recovery_code WHERE player = $1 AND hash = $2 RETURNING hash")                  \
    X(Q_SECURITY_CODES_COUNT, READS(RECOVERY_CODE), "i",                                           \
      "SELECT count(*) FROM recovery_code WHERE player = $1")                                      \
    X(Q_SECURITY_CODES_FORGET, CHANGES(RECOVERY_CODE), "i",                                        \
      "DELETE FROM recovery_code WHERE player = $1")                                               \
    X(Q_SECURITY_PASSKEY_ADD, ADDS(PASSKEY), ROW_TYPES(SECURITY_PASSKEY_ROW),                      \
      ROW_INSERT("passkey", SECURITY_PASSKEY_ROW, PARAMS_8))                                       \
    X(Q_SECURITY_PASSKEY_GET, READS(PASSKEY), "t",                                                 \
      ROW_SELECT(SECURITY_PASSKEY_ROW) " FROM passkey WHERE id = $1")                              \
    X(Q_SECURITY_PASSKEY_END, CHANGES(PASSKEY), "it",                                              \
      "DELETE FROM passkey WHERE player = $1 AND id = $2 RETURNING id")                            \
    X(Q_SECURITY_PASSKEY_USED, CHANGES(PASSKEY), "iit",                                            \
      "UPDATE passkey SET counter = $1, seen_at = $2 WHERE id = $3")                               \
    X(Q_SECURITY_PASSKEYS_COUNT, READS(PASSKEY), "i",                                              \
      "SELECT count(*) FROM passkey WHERE player = $1")                                            \
    X(Q_SECURITY_PASSKEYS, READS(PASSKEY), "i",                                                    \
      ROW_SELECT(SECURITY_PASSKEY_ROW) " FROM passkey WHERE player = $1"                           \
                                       " ORDER BY made_at, id LIMIT 100")                          \
    X(Q_SECURITY_PASSKEYS_FORGET, CHANGES(PASSKEY), "i", "DELETE FROM passkey WHERE player = $1")  \
    X(Q_SECURITY_CHALLENGE_ADD, ADDS(CHALLENGE), "tii",                                            \
      "INSERT INTO challenge (hash, player, until) VALUES ($1, $2, $3)")                           \
    X(Q_SECURITY_CHALLENGE_TAKE, CHANGES(CHALLENGE), "tii",                                        \
      "DELETE FROM challenge WHERE hash = $1 AND player = $2 AND until > $3 RETURNING hash")       \
    X(Q_SECURITY_CHALLENGES_TRIM, CHANGES(CHALLENGE), "i",                                         \
      "DELETE FROM challenge WHERE until <= $1")                                                   \
    X(Q_SECURITY_EVENTS_FORGET, CHANGES(SECURITY_EVENT), "i",                                      \
      "DELETE FROM security_event WHERE player = $1")

#endif
