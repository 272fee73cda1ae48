/* delay.h - spectators of a match with a delay see it later: so many plies, or so long.
 *
 * m.told_ply is the last ply that they have been told; nothing after it is in any answer or event
 * for who does not play. Players of such a match listen to a topic of their own (topic_inside), and
 * what they hear at once is told to the others by delay_release: with later moves, when its time
 * has come (m.release_at), and all of it when the match ends. Matches without a delay pay
 * nothing. */
#ifndef DELAY_H
#define DELAY_H
#include "service/service.h"

struct work;

/* Whether something may be held back from who does not play. */
static inline bool delay_holds(const struct store_match *m)
{
    return (m->delay_plies != 0 || m->delay_ms != 0) && m->state == MATCH_RUNNING;
}
/* Whether the player sees the match as it is: he plays in it. */
bool delay_inside(const struct store_match *m, int64_t player);
/* Makes of the row what who does not play may see now. */
void delay_hide(struct store_match *m);

/* Tells the others what they may see by now; the caller writes the match. */
MUST_USE int delay_release(struct work *w);

#endif
