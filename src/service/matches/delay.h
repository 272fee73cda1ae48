/* delay.h - spectators of a match with a delay see it later: so many plies, or so long.
 *
 * m.told_ply is the last ply that they have seen; no answer or event for a spectator has anything
 * after it. Players of such a match listen to their own topic (topic_inside) and get events at
 * once. delay_release passes these events on to spectators: with later moves, when their time has
 * come (m.release_at), and all of them when the match ends. Matches without a delay have no extra
 * cost. */
#ifndef DELAY_H
#define DELAY_H
#include "service/core/service.h"

struct work;

/* Whether something may be held back from spectators. */
static inline bool delay_holds(const struct store_match *m)
{
    return (m->delay_plies != 0 || m->delay_ms != 0) && m->state == MATCH_RUNNING;
}
/* Whether the player sees the match without delay, because they play in it. */
bool delay_inside(const struct store_match *m, int64_t player);
/* Removes from the row what spectators may not see yet. */
void delay_hide(struct store_match *m);

/* Passes on to spectators what they may see by now; the caller writes the match. */
MUST_USE int delay_release(struct work *w);

#endif
