#include "service/people/withdraw.h"

#include "base/err.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include <stdlib.h>

enum { AT_ONCE = 20 };

/* Runs an order of the player for each; returns how many were done. */
static int each(struct work *w, const struct store_player *p, const struct store_match *list, int n,
                enum order_kind kind)
{
    int done = 0;
    for (int i = 0; i < n; i++) {
        struct order o = {.kind = kind, .asker = *p, .match = list[i].id};
        int err = batch_run(w, &o);
        done += o.out.kind == OUTCOME_DONE;
        outcome_free(&o.out);
        if (err < 0)
            return err;
    }
    return done;
}

int withdraw_declines(struct work *w, const struct store_player *p)
{
    struct store_match *list = calloc(AT_ONCE, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_asked(w->s->store, p->id, AT_ONCE, list);
    int done = n > 0 ? each(w, p, list, n, ORDER_DECLINE) : n;
    free(list);
    return done < 0 ? done : n == AT_ONCE && done > 0;
}

int withdraw_calls_off(struct work *w, const struct store_player *p)
{
    const struct store_filter mine = {
        .state = MATCH_OPEN, .mine = p->id, .viewer = p->id, .limit = AT_ONCE};
    struct store_match *list = calloc(AT_ONCE, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(w->s->store, &mine, list);
    int done = n > 0 ? each(w, p, list, n, ORDER_ABORT) : n;
    free(list);
    return done < 0 ? done : n == AT_ONCE && done > 0;
}
