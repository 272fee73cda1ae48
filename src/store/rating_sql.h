/* rating_sql.h - the queries of rating.c, for the one list of queries in store.c. */
#ifndef RATING_SQL_H
#define RATING_SQL_H
#include "store/driver.h"

#define RATING_COLUMNS                                                                             \
    "r.game, r.level, r.rating, r.deviation, r.volatility, r.matches, r.won, r.lost, r.drawn,"     \
    " r.at, p.id, p.kind, p.name"
#define RATING_STEP_COLUMNS "match, seat, player, game, level, at, rating, deviation, change"

/* X(name, SQL) */
#define RATING_SQL(X)                                                                              \
    X(GET, "SELECT " RATING_COLUMNS " FROM rating r JOIN player p ON p.id = r.player"              \
           " WHERE r.player = $1 AND r.game = $2 AND r.level = $3")                                \
    X(PUT, "INSERT INTO rating (player, game, level, rating, deviation, volatility, matches, won," \
           " lost, drawn, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"               \
           " ON CONFLICT (player, game, level) DO UPDATE SET rating = excluded.rating,"            \
           " deviation = excluded.deviation, volatility = excluded.volatility,"                    \
           " matches = excluded.matches, won = excluded.won, lost = excluded.lost,"                \
           " drawn = excluded.drawn, at = excluded.at")                                            \
    X(OF_PLAYER, "SELECT " RATING_COLUMNS " FROM rating r JOIN player p ON p.id = r.player"        \
                 " WHERE r.player = $1 ORDER BY r.game, r.level")                                  \
    X(LIST_PEOPLE, "SELECT " RATING_COLUMNS " FROM rating r JOIN player p ON p.id = r.player"      \
                   " WHERE r.game = $1 AND r.level = 0 AND r.deviation <= $2"                      \
                   " AND (r.rating < $3 OR (r.rating = $3 AND r.player < $4))"                     \
                   " ORDER BY r.rating DESC, r.player DESC LIMIT $5")                              \
    X(LIST_BOTS, "SELECT " RATING_COLUMNS " FROM rating r JOIN player p ON p.id = r.player"        \
                 " WHERE r.game = $1 AND r.level > 0 AND r.deviation <= $2"                        \
                 " AND (r.rating < $3 OR (r.rating = $3 AND r.level < $4))"                        \
                 " ORDER BY r.rating DESC, r.level DESC LIMIT $5")                                 \
    X(STEP_ADD, "INSERT INTO rating_step (" RATING_STEP_COLUMNS ")"                                \
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")                                    \
    X(STEPS_OF_MATCH,                                                                              \
      "SELECT " RATING_STEP_COLUMNS " FROM rating_step WHERE match = $1 ORDER BY seat")            \
    X(STEPS_OF_PLAYER,                                                                             \
      "SELECT " RATING_STEP_COLUMNS " FROM rating_step WHERE player = $1 AND game = $2"            \
      " AND level = $3 AND at >= $4 ORDER BY at, match LIMIT $5")                                  \
    X(FORGET, "DELETE FROM rating WHERE player = $1")                                              \
    X(FORGET_STEPS, "DELETE FROM rating_step WHERE player = $1")

enum rating_query {
    RATING_BEFORE = STORE_QUERY_RATING - 1,
#define RATING_ENUM(name, sql) RATING_##name,
    RATING_SQL(RATING_ENUM)
#undef RATING_ENUM
        RATING_END
};
_Static_assert((int)RATING_END <= (int)STORE_QUERY_TOURNAMENT, "too many queries of rating.c");

#endif
