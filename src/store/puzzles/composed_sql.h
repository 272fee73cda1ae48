/* composed_sql.h - the queries of composed.c (queries.h). */
#ifndef COMPOSED_SQL_H
#define COMPOSED_SQL_H
#include "store/analysis/reviews_sql.h"
#include "store/core/row.h"

#define ROW_READ_COMPOSED_STATE(to)   ROW_READ_NAME(to, enum composed_state, composed_state_name)
#define ROW_BIND_COMPOSED_STATE(from) store_text(composed_state_name[from])
#define ROW_KIND_COMPOSED_STATE       "t"

#define COMPOSED_CHANGE(F, X, A)                                                                   \
    F(A, state, COMPOSED_STATE, "state")                                                           \
    X(A, puzzle, TEXT, "puzzle")                                                                   \
    X(A, solution, TEXT, "solution")                                                               \
    X(A, others, TEXT, "others")                                                                   \
    X(A, themes, TEXT, "themes")                                                                   \
    X(A, plies, INT, "plies")                                                                      \
    X(A, rating, INT, "rating")                                                                    \
    X(A, claim_until, I64, "claim_until")                                                          \
    X(A, decided_at, I64, "decided_at")                                                            \
    X(A, reason, TEXT, "reason")
#define COMPOSED_NEW(F, X, A)                                                                      \
    COMPOSED_CHANGE(F, X, A)                                                                       \
    X(A, player, I64, "player")                                                                    \
    X(A, game, TEXT, "game")                                                                       \
    X(A, width, INT, "width")                                                                      \
    X(A, height, INT, "height")                                                                    \
    X(A, options, INT, "options")                                                                  \
    X(A, start, TEXT, "start")                                                                     \
    X(A, moves, TEXT, "moves")                                                                     \
    X(A, at, I64, "at")
#define COMPOSED_TOLD(F, X, A)                                                                     \
    COMPOSED_NEW(F, X, "c.") X("c.", id, I64, "id") PLAYER_AS(X, X, "p.", by)
ROW_IS(COMPOSED_CHANGE, 10);
ROW_IS(COMPOSED_NEW, 18);

#define COMPOSED_FROM ROW_SELECT(COMPOSED_TOLD) " FROM composed c JOIN player p ON p.id = c.player"

/* X(name, uses, types, SQL) */
#define COMPOSED_SQL(X)                                                                            \
    X(Q_COMPOSED_ADD, ADDS(COMPOSED), ROW_TYPES(COMPOSED_NEW),                                     \
      ROW_INSERT("composed", COMPOSED_NEW, PARAMS_18) " RETURNING id")                             \
    X(Q_COMPOSED_PUT, CHANGES(COMPOSED), ROW_TYPES(COMPOSED_CHANGE) "i",                           \
      "UPDATE composed SET (" ROW_NAMES(COMPOSED_CHANGE, "") ") = (" PARAMS_10 ") WHERE id = $11") \
    X(Q_COMPOSED_GET, READS(COMPOSED, PLAYER), "i", COMPOSED_FROM " WHERE c.id = $1")              \
    X(Q_COMPOSED_NAMED, READS(COMPOSED, PLAYER), "t",                                              \
      COMPOSED_FROM " WHERE c.puzzle = $1 AND c.state IN ('published', 'unique')"                  \
                    " ORDER BY c.state LIMIT 1")                                                   \
    X(Q_COMPOSED_NEXT, READS(COMPOSED, PLACE), "i",                                                \
      "WITH q AS (SELECT id, claim_until, " PLACE_PAYER_OF(                                        \
          "composed.player") " AS payer FROM composed WHERE state = 'waiting'),"                   \
                             " t AS (SELECT payer, max(claim_until) AS at FROM q GROUP BY payer)"  \
                             " SELECT q.id FROM q JOIN t ON t.payer = q.payer WHERE "              \
                             "q.claim_until < $1"                                                  \
                             " ORDER BY t.at, q.id LIMIT 1")                                       \
    X(Q_COMPOSED_SERVED, READS(PLACE) CHANGES(COMPOSED), "iii",                                    \
      "UPDATE composed SET claim_until = $1 - 1 WHERE state = 'waiting' AND claim_until < $2 "     \
      "AND " PLACE_PAYER_OF("composed.player") " = " PLACE_PAYER_OF("$3"))                         \
    X(Q_COMPOSED_GREEDIEST, READS(COMPOSED, PLACE), "iii", REVIEWS_GREEDIEST("composed", "id"))    \
    X(Q_COMPOSED_WAITING_OF, READS(COMPOSED), "i",                                                 \
      "SELECT count(*) FROM composed WHERE player = $1 AND state = 'waiting'")                     \
    X(Q_COMPOSED_WAITING, READS(COMPOSED), "",                                                     \
      "SELECT count(*) FROM composed WHERE state = 'waiting'")                                     \
    X(Q_COMPOSED_OF, READS(COMPOSED, PLAYER), "iii",                                               \
      COMPOSED_FROM " WHERE c.player = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3")              \
    X(Q_COMPOSED_IN, READS(COMPOSED, PLAYER), "tii",                                               \
      COMPOSED_FROM " WHERE c.state = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3")               \
    X(Q_COMPOSED_PUBLISHED, READS(COMPOSED, PLAYER), "ti",                                         \
      COMPOSED_FROM " WHERE c.state = 'published' AND c.game = $1 ORDER BY c.id DESC LIMIT $2")    \
    X(Q_COMPOSED_TRIED, READS(COMPOSED, PLAYER, PUZZLE_TRY), "i",                                  \
      COMPOSED_FROM " JOIN puzzle_try t ON t.puzzle = c.puzzle"                                    \
                    " WHERE t.player = $1 AND c.state = 'published' ORDER BY c.id")                \
    X(Q_COMPOSED_FORGET, CHANGES(COMPOSED), "i",                                                   \
      "DELETE FROM composed WHERE player = $1 AND state <> 'published'")

#endif
