/* statistics.h - a player's newest finished matches, with what statistics need of each: board,
 * seats, result, the other players and their ratings, and the first two moves; and sums over the
 * matches of a level of the engine. */
#ifndef STORE_STATISTICS_H
#define STORE_STATISTICS_H
#include "store/core/store.h"

/* A match of a player, with one of the other seats: a match of three or four comes as often as it
 * has other seats, one after the other. */
struct statistics_row {
    int64_t match, created_at;
    const char *game;
    int width, height, seats_n;
    bool swap, jacked;
    bool swapped;                     /* seat 2 holds side 1 */
    int start_ply, winner_seat, seat; /* seat: the player's own */
    int level;                        /* of the other, if it is the engine */
    int64_t rating, deviation;        /* the other's rating before the match, and its deviation
                                       * afterwards; thousandths, 0: the match was not rated */
    const char *moves[2];             /* the first two; "": not played */
    struct store_player other;        /* id 0: no one */
};
typedef void statistics_on_row(void *context, const struct statistics_row *row);
/* Among the newest `limit` matches of the player, those that are over, the newest first, as
 * `viewer` may know them: private matches count for their players only. Matches of a player against
 * themselves do not count. */
MUST_USE int statistics_rows(struct store *s, int64_t player, int64_t viewer, int limit,
                             statistics_on_row *on, void *context);
/* Whether the player has more matches than that, of any kind. */
MUST_USE int statistics_more(struct store *s, int64_t player, int limit, bool *more);

/* The results of a level of the engine on one board. */
struct statistics_sum {
    const char *game;
    int width, height;
    int64_t matches, won, drawn, plies, rated; /* plies: of all matches together */
};
typedef void statistics_on_sum(void *context, const struct statistics_sum *sum);
/* Among the newest `limit` matches in which the engine has a seat at that level, those that are
 * over, public and not only between levels; by game and board. */
MUST_USE int statistics_level(struct store *s, int level, int limit, statistics_on_sum *on,
                              void *context);
/* A rated one of these matches that a person won. */
struct statistics_beaten {
    int64_t match, created_at;
    const char *game;
    int64_t rating, deviation; /* of the level before the match, and its deviation afterwards */
    struct store_player player;
};
typedef void statistics_on_beaten(void *context, const struct statistics_beaten *row);
/* At most `rows` of them, where the level's rating was highest first. */
MUST_USE int statistics_beaten(struct store *s, int level, int limit, int rows,
                               statistics_on_beaten *on, void *context);
/* Whether the level has more matches than that, of any kind. */
MUST_USE int statistics_level_more(struct store *s, int level, int limit, bool *more);

#endif
