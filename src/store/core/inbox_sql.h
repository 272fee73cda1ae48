/* inbox_sql.h - the queries of inbox.c (queries.h). */
#ifndef INBOX_SQL_H
#define INBOX_SQL_H
#include "store/core/row.h"

#define ROW_READ_INBOX_KIND(to)   ROW_READ_NAME(to, enum inbox_kind, inbox_kind_name)
#define ROW_BIND_INBOX_KIND(from) store_text(inbox_kind_name[from])
#define ROW_KIND_INBOX_KIND       "t"

#define INBOX_ROW(F, X, A)                                                                         \
    F(A, kind, INBOX_KIND, "kind")                                                                 \
    X(A, type, TEXT, "type")                                                                       \
    X(A, match, I64, "match")                                                                      \
    X(A, due_at, I64, "due_at")                                                                    \
    X(A, data, BORROWED, "data")
#define INBOX_TOLD(F, X, A)                                                                        \
    F("", id, I64, "id")                                                                           \
    INBOX_ROW(X, X, "")                                                                            \
    X("", tries, INT, "tries")
ROW_IS(INBOX_ROW, 5);

/* X(name, uses, types, SQL) */
#define INBOX_SQL(X)                                                                               \
    X(Q_INBOX_LEAVE, ADDS(INBOX), ROW_TYPES(INBOX_ROW), ROW_INSERT("inbox", INBOX_ROW, PARAMS_5))  \
    X(Q_INBOX_LEAVE_NOW, ADDS(INBOX), ROW_TYPES(INBOX_ROW),                                        \
      ROW_INSERT("inbox", INBOX_ROW, PARAMS_5) " RETURNING id")                                    \
    X(Q_INBOX_RENEW, CHANGES(INBOX), "itiitt",                                                     \
      "UPDATE inbox SET due_at = $1, data = $2, tries = 0"                                         \
      " WHERE id = $3 AND match = $4 AND kind = $5 AND type = $6 RETURNING id")                    \
    X(Q_INBOX_WAITS, READS(INBOX), "ti",                                                           \
      "SELECT count(*) FROM (SELECT id FROM inbox WHERE kind = $1 AND due_at <= $2"                \
      " ORDER BY id LIMIT 1) one")                                                                 \
    X(Q_INBOX_DUE, READS(INBOX), "tii",                                                            \
      ROW_SELECT(INBOX_TOLD) " FROM inbox WHERE kind = $1 AND due_at <= $2 ORDER BY id LIMIT $3"   \
                             " /* FOR UPDATE SKIP LOCKED */")                                      \
    X(Q_INBOX_DONE, CHANGES(INBOX), "i", "DELETE FROM inbox WHERE id = $1")                        \
    X(Q_INBOX_LATER, CHANGES(INBOX), "ii",                                                         \
      "UPDATE inbox SET due_at = $1, tries = tries + 1 WHERE id = $2")                             \
    X(Q_INBOX_SHIFT, CHANGES(INBOX), "i", "UPDATE inbox SET due_at = due_at + $1")                 \
    X(Q_INBOX_TRIM, CHANGES(INBOX), "ti", "DELETE FROM inbox WHERE kind = $1 AND due_at < $2")

#endif
