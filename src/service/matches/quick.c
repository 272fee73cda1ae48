/* quick.c - quick pairing (quick.h). */
#include "service/matches/quick.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/ratings/glicko.h"
#include "store/community/social.h"
#include "store/ratings/rating.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINT = 1000 }; /* ratings of the store are thousandths */

bool quick_fits(int64_t rating, int64_t other, int64_t waited_ms)
{
    int64_t apart = rating < other ? other - rating : rating - other;
    return apart <= ((int64_t)QUICK_POINTS + QUICK_POINTS_S * (waited_ms / 1000)) * POINT;
}

/* Whether two wishes fit each other, apart from blocks. */
static bool suits(const struct quick_wish *a, const struct quick_wish *b, int64_t now)
{
    int64_t since = a->since < b->since ? a->since : b->since;
    return a->player.id != b->player.id && a->player.kind == b->player.kind &&
           quick_wishes_fit(&a->act, &b->act) && quick_fits(a->rating, b->rating, now - since);
}

/* 1: neither has blocked the other. */
static int may_meet(struct store *store, int64_t a, int64_t b)
{
    bool one = false;
    bool two = false;
    int err = social_blocks(store, a, b, &one);
    if (err == 0)
        err = social_blocks(store, b, a, &two);
    return err < 0 ? err : !one && !two;
}

static int64_t apart(const struct quick_wish *a, const struct quick_wish *b)
{
    return a->rating < b->rating ? b->rating - a->rating : a->rating - b->rating;
}

/* Finds the most suitable waiting partner: 1 with *out set, 0 if there is none, or the store's
 * error. */
static int partner(struct work *w, const struct quick_wish *wish, struct quick_wish **out)
{
    struct quick_wishes *q = w->s->quick;
    int64_t now = service_steady(w->s);
    *out = NULL;
    for (int i = 0; i < q->n; i++) {
        struct quick_wish *other = &q->wishes[i];
        if (!suits(wish, other, now) || (*out != NULL && apart(wish, other) >= apart(wish, *out)))
            continue;
        int may = may_meet(w->s->store, wish->player.id, other->player.id);
        if (may < 0)
            return may;
        if (may > 0)
            *out = other;
    }
    return *out != NULL;
}

static int run(struct work *w, struct order *order)
{
    int err = batch_run(w, order);
    if (err == 0 && order->out.kind != OUTCOME_DONE)
        err = work_refuse(w, order->out.kind, "%s", order->out.detail);
    return err;
}

/* The match of two who have found each other: sides by lot. */
static int begin_match(struct work *w, const struct quick_wish *one, const struct quick_wish *two)
{
    struct order order = {.kind = ORDER_CREATE, .asker = one->player};
    /* If any game will do for both, the one that has waited longer chooses. */
    order.u.create.setup = one->act.any ? two->act.setup : one->act.setup;
    order.u.create.clock = one->act.clock;
    order.u.create.wishes[0].kind = WISH_ME;
    order.u.create.wishes[1].kind = WISH_OPEN;
    order.u.create.shuffle = true;
    order.u.create.rated = one->player.kind == PLAYER_MEMBER;
    int err = run(w, &order);
    int64_t match = order.out.match;
    outcome_free(&order.out);
    if (err < 0)
        return err;
    order = (struct order){.kind = ORDER_JOIN, .asker = two->player, .match = match};
    err = run(w, &order);
    outcome_free(&order.out);
    if (err < 0)
        return err;
    w->m.id = match;
    err = work_tell(w, EVENT_PAIRED, json_object(), 0, one->player.id, NULL);
    if (err == 0)
        err = work_tell(w, EVENT_PAIRED, json_object(), 0, two->player.id, NULL);
    w->order->out.id = match;
    w->order->out.match = match;
    return err;
}

static void forget_silent(struct service *s, int64_t now)
{
    struct quick_wishes *q = s->quick;
    for (int i = 0; i < q->n;) {
        struct quick_wish *wish = &q->wishes[i];
        if (hub_hears(s->hub, topic_player(wish->player.id), wish->player.id))
            wish->heard = now;
        if (now - wish->heard > QUICK_SILENT_MS)
            quick_wishes_forget(q, wish->player.id);
        else
            i++;
    }
}

