#include "service/community/friends.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/presence.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/ratings/ratings.h"
#include "store/community/follows.h"
#include "store/community/social.h"
#include "store/people/people.h"

/* Whether the player lets the asker follow them. */
static int may_follow(struct store *store, const struct store_player *asker,
                      const struct store_player *player, bool *may)
{
    struct people_account a;
    bool blocked = false;
    *may = false;
    if (asker->kind != PLAYER_MEMBER || player->kind != PLAYER_MEMBER || asker->id == player->id)
        return 0;
    int err = social_blocks(store, player->id, asker->id, &blocked);
    if (err == 0)
        err = people_account_get(store, player->id, &a);
    *may = err == 0 && !blocked && a.followable;
    return err;
}

static int begin(struct work *w, const struct store_player *player)
{
    struct store *store = w->s->store;
    const struct store_player *me = &w->order->asker;
    bool has = false;
    bool may = false;
    bool blocked = false;
    int64_t n = 0;
    if (player->id == me->id)
        return work_refuse(w, OUTCOME_RANGE, "You cannot follow yourself.");
    if (player->kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "You can follow members only, and %s is not one.",
                           player->name);
    int err = follows_has(store, me->id, player->id, &has);
    if (err < 0 || has)
        return err;
    err = social_blocks(store, me->id, player->id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_CONFLICT, "You have blocked %s. Unblock them first.",
                           player->name);
    if (err == 0)
        err = may_follow(store, me, player, &may);
    if (err == 0 && !may)
        return work_refuse(w, OUTCOME_DENIED, "%s cannot be followed.", player->name);
    if (err == 0)
        err = follows_count(store, me->id, &n);
    if (err == 0 && n >= FRIENDS_FOLLOWED_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "You follow %d players, which is the limit. Unfollow one first.",
                           FRIENDS_FOLLOWED_MAX);
    return err < 0 ? err : follows_add(store, me->id, player->id, w->now);
}

int friends_follow(struct work *w, const struct store_player *player, bool follows)
{
    return follows ? begin(w, player) : follows_end(w->s->store, w->order->asker.id, player->id);
}

int friends_tie(struct store *store, const struct store_player *asker,
                const struct store_player *player, struct friends_tie *out)
{
    struct friends_tie tie = {.follows = false};
    int err = follows_has(store, asker->id, player->id, &tie.follows);
    if (err == 0)
        err = follows_has(store, player->id, asker->id, &tie.follows_you);
    if (err == 0)
        err = may_follow(store, asker, player, &tie.may_follow);
    if (err == 0)
        *out = tie;
    return err;
}

struct friend_list {
    const struct service *s;
    json_t *out;
};

static void on_one(void *context, const struct follows_one *one)
{
    const struct friend_list *list = context;
    bool seen = one->show_seen && one->seen_at != 0;
    json_array_append_new(
        list->out,
        JSON_OBJECT(
            {"player", view_player(&one->player)}, {"since", json_integer(one->at)},
            {"friend", json_boolean(one->is_mutual)},
            {"online", json_boolean(one->show_seen && presence_is_here(list->s, one->player.id))},
            {"rating", view_rating_most(&one->rating)},
            {"seen_at", seen ? json_integer(one->seen_at - one->seen_at % HOUR_MS) : json_null()}));
}

json_t *reader_friends(struct reader *r, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    struct friend_list list = {reader_service(r), json_array()};
    *err = store_begin(store);
    if (*err == 0) {
        *err = follows_list(store, asker, on_one, &list);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"players", list.out}, {"most", json_integer(FRIENDS_FOLLOWED_MAX)});
    json_decref(list.out);
    return NULL;
}
