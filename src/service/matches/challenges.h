/* challenges.h - matches that wait for players: invitations by name, standing seeks, rematches.
 *
 * A challenge is an open match with a seat that waits for one person; a seek is one with a seat for
 * anybody. There is one way to make either (ORDER_CREATE), and a copy of a match (rematch, standing
 * seek) is made the same way from the data of another match. Runs on the writer thread. */
#ifndef CHALLENGES_H
#define CHALLENGES_H
#include "rules/game.h"
#include "service/core/order.h"
#include "service/core/service.h"

struct work;

/* Fills one seat of a new match according to the wish. */
MUST_USE int challenges_seat(struct work *w, const struct wish *wish, int seat);
/* Whether the new match may be rated. */
MUST_USE int challenges_rated(struct work *w);
/* Plays the moves of the start position, whose match is in the store. */
MUST_USE int challenges_start(struct work *w, const move_t *moves, int n);

/* The asker takes a seat that is theirs to take; the match begins if it was the last. */
MUST_USE int challenges_take_seat(struct work *w, int seat);

/* Makes w->m, whose seats are filled, with the game, options, clock and start of `from`. */
MUST_USE int challenges_copy(struct work *w, const struct store_match *from);

/* A tournament or a simultaneous exhibition (simul, else 0) has begun w->m: tells its players,
 * except the one who began it, that they play now, wherever they are. */
MUST_USE int challenges_tell_begun(struct work *w, int64_t simul, int64_t except);

/* Begins a match of two players, a with the first move, in which all else is as in `like`; w->m is
 * it afterwards. Tells its players. */
MUST_USE int challenges_between(struct work *w, const struct store_match *like,
                                const struct store_player *a, const struct store_player *b);

/* A standing seek was taken: makes another one like it, as it was before its seats were taken. */
MUST_USE int challenges_stand(struct work *w, const struct store_match *taken, int times);

/* ORDER_ACCEPT, ORDER_DECLINE, ORDER_REMATCH. */
MUST_USE int challenges_apply(struct work *w);

/* Whether the engine takes a seat at that level; if not, *why is the sentence that refuses. */
MUST_USE int challenges_engine(const struct store_match *m, int level, struct text *why);

#endif
