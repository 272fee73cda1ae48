/* withdraw.h - takes a player out of everything that has not begun, so that nobody waits for an
 * answer that cannot come: for accounts that are deleted or banned. */
#ifndef WITHDRAW_H
#define WITHDRAW_H
#include "base/macros.h"

struct store_player;
struct work;

/* Declines some of the challenges to the player; and calls off some of the player's open matches.
 * 1: there may be more, 0, or a negative error. */
MUST_USE int withdraw_declines(struct work *w, const struct store_player *p);
MUST_USE int withdraw_calls_off(struct work *w, const struct store_player *p);

#endif
