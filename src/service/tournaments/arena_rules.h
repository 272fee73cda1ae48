/* arena_rules.h - the points and pairings of arena tournaments: pure functions over small arrays.
 *
 * A win is worth 2 points, a draw 1. After two wins in a row a player is on a streak: wins count 4
 * and draws 2, until a match is not won. Standings are by points, then wins, then performance: the
 * mean over all matches of the opponent's rating, 500 more for a win and 500 less for a loss.
 *
 * Pairing: neighbours in the standings of those who wait meet; among equal points the neighbours in
 * rating. With an odd number the player who has waited least waits on. Two players meet twice in a
 * row only if no others wait, and only when both have waited for long enough. The player who has
 * had the first move less often gets it. Cost: O(n log n). */
#ifndef ARENA_RULES_H
#define ARENA_RULES_H
#include "base/macros.h"
#include "service/matches/clock.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    ARENA_RULES_PLAYERS_MAX = 500,
    ARENA_RULES_STREAK = 2,  /* wins in a row */
    ARENA_RULES_BERSERK = 1, /* more points for a win with half the time */
    ARENA_RULES_MINUTES_MIN = 5,
    ARENA_RULES_MINUTES_MAX = 360,
    /* A player has at most this time for this number of moves. */
    ARENA_RULES_MATCH_MINUTES = 30,
    ARENA_RULES_MATCH_MOVES = 40
};

struct arena_score {
    int points, streak; /* streak: wins in a row up to now */
    int won, lost, drawn;
    int64_t performance; /* the sum over all matches */
};

/* Counts a match: `half_points` of the player (2, 1, 0), and the opponent's rating. */
void arena_rules_count(struct arena_score *s, int half_points, int64_t rating);
bool arena_rules_on_streak(const struct arena_score *s);
/* The mean; 0 before the first match. */
int64_t arena_rules_performance(const struct arena_score *s);
/* Negative: a stands before b; 0: they share a rank. */
int arena_rules_compare(const struct arena_score *a, const struct arena_score *b);

/* Whether matches with this clock end soon enough; if not, *why says what is allowed. */
MUST_USE int arena_rules_clock(const struct clock_rule *r, struct text *why);

/* A player who waits for a match. */
struct arena_waiting {
    int64_t player, opponent; /* the opponent of the last match, 0: none */
    int64_t rating, free_at;  /* ms: since when they wait */
    int who;                  /* the caller's, e.g. an index */
    int points;
    int balance;      /* first moves less second moves */
    bool moved_first; /* in the last match */
};
struct arena_pair {
    int a, b; /* indices; a moves first */
};
/* Sorts the players and pairs them; returns the number of pairs. Two players who met last may meet
 * again when both have waited since `patient` or before. */
int arena_rules_pair(struct arena_waiting *w, int n, int64_t patient,
                     struct arena_pair out[ARENA_RULES_PLAYERS_MAX / 2]);

#endif
