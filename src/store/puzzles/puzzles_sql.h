/* puzzles_sql.h - the queries of puzzles.c (queries.h). */
#ifndef PUZZLES_SQL_H
#define PUZZLES_SQL_H
#include "store/core/row.h"

#define PUZZLE_BELIEF(F, X, A)                                                                     \
    F(A, now.rating, I64, "rating")                                                                \
    X(A, now.deviation, I64, "deviation")                                                          \
    X(A, now.volatility, I64, "volatility")                                                        \
    X(A, now.tries, I64, "tries")                                                                  \
    X(A, now.solved, I64, "solved")                                                                \
    X(A, now.at, I64, "at")
#define PUZZLE_CHANGE(F, X, A)                                                                     \
    PUZZLE_BELIEF(F, X, A)                                                                         \
    X(A, up, I64, "up")                                                                            \
    X(A, down, I64, "down")                                                                        \
    X(A, withdrawn_at, I64, "withdrawn_at")                                                        \
    X(A, reason, TEXT, "reason")
#define PUZZLE_ROW(F, X, A)                                                                        \
    F(A, id, TEXT, "id")                                                                           \
    X(A, game, TEXT, "game")                                                                       \
    PUZZLE_CHANGE(X, X, A)
ROW_IS(PUZZLE_ROW, 12);

#define PUZZLE_SOLVER_ROW(F, X, A)                                                                 \
    F(A, player, I64, "player")                                                                    \
    X(A, game, TEXT, "game")                                                                       \
    PUZZLE_BELIEF(X, X, A)
ROW_IS(PUZZLE_SOLVER_ROW, 8);

#define PUZZLE_TRY_NEW(F, X, A)                                                                    \
    F(A, player, I64, "player")                                                                    \
    X(A, puzzle, TEXT, "puzzle")                                                                   \
    X(A, game, TEXT, "game")                                                                       \
    X(A, at, I64, "at")                                                                            \
    X(A, solved, BOOL, "solved")                                                                   \
    X(A, rated, BOOL, "rated")                                                                     \
    X(A, before, I64, "before")                                                                    \
    X(A, rating, I64, "rating")                                                                    \
    X(A, vote, INT, "vote")
#define PUZZLE_TRY_ROW(F, X, A)                                                                    \
    F(A, id, I64, "id") PUZZLE_TRY_NEW(X, X, A) X(A, report, TEXT, "report")
ROW_IS(PUZZLE_TRY_NEW, 9);

#define PUZZLE_REPORT_TOLD(F, X, A)                                                                \
    F("t.", id, I64, "id")                                                                         \
    X("t.", puzzle, TEXT, "puzzle")                                                                \
    X("t.", text, TEXT, "report")                                                                  \
    X("t.", at, I64, "report_at")                                                                  \
    X("t.", closed_at, I64, "closed_at")                                                           \
    PLAYER_AS(X, X, "p.", by)

#define PUZZLES_TRY ROW_SELECT(PUZZLE_TRY_ROW) " FROM puzzle_try"
#define PUZZLES_REPORT                                                                             \
    ROW_SELECT(PUZZLE_REPORT_TOLD) " FROM puzzle_try t JOIN player p ON p.id = t.player"

