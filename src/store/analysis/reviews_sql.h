/* reviews_sql.h - the queries of reviews.c (queries.h). */
#ifndef REVIEWS_SQL_H
#define REVIEWS_SQL_H
#include "store/core/allowance_sql.h"
#include "store/core/row.h"

#define ROW_READ_REVIEW_STATE(to)   ROW_READ_NAME(to, enum review_state, review_state_name)
#define ROW_BIND_REVIEW_STATE(from) store_text(review_state_name[from])
#define ROW_KIND_REVIEW_STATE       "t"

#define REVIEW_CHANGE(F, X, A)                                                                     \
    F(A, player, REF, "player")                                                                    \
    X(A, state, REVIEW_STATE, "state")                                                             \
    X(A, total, INT, "total")                                                                      \
    X(A, done, INT, "done")                                                                        \
    X(A, playouts, INT, "playouts")                                                                \
    X(A, engine, TEXT, "engine")                                                                   \
    X(A, asked_at, I64, "asked_at")                                                                \
    X(A, served_at, I64, "served_at")                                                              \
    X(A, claim_until, I64, "claim_until")                                                          \
    X(A, finished_at, I64, "finished_at")
#define REVIEW_ROW(F, X, A) REVIEW_CHANGE(F, X, A) X(A, match, I64, "match")
ROW_IS(REVIEW_CHANGE, 10);
ROW_IS(REVIEW_ROW, 11);

#define REVIEW_POSITION_ROW(F, X, A)                                                               \
    F(A, ply, INT, "ply")                                                                          \
    X(A, side, INT, "side")                                                                        \
    X(A, share, INT, "share")                                                                      \
    X(A, points, INT, "points")                                                                    \
    X(A, line, BORROWED, "line")
ROW_IS(REVIEW_POSITION_ROW, 5);

/* Of what waits in a table, by its number (reviews_greediest). */
#define REVIEWS_GREEDIEST(table, id)                                                               \
    "WITH q AS (SELECT " id " AS id, player, " PLACE_PAYER_OF(                                     \
        table                                                                                      \
        ".player") " AS payer FROM " table " WHERE state = 'waiting'), t AS (SELECT payer, "       \
                   "count(*) AS n FROM q GROUP BY payer),"                                         \
                   " u AS (SELECT player, count(*) AS n FROM q GROUP BY player)"                   \
                   " SELECT q.id, t.n, u.n, (SELECT count(*) FROM q a WHERE a.payer "              \
                   "= " PLACE_PAYER_OF(                                                            \
                       "$1") "),"                                                                  \
                             " (SELECT count(*) FROM q b WHERE b.player = $2),"                    \
                             " CASE WHEN q.payer = " PLACE_PAYER_OF(                               \
                                 "$3") " THEN 1 ELSE 0 END"                                        \
                                       " FROM q JOIN t ON t.payer = q.payer JOIN u ON u.player = " \
                                       "q.player"                                                  \
                                       " ORDER BY t.n DESC, u.n DESC, q.id DESC LIMIT 1"

/* Reads it into a struct reviews_greed. */
void reviews_read_greed(void *context, const struct store *s, void *row);

/* X(name, uses, types, SQL) */
#define REVIEWS_SQL(X)                                                                             \
    X(Q_REVIEWS_ADD, ADDS(REVIEW), ROW_TYPES(REVIEW_ROW),                                          \
      ROW_INSERT("review", REVIEW_ROW, PARAMS_11))                                                 \
    X(Q_REVIEWS_GET, READS(REVIEW), "i", ROW_SELECT(REVIEW_ROW) " FROM review WHERE match = $1")   \
    X(Q_REVIEWS_PUT, CHANGES(REVIEW), ROW_TYPES(REVIEW_ROW),                                       \
      "UPDATE review SET (" ROW_NAMES(REVIEW_CHANGE, "") ") = (" PARAMS_10 ") WHERE match = $11")  \
    X(Q_REVIEWS_END, CHANGES(REVIEW), "i", "DELETE FROM review WHERE match = $1")                  \
    X(Q_REVIEWS_NEXT, READS(REVIEW, PLACE), "i",                                                   \
      "WITH q AS (SELECT match, player, asked_at, served_at, claim_until, " PLACE_PAYER_OF(        \
          "review.player") " AS payer FROM review WHERE state = 'waiting'),"                       \
                           " t AS (SELECT payer, max(served_at) AS at FROM q GROUP BY payer),"     \
                           " u AS (SELECT player, max(served_at) AS at FROM q GROUP BY player)"    \
                           " SELECT q.match FROM q JOIN t ON t.payer = q.payer"                    \
                           " JOIN u ON u.player = q.player WHERE q.claim_until < $1"               \
                           " ORDER BY t.at, u.at, q.asked_at, q.match LIMIT 1")                    \
    X(Q_REVIEWS_GREEDIEST, READS(REVIEW, PLACE), "iii", REVIEWS_GREEDIEST("review", "match"))      \
    X(Q_REVIEWS_WAITING_OF, READS(REVIEW), "i",                                                    \
      "SELECT count(*) FROM review WHERE player = $1 AND state = 'waiting'")                       \
    X(Q_REVIEWS_WAITING, READS(REVIEW), "ii",                                                      \
      "SELECT count(*) FROM review WHERE state = 'waiting' AND (asked_at, match) < ($1, $2)")      \
    X(Q_REVIEWS_OF, READS(REVIEW), "ii",                                                           \
      "SELECT match FROM review WHERE player = $1 AND state = 'waiting' ORDER BY match LIMIT $2")  \
    X(Q_REVIEWS_POSITION_ADD, ADDS(REVIEW_POSITION), ROW_TYPES(REVIEW_POSITION_ROW) "i",           \
      "INSERT INTO review_position (" ROW_NAMES(REVIEW_POSITION_ROW,                               \
                                                "") ", match) VALUES (" PARAMS_6 ")")              \
    X(Q_REVIEWS_POSITIONS, READS(REVIEW_POSITION), "i",                                            \
      ROW_SELECT(REVIEW_POSITION_ROW) " FROM review_position WHERE match = $1"                     \
                                      " ORDER BY ply")                                             \
    X(Q_REVIEWS_POSITIONS_END, CHANGES(REVIEW_POSITION), "i",                                      \
      "DELETE FROM review_position WHERE match = $1")

#endif
