/* clubs_sql.h - the queries of clubs.c, for the one list of queries in store.c. */
#ifndef CLUBS_SQL_H
#define CLUBS_SQL_H
#include "store/driver.h"

#define CLUBS_RATING                                                                               \
    "r.game, r.level, r.rating, r.deviation, r.volatility, r.matches, r.won, r.lost, r.drawn,"     \
    " r.at, p.id, p.kind, p.name"
#define CLUBS_STEP "match, seat, player, game, level, at, rating, deviation, change"

/* X(name, SQL) */
#define CLUBS_SQL(X)                                                                               \
    X(RATING_GET, "SELECT " CLUBS_RATING " FROM rating r JOIN player p ON p.id = r.player"         \
                  " WHERE r.player = $1 AND r.game = $2 AND r.level = $3")                         \
    X(RATING_PUT,                                                                                  \
      "INSERT INTO rating (player, game, level, rating, deviation, volatility, matches, won,"      \
      " lost, drawn, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"                    \
      " ON CONFLICT (player, game, level) DO UPDATE SET rating = excluded.rating,"                 \
      " deviation = excluded.deviation, volatility = excluded.volatility,"                         \
      " matches = excluded.matches, won = excluded.won, lost = excluded.lost,"                     \
      " drawn = excluded.drawn, at = excluded.at")                                                 \
    X(RATINGS_OF, "SELECT " CLUBS_RATING " FROM rating r JOIN player p ON p.id = r.player"         \
                  " WHERE r.player = $1 ORDER BY r.game, r.level")                                 \
    X(RANKING_PEOPLE, "SELECT " CLUBS_RATING " FROM rating r JOIN player p ON p.id = r.player"     \
                      " WHERE r.game = $1 AND r.level = 0 AND r.deviation <= $2"                   \
                      " AND (r.rating < $3 OR (r.rating = $3 AND r.player < $4))"                  \
                      " ORDER BY r.rating DESC, r.player DESC LIMIT $5")                           \
    X(RANKING_BOTS, "SELECT " CLUBS_RATING " FROM rating r JOIN player p ON p.id = r.player"       \
                    " WHERE r.game = $1 AND r.level > 0 AND r.deviation <= $2"                     \
                    " AND (r.rating < $3 OR (r.rating = $3 AND r.level < $4))"                     \
                    " ORDER BY r.rating DESC, r.level DESC LIMIT $5")                              \
    X(STEP_ADD, "INSERT INTO rating_step (" CLUBS_STEP ")"                                         \
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")                                    \
    X(STEPS_OF_MATCH, "SELECT " CLUBS_STEP " FROM rating_step WHERE match = $1 ORDER BY seat")     \
    X(STEPS_OF_PLAYER, "SELECT " CLUBS_STEP " FROM rating_step WHERE player = $1 AND game = $2"    \
                       " AND level = $3 AND at >= $4 ORDER BY at, match LIMIT $5")                 \
    X(RATINGS_FORGET, "DELETE FROM rating WHERE player = $1")                                      \
    X(STEPS_FORGET, "DELETE FROM rating_step WHERE player = $1")

enum clubs_query {
    CLUBS_BEFORE = STORE_QUERY_CLUBS - 1,
#define CLUBS_ENUM(name, sql) CLUBS_##name,
    CLUBS_SQL(CLUBS_ENUM)
#undef CLUBS_ENUM
        CLUBS_END
};
_Static_assert((int)CLUBS_END <= (int)STORE_QUERY_N, "STORE_QUERY_N is too small");

#endif
