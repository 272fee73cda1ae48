/* ratings.h - the effect of a finished match on ratings (docs/RATINGS.md), and their views in the
 * API.
 *
 * A match counts when it is rated and long enough (ratings_count). Among three or four seats
 * everybody is compared with everybody else. Members and the engine's levels are rated
 * apart: a match against the engine changes the engine's rating at that level only.
 *
 * So that players do not gain by playing against a second account of their own, some results count
 * less: those of pairs that play often, of unknown players against each other, and of well-known
 * players against unknown ones. */
#ifndef RATINGS_H
#define RATINGS_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "store/ratings/rating.h"
#include "store/tournaments/tournament.h"

struct work;

enum {
    RATINGS_PROVISIONAL = 110, /* points of deviation from which on a rating is provisional */
    RATINGS_KNOWN = 109499,    /* the largest that is not, in thousandths: it is shown rounded */
};

/* Whether the match has been rated, or will be by its end: it is rated, and long enough if it did
 * not end by the rules (setup_rated_plies). */
bool ratings_count(const struct store_match *m);

/* Rates the finished match w->m, if it counts; *told gets [{"seat":…}] or null. */
MUST_USE int ratings_apply(struct work *w, json_t **told);

/* Takes the match w->m out of the ratings. Those of later matches of its game are then computed
 * again by ratings_redo. ERR_NOT_FOUND: it was not rated. */
MUST_USE int ratings_annul(struct work *w);
/* A slice of that, in a transaction; 1: more may follow, 0: all ratings are right. While it is
 * under way, matches that end are rated as ratings stand, and come to their turn, too. */
MUST_USE int ratings_redo(struct store *store);

/* Compares two seats of a finished match: 2 if `seat` did better, 1 for a draw, 0 if `other` did
 * better. */
int ratings_compare(const struct store_match *m, int seat, int other);

/* New references; NULL with *err set. */
struct ratings_ask {
    const char *game;
    bool bots, provisional;
    const char *after; /* the cursor of the former page, or NULL */
    int limit;
};
/* ERR_RANGE: `after` is no cursor. */
json_t *reader_ranking(struct reader *r, const struct ratings_ask *ask, int *err);
json_t *reader_ratings(struct reader *r, const char *name, int *err);
json_t *reader_rating_history(struct reader *r, const char *name, const char *game, int64_t since,
                              int *err);
/* Sets "rating" of each seat in a view of the match: {"points":1512,"provisional":false} of members
 * and of the engine's levels, as it is now, or null. Costs a query for each seat. */
MUST_USE int ratings_show(struct store *s, const struct store_match *m, json_t *view);
/* {"game","points","provisional"}, or null for a player without (game ""). */
json_t *view_rating_most(const struct rating *r);
/* Sets that member of a view to a player's rating in a game, as ratings_show; level 0: not of a
 * level. One query. */
MUST_USE int ratings_show_player(struct store *s, int64_t player, const char *game, int level,
                                 json_t *view, const char *member);
/* Sets "rating" of each row's "player", a member or a guest, in a game; a query for each. */
MUST_USE int ratings_show_players(struct store *s, const char *game, json_t *rows);
/* Sets "rating" of each row of a tournament's standings, as above; one query. */
MUST_USE int ratings_show_entrants(struct store *s, int64_t tournament, const char *game,
                                   json_t *standings);
/* What the asker's rating would change by if they won, drew or lost this match, also when they took
 * its one free seat: {"won":8,"drawn":0,"lost":-9}, "drawn" only where the game has draws. null:
 * they cannot play in it, or it does not change their rating. */
MUST_USE int ratings_stakes(struct store *s, const struct store_match *m, int64_t asker,
                            int64_t now, json_t **out);
/* [{"seat":1,"before":…,"after":…}], or null when the match was not rated. */
json_t *ratings_of_match(struct store *s, int64_t match);

/* Points and deviation as people read them: whole numbers. */
int ratings_points(int64_t thousandths);

#endif