/* X(name, uses, types, SQL) */
#define PUZZLES_SQL(X)                                                                             \
    X(Q_PUZZLES_GET, READS(PUZZLE), "t", ROW_SELECT(PUZZLE_ROW) " FROM puzzle WHERE id = $1")      \
    X(Q_PUZZLES_PUT, CHANGES(PUZZLE), ROW_TYPES(PUZZLE_ROW),                                       \
      ROW_INSERT("puzzle", PUZZLE_ROW,                                                             \
                 PARAMS_12) " ON CONFLICT (id) DO UPDATE SET " ROW_EXCLUDED(PUZZLE_CHANGE))        \
    X(Q_PUZZLES_OF_GAME, READS(PUZZLE), "t",                                                       \
      ROW_SELECT(PUZZLE_ROW) " FROM puzzle WHERE game = $1")                                       \
    X(Q_PUZZLES_SOLVER_GET, READS(PUZZLE_SOLVER), "it",                                            \
      ROW_SELECT(PUZZLE_SOLVER_ROW) " FROM puzzle_solver WHERE player = $1 AND game = $2")         \
    X(Q_PUZZLES_SOLVER_PUT, CHANGES(PUZZLE_SOLVER), ROW_TYPES(PUZZLE_SOLVER_ROW),                  \
      ROW_INSERT(                                                                                  \
          "puzzle_solver", PUZZLE_SOLVER_ROW,                                                      \
          PARAMS_8) " ON CONFLICT (player, game) DO UPDATE SET " ROW_EXCLUDED(PUZZLE_BELIEF))      \
    X(Q_PUZZLES_SOLVERS_OF, READS(PUZZLE_SOLVER), "i",                                             \
      ROW_SELECT(PUZZLE_SOLVER_ROW) " FROM puzzle_solver WHERE player = $1 ORDER BY game")         \
    X(Q_PUZZLES_TRY_ADD, ADDS(PUZZLE_TRY), ROW_TYPES(PUZZLE_TRY_NEW),                              \
      ROW_INSERT("puzzle_try", PUZZLE_TRY_NEW, PARAMS_9) " RETURNING id")                          \
    X(Q_PUZZLES_TRY_GET, READS(PUZZLE_TRY), "it",                                                  \
      PUZZLES_TRY " WHERE player = $1 AND puzzle = $2")                                            \
    X(Q_PUZZLES_TRY_VOTE, CHANGES(PUZZLE_TRY), "ii",                                               \
      "UPDATE puzzle_try SET vote = $1 WHERE id = $2")                                             \
    X(Q_PUZZLES_TRIES, READS(PUZZLE_TRY), "iii",                                                   \
      PUZZLES_TRY " WHERE player = $1 AND id < $2 ORDER BY id DESC LIMIT $3")                      \
    X(Q_PUZZLES_TRIES_GAME, READS(PUZZLE_TRY), "itii",                                             \
      PUZZLES_TRY " WHERE player = $1 AND game = $2 AND id < $3 ORDER BY id DESC LIMIT $4")        \
    X(Q_PUZZLES_REPORT_PUT, CHANGES(PUZZLE_TRY), "tii",                                            \
      "UPDATE puzzle_try SET report = $1, report_at = $2, closed_at = 0 WHERE id = $3")            \
    X(Q_PUZZLES_REPORT_CLOSE, CHANGES(PUZZLE_TRY), "ii",                                           \
      "UPDATE puzzle_try SET closed_at = $1 WHERE id = $2")                                        \
    X(Q_PUZZLES_REPORT_GET, READS(PUZZLE_TRY, PLAYER), "i",                                        \
      PUZZLES_REPORT " WHERE t.id = $1 AND t.report_at > 0")                                       \
    X(Q_PUZZLES_REPORTS_BY, READS(PUZZLE_TRY), "i",                                                \
      "SELECT count(*) FROM puzzle_try WHERE player = $1 AND report_at > 0 AND closed_at = 0")     \
    X(Q_PUZZLES_REPORTS_OPEN, READS(PUZZLE_TRY, PLAYER), "ii",                                     \
      PUZZLES_REPORT " WHERE t.report_at > 0 AND t.closed_at = 0 AND t.id < $1"                    \
                     " ORDER BY t.id DESC LIMIT $2")                                               \
    X(Q_PUZZLES_REPORTS_CLOSED, READS(PUZZLE_TRY, PLAYER), "ii",                                   \
      PUZZLES_REPORT " WHERE t.report_at > 0 AND t.closed_at > 0 AND t.id < $1"                    \
                     " ORDER BY t.id DESC LIMIT $2")                                               \
    X(Q_PUZZLES_REPORTED, READS(PUZZLE_TRY, PLAYER), "iii",                                        \
      PUZZLES_REPORT " WHERE t.report_at > 0 AND t.closed_at = 0 AND t.puzzle IN (SELECT puzzle"   \
                     " FROM puzzle_try WHERE report_at > 0 AND closed_at = 0 GROUP BY puzzle"      \
                     " HAVING max(id) < $1 ORDER BY max(id) DESC LIMIT $2)"                        \
                     " ORDER BY t.id DESC LIMIT $3")                                               \
    X(Q_PUZZLES_REPORTERS, READS(PUZZLE_TRY), "t",                                                 \
      "SELECT player FROM puzzle_try WHERE puzzle = $1 AND report_at > 0 AND closed_at = 0"        \
      " ORDER BY id")                                                                              \
    X(Q_PUZZLES_REPORTS_DECIDE, CHANGES(PUZZLE_TRY), "it",                                         \
      "UPDATE puzzle_try SET closed_at = $1"                                                       \
      " WHERE puzzle = $2 AND report_at > 0 AND closed_at = 0")                                    \
    X(Q_PUZZLES_WITHDRAWN, READS(PUZZLE), "",                                                      \
      "SELECT id FROM puzzle WHERE withdrawn_at > 0 ORDER BY id")                                  \
    X(Q_PUZZLES_STEP_ADD, ADDS(LESSON_STEP), "iti",                                                \
      "INSERT INTO lesson_step (player, step, at) VALUES ($1, $2, $3)"                             \
      " ON CONFLICT (player, step) DO NOTHING")                                                    \
    X(Q_PUZZLES_STEPS, READS(LESSON_STEP), "i",                                                    \
      "SELECT step, at FROM lesson_step WHERE player = $1 ORDER BY step")                          \
    X(Q_PUZZLES_STEPS_COUNT, READS(LESSON_STEP), "i",                                              \
      "SELECT count(*) FROM lesson_step WHERE player = $1")                                        \
    X(Q_PUZZLES_FORGET_SOLVER, CHANGES(PUZZLE_SOLVER), "i",                                        \
      "DELETE FROM puzzle_solver WHERE player = $1")                                               \
    X(Q_PUZZLES_FORGET_TRIES, CHANGES(PUZZLE_TRY), "i",                                            \
      "DELETE FROM puzzle_try WHERE player = $1")                                                  \
    X(Q_PUZZLES_FORGET_STEPS, CHANGES(LESSON_STEP), "i",                                           \
      "DELETE FROM lesson_step WHERE player = $1")

#endif
