/* explorer_sql.h - the queries of explorer.c (queries.h). */
#ifndef EXPLORER_SQL_H
#define EXPLORER_SQL_H
#include "store/core/row.h"

/* Of a struct explored (explorer.c). The sums are those of the table, or what a match adds. */
#define EXPLORED_KEY(F, X, A)                                                                      \
    F(A, position, I64, "position")                                                                \
    X(A, child, I64, "child")                                                                      \
    X(A, year, INT, "year")                                                                        \
    X(A, rated, INT, "rated")                                                                      \
    X(A, band, I64, "band")
#define EXPLORED_SUMS(F, X, A)                                                                     \
    F(A, wins[0], I64, "wins1")                                                                    \
    X(A, wins[1], I64, "wins2")                                                                    \
    X(A, wins[2], I64, "wins3")                                                                    \
    X(A, wins[3], I64, "wins4")                                                                    \
    X(A, ratings, I64, "ratings")                                                                  \
    X(A, ratings_n, I64, "ratings_n")
#define EXPLORED_ROW(F, X, A)  EXPLORED_KEY(F, X, A) EXPLORED_SUMS(X, X, A) X(A, n, I64, "n")
#define EXPLORED_STEP(F, X, A) EXPLORED_SUMS(F, X, A) EXPLORED_KEY(X, X, A)
ROW_IS(EXPLORED_ROW, 12);
ROW_IS(EXPLORED_STEP, 11);

#define EXPLORER_SUM(F, X, A)                                                                      \
    F(A, child, I64, "child")                                                                      \
    X(A, n, I64, "sum(n)")                                                                         \
    X(A, wins[0], I64, "sum(wins1)")                                                               \
    X(A, wins[1], I64, "sum(wins2)")                                                               \
    X(A, wins[2], I64, "sum(wins3)")                                                               \
    X(A, wins[3], I64, "sum(wins4)")                                                               \
    X(A, ratings, I64, "sum(ratings)")                                                             \
    X(A, ratings_n, I64, "sum(ratings_n)")                                                         \
    X(A, engine, I64, "sum(CASE WHEN rated = 2 THEN n ELSE 0 END)")

/* The parameters of Q_EXPLORER_SUMS in place of names. */
#define EXPLORER_FILTER(F, X, A)                                                                   \
    F(A, position, I64, "$1")                                                                      \
    X(A, since, INT, "$2")                                                                         \
    X(A, until, INT, "$3")                                                                         \
    X(A, kind, INT, "$4")                                                                          \
    X(A, kind_to, INT, "$5")                                                                       \
    X(A, bands, INT, "$6")                                                                         \
    X(A, bands_to, INT, "$7")

/* X(name, uses, types, SQL) */
#define EXPLORER_SQL(X)                                                                            \
    X(Q_EXPLORER_ADD, CHANGES(EXPLORED), ROW_TYPES(EXPLORED_ROW),                                  \
      ROW_INSERT("explored", EXPLORED_ROW,                                                         \
                 PARAMS_12) " ON CONFLICT (position, child, year, rated, band) DO UPDATE SET n = " \
                            "explored.n + 1,"                                                      \
                            " wins1 = explored.wins1 + excluded.wins1, wins2 = explored.wins2 + "  \
                            "excluded.wins2,"                                                      \
                            " wins3 = explored.wins3 + excluded.wins3, wins4 = explored.wins4 + "  \
                            "excluded.wins4,"                                                      \
                            " ratings = explored.ratings + excluded.ratings,"                      \
                            " ratings_n = explored.ratings_n + excluded.ratings_n")                \
    X(Q_EXPLORER_TAKE, CHANGES(EXPLORED), ROW_TYPES(EXPLORED_STEP),                                \
      "UPDATE explored SET n = n - 1, wins1 = wins1 - $1, wins2 = wins2 - $2,"                     \
      " wins3 = wins3 - $3, wins4 = wins4 - $4, ratings = ratings - $5,"                           \
      " ratings_n = ratings_n - $6 WHERE position = $7 AND child = $8 AND year = $9"               \
      " AND rated = $10 AND band = (SELECT e.band FROM explored e WHERE e.position = $7"           \
      " AND e.child = $8 AND e.year = $9 AND e.rated = $10 AND e.wins1 >= $1 AND e.wins2 >= $2"    \
      " AND e.wins3 >= $3 AND e.wins4 >= $4 AND e.ratings_n >= $6"                                 \
      " ORDER BY abs(e.band - $11), e.band LIMIT 1)")                                              \
    X(Q_EXPLORER_EMPTY, CHANGES(EXPLORED), "ii",                                                   \
      "DELETE FROM explored WHERE position = $1 AND child = $2 AND n <= 0")                        \
    X(Q_EXPLORER_SUMS, READS(EXPLORED), ROW_TYPES(EXPLORER_FILTER),                                \
      ROW_SELECT(EXPLORER_SUM) " FROM explored WHERE position = $1 AND year >= $2 AND year <= $3"  \
                               " AND rated >= $4 AND rated <= $5 AND band >= $6 AND band <= $7"    \
                               " GROUP BY child")

#endif
