/* offers.h - agreements between the players of a match: a draw, or to take a move back.
 *
 * An offer stands in the match until all players have agreed, one declines, or it lapses
 * (match_steps_age_offers). */
#ifndef OFFERS_H
#define OFFERS_H
#include "service/core/service_int.h"

/* ORDER_DRAW and ORDER_TAKEBACK. */
MUST_USE int offers_draw(struct work *w);
MUST_USE int offers_takeback(struct work *w);

#endif