int quick_apply(struct work *w, void *context)
{
    const struct quick_act *act = context;
    struct quick_wishes *q = w->s->quick;
    int64_t now = service_steady(w->s);
    quick_wishes_forget_void(q);
    struct quick_wish *known = quick_wishes_find(q, w->order->asker.id);
    if (!act->ends && known != NULL && quick_wishes_same(&known->act, act)) {
        known->heard = now;
        return 0;
    }
    if (known != NULL)
        quick_wishes_forget(q, w->order->asker.id);
    int64_t since = quick_wishes_moved_here(q, w->order->asker.id, act, now);
    if (act->ends)
        return 0;
    forget_silent(w->s, now); /* so that no player is paired with one who has left */
    if (q->n == QUICK_MAX)
        return work_refuse(w, OUTCOME_BUSY,
                           "Too many players are looking for an opponent. "
                           "Try again soon, or offer a seat in the lobby.");
    struct quick_wish wish = {.player = w->order->asker, .act = *act, .since = since, .heard = now};
    struct rating rating = {.rating =
                                (int64_t)GLICKO_RATING * POINT}; /* of a player who has none */
    int err = rating_get(w->s->store, wish.player.id, games[act->setup.game]->name, 0, &rating);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    wish.rating = rating.rating;
    struct quick_wish *other;
    err = partner(w, &wish, &other);
    if (err < 0)
        return err;
    if (err == 0) {
        quick_wishes_add(q, &wish);
        return 0;
    }
    const struct quick_wish two = *other;
    err = begin_match(w, &wish, &two);
    if (err == 0) {
        quick_wishes_paired(w->s, wish.player.id);
        quick_wishes_paired(w->s, two.player.id);
    }
    return err;
}

/* Inside the order that quick_tick has made. The store has told of all matches that other processes
 * have made before (peers.c), so both wishes are still open. */
static int apply_pair(struct work *w, void *context)
{
    struct quick_wishes *q = context;
    struct quick_wish one;
    struct quick_wish two;
    if (quick_wishes_find(q, q->next.a) == NULL || !quick_wishes_find_any(q, q->next.a, &one) ||
        !quick_wishes_find_any(q, q->next.b, &two))
        return 0;
    int may = may_meet(w->s->store, one.player.id, two.player.id);
    if (may <= 0)
        return may;
    int err = store_player_get(w->s->store, two.player.id, &two.player); /* has no name from afar */
    if (err < 0)
        return err;
    quick_wishes_paired(w->s, one.player.id);
    quick_wishes_paired(w->s, two.player.id);
    return begin_match(w, &one, &two);
}

/* Under the mutex. Finds the next pair after the last one that was tried; false if none is left. */
static bool next_pair(struct quick_wishes *q, int64_t now, bool passed)
{
    for (int i = 0; i < q->n; i++) {
        for (int k = i + 1; k < q->n + q->far_n; k++) {
            const struct quick_wish *a = &q->wishes[i];
            const struct quick_wish *b = quick_wishes_candidate(q, k);
            bool last = a->player.id == q->next.a && b->player.id == q->next.b;
            bool ours = k < q->n || a->player.id < b->player.id;
            if (passed && ours && suits(a, b, now)) {
                q->next.a = a->player.id;
                q->next.b = b->player.id;
                return true;
            }
            passed = passed || last;
        }
    }
    return false;
}

bool quick_tick(struct service *s, struct order *pair)
{
    struct quick_wishes *q = s->quick;
    struct quick_wish wish;
    int64_t now = service_steady(s);
    quick_wishes_forget_void(q);
    if (q->n == 0)
        return false;
    forget_silent(s, now);
    /* Blocks are only checked in the transaction. A blocked pair must not hide other pairs, so the
     * search continues after the last pair that was tried. */
    bool passed = q->next.a == 0 || quick_wishes_find(q, q->next.a) == NULL ||
                  !quick_wishes_find_any(q, q->next.b, &wish);
    (void)pthread_mutex_lock(&q->mutex);
    bool found = next_pair(q, now, passed) || next_pair(q, now, true);
    (void)pthread_mutex_unlock(&q->mutex);
    if (!found)
        return false;
    *pair = (struct order){.kind = ORDER_BATCH, .asker = quick_wishes_find(q, q->next.a)->player};
    pair->u.batch.apply = apply_pair;
    pair->u.batch.context = q;
    return true;
}

json_t *quick_counts(struct service *s)
{
    struct quick_wishes *q = s->quick;
    json_t *list = json_array();
    (void)pthread_mutex_lock(&q->mutex);
    for (int i = 0; i < q->n + q->far_n; i++) {
        const struct quick_act *act = &quick_wishes_candidate(q, i)->act;
        int same = 0;
        int members = 0;
        bool first = true;
        for (int j = 0; j < q->n + q->far_n; j++) {
            bool is = quick_wishes_same(act, &quick_wishes_candidate(q, j)->act);
            first = first && (!is || j >= i);
            same += is;
            members += is && quick_wishes_candidate(q, j)->player.kind == PLAYER_MEMBER;
        }
        const struct setup *setup = &act->setup;
        if (first)
            json_array_append_new(list, JSON_OBJECT({"game", json_string(games[setup->game]->name)},
                                                    {"width", json_integer(setup->width)},
                                                    {"height", json_integer(setup->height)},
                                                    {"any", json_boolean(act->any)},
                                                    {"clock", view_clock_rule(&act->clock)},
                                                    {"n", json_integer(same)},
                                                    {"members", json_integer(members)}));
    }
    (void)pthread_mutex_unlock(&q->mutex);
    return list;
}
