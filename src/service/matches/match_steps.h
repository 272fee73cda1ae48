/* match_steps.h - the steps of a match: a move is played, offers lapse, a seat leaves, the match
 * ends.
 *
 * Orders (play.c, offers.c) consist of these steps, inside one transaction. *p is the position of
 * w->m; a change of the match is kept by match_steps_settle, or by match_steps_tell_offers where
 * only offers changed. Every failure loses the transaction; a refusal undoes only the order. */
#ifndef MATCH_STEPS_H
#define MATCH_STEPS_H
#include "rules/position.h"
#include "service/core/service_int.h"

/* The seat that acts for a player who has these: the one to move, else the first. */
int match_steps_acting_seat(const struct store_match *m, unsigned mine);
/* Finds the asker's seats in a running match; refuses if the asker has none there. */
MUST_USE int match_steps_need_seat(struct work *w, unsigned *mine);

/* Plays one legal move: the store's row, and the event `move`, whose number goes to *event (may
 * be NULL). */
MUST_USE int match_steps_play(struct work *w, struct position *p, move_t move, int64_t *event);
/* After a move: seats that have resigned pass, and conditional moves are played. */
MUST_USE int match_steps_go_on(struct work *w, struct position *p);
/* Copies from the position to the match: the side to move, or how it ended. */
void match_steps_follow(struct store_match *m, const struct position *p);
/* Ends the match for a reason outside its rules; winner_seat 0: no winner. */
void match_steps_end(struct store_match *m, const struct position *p, enum end_reason reason,
                     int winner_seat);
/* Takes a seat out of the match: it has resigned, or its time has run out. */
MUST_USE int match_steps_leave(struct work *w, int seat, enum end_reason reason);

/* Offers when a seat moves: a draw offer of another ends, and its own request to take back. */
void match_steps_age_offers(struct store_match *m, int mover);
void match_steps_clear_offers(struct store_match *m);
/* Stores and publishes the offers of the match, and the asker's action (may be NULL). */
MUST_USE int match_steps_tell_offers(struct work *w, const struct offer_told *told);

/* Tells the player to move that it is their turn. */
MUST_USE int match_steps_tell_turn(struct work *w);
/* Writes the match; publishes its end or the turn; keeps the position. */
MUST_USE int match_steps_settle(struct work *w, const struct position *p);

#endif
