#include "service/people/leaving.h"

#include "base/err.h"
#include "service/analysis/reviews.h"
#include "service/community/teams.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/people/accounts.h"
#include "service/people/names.h"
#include "service/people/withdraw.h"
#include "service/studies/studies.h"
#include "store/community/fairplay.h"
#include "store/community/follows.h"
#include "store/community/invitations.h"
#include "store/community/social.h"
#include "store/core/allowance.h"
#include "store/notifications/notification.h"
#include "store/people/leavers.h"
#include "store/people/mailbox.h"
#include "store/puzzles/composed.h"
#include "store/puzzles/puzzles.h"
#include "store/ratings/rating.h"
#include "store/tournaments/simuls.h"
#include "store/tournaments/tournament.h"
#include <inttypes.h>
#include <stdio.h>

enum { LOOK_MAX = 200, LEAVE_MAX = 20, DELETE_MAX = 200 }; /* of one transaction: 10 ms or so */

/* --- at once --- */

static int end_sessions(struct store *store, int64_t player)
{
    static const char *const uses[] = {"cookie", "token", "api"};
    int err = 0;
    for (size_t i = 0; err == 0 && i < ARRAY_LEN(uses); i++)
        err = people_sessions_end(store, player, uses[i], "");
    return err < 0 ? err : people_tickets_forget(store, player, "");
}

/* What says who the player is, and what lets them in or would begin a match. */
static int forget_person(struct work *w, const struct store_player *p)
{
    struct store *store = w->s->store;
    char name[STORE_NAME_BYTES];
    int err = tournament_forget(store, p->id);
    if (err == 0)
        err = simuls_forget(store, p->id, w->now);
    if (err == 0)
        err = end_sessions(store, p->id);
    if (err == 0)
        err = people_former_forget(store, p->id);
    if (err == 0)
        err = people_account_forget(store, p->id);
    if (err == 0)
        err = places_forget(store, p->id);
    if (err == 0)
        err = security_forget(store, p->id);
    if (err == 0)
        err = reviews_forget(store, p->id);
    if (err == 0)
        err = studies_forget(w, p->id);
    if (err == 0)
        err = teams_forget(w, p->id);
    if (err == 0)
        err = invitations_forget(store, p->id);
    if (err == 0)
        err = composed_forget(store, p->id);
    if (err == 0 && p->kind == PLAYER_MEMBER)
        err = accounts_name_keep(w, p->name);
    snprintf(name, sizeof name, NAMES_GONE "player-%" PRId64, p->id);
    return err < 0 ? err : mailbox_player_forget(store, p->id, name);
}

/* --- in parts --- */

static int leave(struct work *w, const struct store_player *p, const struct leaver_match *m)
{
    struct order o = {.kind = m->state == MATCH_RUNNING ? ORDER_RESIGN : ORDER_ABORT,
                      .asker = *p,
                      .match = m->id};
    int err = batch_run(w, &o);
    outcome_free(&o.out);
    return err;
}

/* Resigns running matches and calls open ones off, newest first. */
static int leave_matches(struct work *w, const struct store_player *p, struct leaver *l)
{
    struct leaver_match list[LOOK_MAX];
    int left = 0;
    int n = leavers_matches(w->s->store, l, LOOK_MAX, list);
    for (int i = 0; i < n; i++) {
        if (list[i].state == MATCH_RUNNING || list[i].state == MATCH_OPEN) {
            int err = left < LEAVE_MAX ? leave(w, p, &list[i]) : 0;
            if (err < 0 || left++ == LEAVE_MAX)
                return err;
        }
        l->below = list[i].id;
    }
    if (n >= 0 && n < LOOK_MAX)
        l->below = 0;
    return n < 0 ? n : 0;
}

static int forget_rest(struct store *store, int64_t player)
{
    int err = social_forget(store, player);
    if (err == 0)
        err = follows_forget(store, player);
    if (err == 0)
        err = notification_forget(store, player);
    if (err == 0)
        err = rating_forget(store, player);
    if (err == 0)
        err = fairplay_forget(store, player);
    if (err == 0)
        err = puzzles_forget(store, player);
    return err < 0 ? err : leavers_end(store, player);
}

static int part(struct work *w, const struct store_player *p, struct leaver *l)
{
    struct store *store = w->s->store;
    int more = 1;
    int err = withdraw_declines(w, p);
    bool challenged = err > 0;
    if (err >= 0)
        err = l->below > 0 ? leave_matches(w, p, l) : 0;
    if (err == 0 && l->below == 0 && !challenged)
        err = more = leavers_trim(store, p->id, DELETE_MAX);
    if (err >= 0)
        err = more == 0 ? forget_rest(store, p->id) : leavers_put(store, l);
    return err < 0 ? err : more;
}

int leaving_part(struct work *w)
{
    struct leaver l;
    struct store_player p;
    int err = leavers_next(w->s->store, &l);
    if (err == ERR_NOT_FOUND)
        return 0;
    if (err == 0)
        err = store_player_get(w->s->store, l.player, &p);
    if (err == 0)
        err = part(w, &p, &l);
    return err < 0 ? err : 1; /* there may be another */
}

/* --- the order --- */

int leaving_begin(struct work *w, const struct store_player *p)
{
    struct people_account account;
    struct leaver l = {.player = p->id, .below = INT64_MAX};
    int64_t administrators = 0;
    int err = people_account_get(w->s->store, p->id, &account);
    if (err == 0)
        err = people_role_count(w->s->store, ROLE_ADMINISTRATOR, &administrators);
    if (err == 0 && account.role == ROLE_ADMINISTRATOR && administrators == 1)
        return work_refuse(
            w, OUTCOME_CONFLICT,
            "You are the last administrator; make somebody else an administrator first.");
    if (err == 0)
        err = forget_person(w, p);
    if (err == 0)
        err = part(w, p, &l);
    if (err > 0)
        w->s->chores[CHORE_LEAVERS].waits = true;
    return err < 0 ? err : 0;
}

int leaving_delete(struct work *w, void *context)
{
    struct people_account account;
    int err = accounts_checked(w, context, &account);
    if (err != 0)
        return err < 0 ? err : 0;
    return leaving_begin(w, &w->order->asker);
}

int leaving_task(struct work *w, void *context)
{
    (void)context;
    return leaving_begin(w, &w->order->asker);
}
