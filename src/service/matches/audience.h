/* audience.h - the part of a match that a viewer may see: one view for each audience. Every face
 * uses it before it shows a row, draws a board or writes a line.
 *
 * Only the players, the invited players, the creator, and anyone with the invitation may see a
 * private match. Spectators of a match with a delay see an earlier state (delay.h). */
#ifndef AUDIENCE_H
#define AUDIENCE_H
#include "service/core/service.h"

/* Whether the viewer (0: a stranger) may know of the match. invite: NULL for none. */
bool audience_may_see(const struct store_match *m, int64_t viewer, const char *invite);
/* Removes from the row what the viewer may not see; false if the viewer may see nothing of it. */
MUST_USE bool audience_view(struct store_match *m, int64_t viewer, const char *invite);
/* The same for a list, in place; returns how many are left. waits: the list has the matches in
 * which it is the turn of one player, so those whose turn the viewer may not know are left out. */
int audience_list(struct store_match *list, int n, int64_t viewer, bool waits);

/* The chat of the spectators. While the match runs, members who do not sit in it read and write it;
 * the players must not learn from it what spectators see in their position. Afterwards everyone who
 * may see the match reads it, and members who did not play can still write. A running match with a
 * delay has no such chat: a player with a second account could reveal the moves that are held back.
 *
 * audience_may_see is asked first. */
bool audience_reads_spectators(const struct store_match *m, const struct store_player *asker);
bool audience_writes_spectators(const struct store_match *m, const struct store_player *asker);

#endif
