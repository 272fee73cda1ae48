/* leaving.h - how a player is deleted.
 *
 * What says who they are and what lets them in goes in the order's own transaction: password,
 * sessions, addresses, and the name, which the player's row then no longer has. Their matches end
 * (running ones are resigned, open ones called off), and what grew with every match or puzzle is
 * deleted. There may be thousands of both, and moves must not wait for them. So the order does the
 * first part, and a chore (chores.h) the others, each in a transaction of its own. How far it is
 * stands in the store (store/people/leavers.h), and so the next server continues after a crash.
 * Ratings go last, because the opponents in the matches are rated against them. */
#ifndef LEAVING_H
#define LEAVING_H
#include "base/macros.h"

struct store_player;
struct work;

/* Forgets a player, whose matches stay under another name. Refuses the last administrator. Part of
 * a task. */
MUST_USE int leaving_begin(struct work *w, const struct store_player *p);
/* The same for the asker, as a task. context: a struct account_act, whose password is checked
 * again. */
int leaving_delete(struct work *w, void *context);
/* The same where the face has checked the password. context: not used. */
int leaving_task(struct work *w, void *context);

/* Does a part for somebody who leaves: 1 when there is more to do, 0, or a negative error. */
MUST_USE int leaving_part(struct work *w);

#endif
