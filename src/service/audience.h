/* audience.h - what of a match somebody may see: one view for each audience, which every face uses
 * before it shows a row, draws a board or writes a line.
 *
 * Nobody but its players, those who are asked, its creator, and who has the invitation sees a
 * private match; who does not play in a match with a delay sees it as it was (delay.h). */
#ifndef AUDIENCE_H
#define AUDIENCE_H
#include "service/service.h"

/* Whether the viewer (0: a stranger) may know of the match. invite: NULL for none. */
bool audience_may_see(const struct store_match *m, int64_t viewer, const char *invite);
/* Makes of the row what the viewer may see; false when that is nothing. */
MUST_USE bool audience_view(struct store_match *m, int64_t viewer, const char *invite);
/* The same for a list, in place; returns how many are left. waits: only those whose turn it is for
 * a player are wanted, and so none whose turn the viewer may not know. */
int audience_list(struct store_match *list, int n, int64_t viewer, bool waits);

#endif
