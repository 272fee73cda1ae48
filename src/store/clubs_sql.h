/* clubs_sql.h - the queries of clubs.c, for the one list of queries in store.c. */
#ifndef CLUBS_SQL_H
#define CLUBS_SQL_H
#include "store/driver.h"

#define CLUBS_RATING                                                                               \
    "r.game, r.level, r.rating, r.deviation, r.volatility, r.matches, r.won, r.lost, r.drawn,"     \
    " r.at, p.id, p.kind, p.name"
#define CLUBS_STEP "match, seat, player, game, level, at, rating, deviation, change"

#define CLUBS_CUP                                                                                  \
    "c.id, c.kind, c.state, c.name, c.text, c.game, c.width, c.height, c.swap, c.jacked, c.clock," \
    " c.rated, c.rounds, c.round, c.players_min, c.players_max, c.steps, c.created_at,"            \
    " c.starts_at, c.started_at, c.ends_at, c.finished_at, c.wake_at, p.id, p.kind, p.name,"       \
    " (SELECT count(*) FROM cup_player n WHERE n.cup = c.id)"
#define CLUBS_CUP_FROM " FROM cup c JOIN player p ON p.id = c.creator"

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
    X(CUP_ADD,                                                                                     \
      "INSERT INTO cup (creator, kind, state, name, text, game, width, height, swap, jacked,"      \
      " clock, rated, rounds, players_min, players_max, steps, created_at, starts_at, ends_at,"    \
      " wake_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"   \
      " $17, $18, $19, $20) RETURNING id")                                                         \
    X(CUP_GET, "SELECT " CLUBS_CUP CLUBS_CUP_FROM " WHERE c.id = $1")                              \
    X(CUP_UPDATE, "UPDATE cup SET state = $1, rounds = $2, round = $3, started_at = $4,"           \
                  " finished_at = $5, wake_at = $6 WHERE id = $7")                                 \
    X(CUPS, "SELECT " CLUBS_CUP CLUBS_CUP_FROM " WHERE c.id < $1 AND ($2 = '' OR c.state = $2)"    \
            " AND ($3 = '' OR c.game = $3) ORDER BY c.id DESC LIMIT $4")                           \
    X(CUPS_DUE,                                                                                    \
      "SELECT id FROM cup WHERE wake_at > 0 AND wake_at <= $1 ORDER BY wake_at LIMIT $2")          \
    X(CUP_WAKE, "SELECT coalesce(min(wake_at), 0) FROM cup WHERE wake_at > 0")                     \
    X(CUPS_OPEN, "SELECT count(*) FROM cup WHERE creator = $1 AND state = 'open'")                 \
    X(CUP_JOIN, "INSERT INTO cup_player (cup, player, place, joined_at, withdrawn)"                \
                " VALUES ($1, $2, $3, $4, 0)")                                                     \
    X(CUP_LEAVE, "DELETE FROM cup_player WHERE cup = $1 AND player = $2")                          \
    X(CUP_PLAYER_UPDATE, "UPDATE cup_player SET place = $1, withdrawn = $2"                        \
                         " WHERE cup = $3 AND player = $4")                                        \
    X(CUP_PLAYERS, "SELECT c.place, c.withdrawn, p.id, p.kind, p.name FROM cup_player c"           \
                   " JOIN player p ON p.id = c.player WHERE c.cup = $1 ORDER BY c.place, p.id")    \
    X(CUP_GAME_ADD, "INSERT INTO cup_game (cup, round, board, match, a, b, result)"                \
                    " VALUES ($1, $2, $3, $4, $5, $6, $7)")                                        \
    X(CUP_GAME_RESULT, "UPDATE cup_game SET result = $1 WHERE cup = $2 AND match = $3")            \
    X(CUP_GAMES, "SELECT round, board, match, a, b, result FROM cup_game WHERE cup = $1"           \
                 " ORDER BY round, board")                                                         \
    X(RATINGS_FORGET, "DELETE FROM rating WHERE player = $1")                                      \
    X(STEPS_FORGET, "DELETE FROM rating_step WHERE player = $1")

enum clubs_query {
    CLUBS_BEFORE = STORE_QUERY_CLUBS - 1,
#define CLUBS_ENUM(name, sql) CLUBS_##name,
    CLUBS_SQL(CLUBS_ENUM)
#undef CLUBS_ENUM
        CLUBS_END
};
_Static_assert((int)CLUBS_END <= (int)STORE_QUERY_ALLOWANCE, "too many queries of clubs.c");

#endif
