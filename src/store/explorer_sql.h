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
    X(Q_EXPLORER_SUMS, READS(EXPLORED), "iiiiiii",                                                 \
      "SELECT child, sum(n), sum(wins1), sum(wins2), sum(wins3), sum(wins4), sum(ratings),"        \
      " sum(ratings_n) FROM explored WHERE position = $1 AND year >= $2 AND year <= $3"            \
      " AND rated >= $4 AND rated <= $5 AND band >= $6 AND band <= $7"                             \
      " GROUP BY child ORDER BY sum(n) DESC, child")

#endif
