/* absences_sql.h - the queries of absences.c (queries.h). */
#ifndef ABSENCES_SQL_H
#define ABSENCES_SQL_H
#include "store/core/row.h"

#define ABSENCE_ROW(F, X, A)                                                                       \
    F(A, match, I64, "match") X(A, player, I64, "player") X(A, at, I64, "at")
ROW_IS(ABSENCE_ROW, 3);

/* X(name, uses, types, SQL) */
#define ABSENCES_SQL(X)                                                                            \
    X(Q_ABSENCES_ADD, ADDS(ABSENCE), ROW_TYPES(ABSENCE_ROW),                                       \
      ROW_INSERT("absence", ABSENCE_ROW, PARAMS_3) " ON CONFLICT (match, player) DO NOTHING")      \
    X(Q_ABSENCES_END, CHANGES(ABSENCE), "ii",                                                      \
      "DELETE FROM absence WHERE match = $1 AND player = $2 RETURNING player")                     \
    X(Q_ABSENCES_END_ALL, CHANGES(ABSENCE), "i", "DELETE FROM absence WHERE match = $1")           \
    X(Q_ABSENCES_OF, READS(ABSENCE), "i",                                                          \
      ROW_SELECT(ABSENCE_ROW) " FROM absence WHERE match = $1 ORDER BY player")

#endif
