/* quick.h - quick pairing: players who want to play now, each paired with a player who wants the
 * same.
 *
 * A wish is a game, a board and a clock, or any game and board and a clock. It is live state, not
 * in the store: the process that was asked keeps it in memory. It ends when its player has no
 * stream of their own events for QUICK_SILENT_MS, is paired, or says so. Members are paired with
 * members, rated; guests with guests, unrated; no player with one whom either has blocked. How far
 * ratings may lie apart begins at QUICK_POINTS and widens by QUICK_POINTS_S with each second of
 * the longer wait.
 *
 * Processes of one site tell each other their wishes (remote_presence.h). If two players are at
 * different processes, the process of the player with the smaller number pairs them. The other one
 * reads the event in the transaction in which it would pair one of them itself, so no player is
 * paired twice.
 *
 * The writer thread alone changes the wishes of this process; other threads may count them. */
#ifndef QUICK_H
#define QUICK_H
#include "service/core/order.h"
#include "service/matches/quick_wishes.h"

enum {
    QUICK_POINTS = 150,
    QUICK_POINTS_S = 10,
    QUICK_SILENT_MS = 15 * 1000,
};

struct work;

/* An ORDER_BATCH of its asker; context is a struct quick_act. A player has one wish: a new one
 * replaces the old. out.id becomes the match if a partner is waiting already. */
MUST_USE int quick_apply(struct work *w, void *context);

/* Called regularly, on the writer thread: forgets players who have left, and looks for two whose
 * ratings are now near enough. Returns true with *pair set to the order of one of them, which the
 * caller must run. */
MUST_USE bool quick_tick(struct service *s, struct order *pair);

/* How long two players wait for each other's ratings to be near enough: whether they are. */
bool quick_fits(int64_t rating, int64_t other, int64_t waited_ms);

/* [{"game":…,"width":…,"height":…,"any":…,"clock":{…},"n":…,
 * "members":…}]; a new reference. */
json_t *quick_counts(struct service *s);

#endif
