/* explorer_sql.h - the queries of explorer.c (queries.h). */
#ifndef EXPLORER_SQL_H
#define EXPLORER_SQL_H

/* X(name, uses, types, SQL) */
#define EXPLORER_SQL(X)                                                                            \
    X(Q_EXPLORER_ADD, CHANGES(EXPLORED), "iiiiiiiiiii",                                            \
      "INSERT INTO explored (position, child, year, rated, band, wins1, wins2, wins3, wins4,"      \
      " ratings, ratings_n, n) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)"           \
      " ON CONFLICT (position, child, year, rated, band) DO UPDATE SET n = explored.n + 1,"        \
      " wins1 = explored.wins1 + excluded.wins1, wins2 = explored.wins2 + excluded.wins2,"         \
      " wins3 = explored.wins3 + excluded.wins3, wins4 = explored.wins4 + excluded.wins4,"         \
      " ratings = explored.ratings + excluded.ratings,"                                            \
      " ratings_n = explored.ratings_n + excluded.ratings_n")                                      \
    X(Q_EXPLORER_TAKE, CHANGES(EXPLORED), "iiiiiiiiiii",                                           \
      "UPDATE explored SET n = n - 1, wins1 = wins1 - $1, wins2 = wins2 - $2,"                     \
      " wins3 = wins3 - $3, wins4 = wins4 - $4, ratings = ratings - $5,"                           \
      " ratings_n = ratings_n - $6 WHERE position = $7 AND child = $8 AND year = $9"               \
      " AND rated = $10 AND band = (SELECT e.band FROM explored e WHERE e.position = $7"           \
      " AND e.child = $8 AND e.year = $9 AND e.rated = $10 AND e.wins1 >= $1 AND e.wins2 >= $2"    \
      " AND e.wins3 >= $3 AND e.wins4 >= $4 AND e.ratings_n >= $6"                                 \
      " ORDER BY abs(e.band - $11), e.band LIMIT 1)")                                              \
    X(Q_EXPLORER_EMPTY, CHANGES(EXPLORED), "ii",                                                   \
      "DELETE FROM explored WHERE position = $1 AND child = $2 AND n <= 0")                        \
    X(Q_EXPLORER_SUMS, READS(EXPLORED), "iiiiiii",                                                 \
      "SELECT child, sum(n), sum(wins1), sum(wins2), sum(wins3), sum(wins4), sum(ratings),"        \
      " sum(ratings_n), sum(CASE WHEN rated = 2 THEN n ELSE 0 END) FROM explored WHERE position "  \
      "= $1 AND year >= $2 AND year <= $3"                                                         \
      " AND rated >= $4 AND rated <= $5 AND band >= $6 AND band <= $7"                             \
      " GROUP BY child")

#endif
