/* tournament_sql.h - the queries of tournament.c, for the one list of queries in store.c. */
#ifndef TOURNAMENT_SQL_H
#define TOURNAMENT_SQL_H
#include "store/driver.h"

#define TOURNAMENT_COLUMNS                                                                         \
    "c.id, c.kind, c.state, c.name, c.text, c.game, c.width, c.height, c.swap, c.jacked, c.clock," \
    " c.rated, c.rounds, c.round, c.players_min, c.players_max, c.steps, c.created_at,"            \
    " c.starts_at, c.started_at, c.ends_at, c.finished_at, c.wake_at, p.id, p.kind, p.name,"       \
    " (SELECT count(*) FROM cup_player n WHERE n.cup = c.id)"
#define TOURNAMENT_FROM " FROM cup c JOIN player p ON p.id = c.creator"

/* X(name, SQL) */
#define TOURNAMENT_SQL(X)                                                                          \
    X(ADD,                                                                                         \
      "INSERT INTO cup (creator, kind, state, name, text, game, width, height, swap, jacked,"      \
      " clock, rated, rounds, players_min, players_max, steps, created_at, starts_at, ends_at,"    \
      " wake_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"   \
      " $17, $18, $19, $20) RETURNING id")                                                         \
    X(GET, "SELECT " TOURNAMENT_COLUMNS TOURNAMENT_FROM " WHERE c.id = $1")                        \
    X(UPDATE, "UPDATE cup SET state = $1, rounds = $2, round = $3, started_at = $4,"               \
              " finished_at = $5, wake_at = $6 WHERE id = $7")                                     \
    X(LIST, "SELECT " TOURNAMENT_COLUMNS TOURNAMENT_FROM                                           \
            " WHERE c.id < $1 AND ($2 = '' OR c.state = $2)"                                       \
            " AND ($3 = '' OR c.game = $3) ORDER BY c.id DESC LIMIT $4")                           \
    X(DUE, "SELECT id FROM cup WHERE wake_at > 0 AND wake_at <= $1 ORDER BY wake_at LIMIT $2")     \
    X(WAKE, "SELECT coalesce(min(wake_at), 0) FROM cup WHERE wake_at > 0")                         \
    X(OPEN, "SELECT count(*) FROM cup WHERE creator = $1 AND state = 'open'")                      \
    X(JOIN, "INSERT INTO cup_player (cup, player, place, joined_at, withdrawn)"                    \
            " VALUES ($1, $2, $3, $4, 0)")                                                         \
    X(LEAVE, "DELETE FROM cup_player WHERE cup = $1 AND player = $2")                              \
    X(PLAYER_UPDATE, "UPDATE cup_player SET place = $1, withdrawn = $2"                            \
                     " WHERE cup = $3 AND player = $4")                                            \
    X(PLAYERS, "SELECT c.place, c.withdrawn, p.id, p.kind, p.name FROM cup_player c"               \
               " JOIN player p ON p.id = c.player WHERE c.cup = $1 ORDER BY c.place, p.id")        \
    X(PAIRING_ADD, "INSERT INTO cup_game (cup, round, board, match, a, b, result)"                 \
                   " VALUES ($1, $2, $3, $4, $5, $6, $7)")                                         \
    X(PAIRING_RESULT, "UPDATE cup_game SET result = $1 WHERE cup = $2 AND match = $3")             \
    X(PAIRINGS, "SELECT round, board, match, a, b, result FROM cup_game WHERE cup = $1"            \
                " ORDER BY round, board")

enum tournament_query {
    TOURNAMENT_BEFORE = STORE_QUERY_TOURNAMENT - 1,
#define TOURNAMENT_ENUM(name, sql) TOURNAMENT_##name,
    TOURNAMENT_SQL(TOURNAMENT_ENUM)
#undef TOURNAMENT_ENUM
        TOURNAMENT_END
};
_Static_assert((int)TOURNAMENT_END <= (int)STORE_QUERY_ALLOWANCE,
               "too many queries of tournament.c");

#endif
