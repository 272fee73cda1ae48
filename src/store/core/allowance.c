#include "store/core/allowance.h"

#include "store/core/queries.h"
#include <stdio.h>

static int look(struct store *s, const struct allowance *a, const char *key, int64_t now, int64_t n,
                int64_t *full_at, int64_t *wait_ms)
{
    int64_t at = 0;
    int err = store_done(store_query(s, store_on_int, &at, Q_ALLOWANCE_GET, key));
    if (err < 0)
        return err;
    *full_at = (at > now ? at : now) + n * a->refill_ms; /* with n tokens less */
    *wait_ms = *full_at - now - a->burst * a->refill_ms;
    if (*wait_ms < 0)
        *wait_ms = 0;
    return 0;
}

int allowance_look(struct store *s, const struct allowance *a, const char *key, int64_t now,
                   int64_t *wait_ms)
{
    int64_t full_at;
    return look(s, a, key, now, 1, &full_at, wait_ms);
}

int allowance_take(struct store *s, const struct allowance *a, const char *key, int64_t now,
                   int64_t *wait_ms)
{
    return allowance_take_many(s, a, key, now, 1, wait_ms);
}

int allowance_take_many(struct store *s, const struct allowance *a, const char *key, int64_t now,
                        int64_t n, int64_t *wait_ms)
{
    int64_t full_at;
    int err = look(s, a, key, now, n < a->burst ? n : a->burst, &full_at, wait_ms);
    if (err < 0 || *wait_ms > 0)
        return err;
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PUT, key, full_at));
}

int allowance_give(struct store *s, const struct allowance *a, const char *key)
{
    int64_t at = 0;
    int err = store_done(store_query(s, store_on_int, &at, Q_ALLOWANCE_GET, key));
    if (err < 0 || at == 0)
        return err;
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PUT, key, at - a->refill_ms));
}

int allowances_trim(struct store *s, int64_t now)
{
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_TRIM, now));
}

int place_put(struct store *s, int64_t player, const char *hash, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PLACE_PUT, player, hash, at));
}

int place_known(struct store *s, int64_t player, const char *hash, bool *known)
{
    int64_t at;
    int rows = store_query(s, store_on_int, &at, Q_ALLOWANCE_PLACE_GET, player, hash);
    *known = rows > 0;
    return store_done(rows);
}

int place_payer_put(struct store *s, int64_t player, const char *payer, int64_t at)
{
    int err = store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PAYER_CUT, player));
    return err < 0 ? err : place_put(s, player, payer, at);
}

static void on_payer(void *context, const struct store *s, void *row)
{
    snprintf(context, PLACE_PAYER_BYTES, "%s", store_row_text(s, row, 0));
}

int place_payer(struct store *s, int64_t player, char out[PLACE_PAYER_BYTES])
{
    out[0] = '\0';
    return store_done(store_query(s, on_payer, out, Q_ALLOWANCE_PAYER, player));
}

int places_shared(struct store *s, int64_t a, int64_t b, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_ALLOWANCE_PLACES_SHARED, a, b));
}

int places_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PLACES_FORGET, player));
}

int places_trim(struct store *s, int64_t before_ms)
{
    return store_done(store_query(s, NULL, NULL, Q_ALLOWANCE_PLACES_TRIM, before_ms));
}
