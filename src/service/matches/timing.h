/* timing.h - the clocks of matches: when they run, stand, and run out (service/matches/clock.h
 * counts).
 *
 * The clock of the seat to move runs while m.clock_at is not 0; then m.deadline is the last good
 * millisecond. m.wake_at is when the writer must look at the match: to remind, to end it, or
 * because a vacation is over. A match without a clock has all three 0 and costs nothing here.
 *
 *     timing_go     stands -> runs, unless paused, the player is on vacation, or the match waits
 *                   for its players (timing_hold)
 *     timing_stop   runs -> stands, elapsed time charged
 *     timing_moved stop, plus the time that a move adds
 *
 * The caller writes the match row; seats are written here. All of it runs on the writer thread. */
#ifndef TIMING_H
#define TIMING_H
#include "service/core/service.h"
#include "service/matches/clock.h"

struct work;

/* Whether the match has a clock; *rule gets it. */
bool timing_rule(const struct store_match *m, struct clock_rule *rule);

/* Fills in the clock of every seat of a new match. */
void timing_fill(struct store_match *m);

/* Reads the vacations of the players of a match that begins, if it has a slow clock. */
MUST_USE int timing_begin(struct work *w);

/* Lets the first clock of a live match with a grace wait for the players. Bots are here. */
void timing_hold(struct work *w);
/* The players of these seats are here. Returns whether that was news and the clock may now run: the
 * caller calls timing_go. */
bool timing_come(struct work *w, unsigned seats);
/* The time of the seat to move is over. If its player has no connection and a grace that was not
 * used in this match, the clock gets that; then 1, with everything written and told. */
MUST_USE int timing_spare(struct work *w);

void timing_go(struct work *w);
MUST_USE int timing_stop(struct work *w);
MUST_USE int timing_moved(struct work *w);

/* Whether the time of the one to move is over now. */
bool timing_is_over(const struct work *w);

/* The event `clock`. */
MUST_USE int timing_tell(struct work *w);

enum {
    TIMING_GIVEN_MS = 15 * 1000,
    TIMING_GIVEN_MAX_MS = 10 * 60 * 1000, /* more than at the start; then no more can be given */
};
/* ORDER_GIVE: TIMING_GIVEN_MS more for each of the others, in a live match of no tournament. */
MUST_USE int timing_give(struct work *w, unsigned mine, unsigned active);
/* ORDER_BERSERK: in an arena, before one's first move: half of one's time, and none is added with
 * moves; a win is worth a point more (service/tournaments/arenas.h). */
MUST_USE int timing_berserk(struct work *w, unsigned mine);

/* Orders: pause, resume, and vacation. */
MUST_USE int timing_pause(struct work *w, unsigned mine, unsigned active);
MUST_USE int timing_resume(struct work *w);
MUST_USE int timing_vacation(struct work *w);

/* Updates a stored vacation to the present: it may be over, and a new year brings new days. */
void vacation_now(struct store_vacation *v, int64_t now);

#endif
