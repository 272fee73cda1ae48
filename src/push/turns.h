/* turns.h - which browser is delivered to next, of those for which a message waits. No network, no
 * store and no clock, so that a test can run it in simulated time.
 *
 * A subscriber chooses the address to which the server delivers, and a server at that address may
 * stay silent. So deliveries run side by side in slots, and each of these may hold only some:
 *
 *     all                                      TURNS_N
 *     push services that are not well known    TURNS_PROVEN
 *     sites that have not answered yet         TURNS_STRANGE
 *     one site: strange, proven, well known    2, 4, 16 (a site: the end of the host's name, and
 *                                              its port)
 *     one player                               2
 *     one browser                              1
 *
 * Who finds no slot takes that of the longest delivery that has run for TURNS_PATIENCE_MS, if its
 * player has more slots than the newcomer's. Among browsers that wait, the one comes first whose
 * player has used least time (as in fair.h, start-time fair queuing). */
#ifndef TURNS_H
#define TURNS_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    TURNS_N = 32,
    TURNS_PROVEN = 24,
    TURNS_STRANGE = 12,
    TURNS_PATIENCE_MS = 1000,
    TURNS_MISSES = 12, /* without an answer in a row: the browser is given up */
};

struct turns; /* opaque */

/* A delivery. */
struct turn {
    int64_t browser, player;
    uint64_t site;
    bool famous; /* the site is a well-known push service */
};

MUST_USE struct turns *turns_new(void); /* NULL: memory is short */
void turns_free(struct turns *t);

/* The delivery of a player's browser at that URL. */
struct turn turns_of(int64_t browser, int64_t player, const char *endpoint);

enum turns_say {
    TURNS_BEGIN,   /* *slot is taken */
    TURNS_INSTEAD, /* end the delivery in *slot (turns_end), then ask again */
    TURNS_WAIT,
};
MUST_USE enum turns_say turns_ask(struct turns *t, const struct turn *who, int64_t now_ms,
                                  int *slot);
/* The delivery in a slot is over. Returns how many in a row to the same browser had no answer, as
 * far as is known. */
int turns_end(struct turns *t, int slot, bool answered, int64_t now_ms);
bool turns_busy(const struct turns *t, int slot);
/* The time (ms) that the player's deliveries have used: the lower, the sooner is the next. */
int64_t turns_used(const struct turns *t, int64_t player);

#endif
