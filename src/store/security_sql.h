/* security_sql.h - the queries of security.c (queries.h). */
#ifndef SECURITY_SQL_H
#define SECURITY_SQL_H
#include "store/row.h"

#define ROW_READ_SECURITY_KIND(to)   ROW_READ_NAME(to, security_kind_name)
#define ROW_BIND_SECURITY_KIND(from) store_text(security_kind_name[from])
#define ROW_KIND_SECURITY_KIND       "t"

#define SECURITY_EVENT_ROW(F, X, A)                                                                \
    F(A, player, I64, "player")                                                                    \
    X(A, at, I64, "at")                                                                            \
    X(A, kind, SECURITY_KIND, "kind")                                                              \
    X(A, agent, TEXT, "agent")                                                                     \
    X(A, detail, TEXT, "detail")
ROW_IS(SECURITY_EVENT_ROW, 5);

/* X(name, uses, types, SQL) */
#define SECURITY_SQL(X)                                                                            \
    X(Q_SECURITY_EVENT_ADD, ADDS(SECURITY_EVENT), ROW_TYPES(SECURITY_EVENT_ROW),                   \
      "INSERT INTO security_event (" ROW_NAMES(SECURITY_EVENT_ROW, "") ") VALUES (" PARAMS_5 ")")  \
    X(Q_SECURITY_EVENT_CAP, CHANGES(SECURITY_EVENT), "ii",                                         \
      "DELETE FROM security_event WHERE player = $1 AND id <= (SELECT e.id FROM security_event e"  \
      " WHERE e.player = $1 ORDER BY e.id DESC LIMIT 1 OFFSET $2)")                                \
    X(Q_SECURITY_EVENTS, READS(SECURITY_EVENT), "i",                                               \
      "SELECT " ROW_NAMES(SECURITY_EVENT_ROW,                                                      \
                          "") ", id FROM security_event WHERE player = $1 ORDER BY id DESC"        \
                              " LIMIT 100")                                                        \
    X(Q_SECURITY_EVENTS_FORGET, CHANGES(SECURITY_EVENT), "i",                                      \
      "DELETE FROM security_event WHERE player = $1")

#endif
