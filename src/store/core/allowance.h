/* allowance.h - rate limits, and the known places of players, shared by all processes of a site.
 *
 * An allowance is a number of tokens that fills up steadily. The store keeps one number for each
 * key: when it will be full again. A full one needs no row and is deleted (allowances_trim).
 *
 * A place is a browser, or an address, at which a player has given the right password; it is stored
 * as a hash. Wrong passwords of strangers do not block a player at a known place. */
#ifndef ALLOWANCE_H
#define ALLOWANCE_H
#include "store/core/store.h"

enum { ALLOWANCE_KEY_BYTES = 400 };

struct allowance {
    int burst;         /* tokens of a full one */
    int64_t refill_ms; /* in which one token comes back */
};

/* *wait_ms: 0 when there is a token, else how long until there is one. */
MUST_USE int allowance_look(struct store *s, const struct allowance *a, const char *key,
                            int64_t now, int64_t *wait_ms);
/* The same, and takes it if there is one. */
MUST_USE int allowance_take(struct store *s, const struct allowance *a, const char *key,
                            int64_t now, int64_t *wait_ms);
/* The same for n tokens at once. More than the burst: the burst, so that a full allowance always
 * suffices. */
MUST_USE int allowance_take_many(struct store *s, const struct allowance *a, const char *key,
                                 int64_t now, int64_t n, int64_t *wait_ms);
/* Gives back a token that was taken and not used. */
MUST_USE int allowance_give(struct store *s, const struct allowance *a, const char *key);
/* Forgets those that are full by then. */
MUST_USE int allowances_trim(struct store *s, int64_t now);

MUST_USE int place_put(struct store *s, int64_t player, const char *hash, int64_t at);
MUST_USE int place_known(struct store *s, int64_t player, const char *hash, bool *known);
/* The one place of a player that is a payer (quota.h), in a form that no hash has; "" for none. */
enum { PLACE_PAYER_BYTES = 24 };
MUST_USE int place_payer_put(struct store *s, int64_t player, const char *payer, int64_t at);
MUST_USE int place_payer(struct store *s, int64_t player, char out[PLACE_PAYER_BYTES]);
/* How many places two players have in common. */
MUST_USE int places_shared(struct store *s, int64_t a, int64_t b, int64_t *n);
MUST_USE int places_forget(struct store *s, int64_t player);
/* Forgets the places that were not used since. */
MUST_USE int places_trim(struct store *s, int64_t before_ms);

#endif
