#include "service/analysis/reviews.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/matches/audience.h"
#include "service/matches/matches_view.h"
#include "store/analysis/reviews.h"
#include <stdio.h>
#include <string.h>

/* The match, if the asker may see it. */
static int find(struct work *w, int64_t match)
{
    int err = store_match_get(w->s->store, match, &w->m);
    if (err == 0 && !audience_view(&w->m, w->order->asker.id, NULL))
        err = ERR_NOT_FOUND;
    return err == ERR_NOT_FOUND ? work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.")
                                : err;
}

static int check_match(struct work *w)
{
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only members can ask the server's engine for a review; sign up first.");
    if (w->m.state != MATCH_FINISHED)
        return work_refuse(w, OUTCOME_CONFLICT, "Only finished matches can be reviewed.");
    if (w->m.seats_n != 2)
        return work_refuse(w, OUTCOME_RANGE, "Only matches between two players can be reviewed.");
    if (w->m.ply == 0)
        return work_refuse(w, OUTCOME_RANGE, "This match has no moves.");
    return 0;
}

/* Ends a review; it no longer counts as waiting. */
static void finish(const struct work *w, struct review *r, enum review_state state)
{
    r->state = state;
    r->player = 0;
    r->finished_at = w->now;
}

/* When the queue is full, the one who has most in it loses his newest; he sees that, may ask again,
 * and it does not count for his day. */
static int make_room(struct work *w)
{
    struct reviews_greed g;
    struct review r;
    int err = reviews_greediest(w->s->store, w->order->asker.id, &g);
    if (err == 0 && !reviews_gives_way(&g))
        return work_refuse(w, OUTCOME_BUSY,
                           "%d matches wait for their review, as many of your network as of any "
                           "other. Try again later.",
                           REVIEWS_ALL_MAX);
    if (err == 0)
        err = reviews_get(w->s->store, g.id, &r);
    if (err == 0)
        err = quota_give(w, QUOTA_REVIEW, "%lld", (long long)r.player);
    if (err < 0)
        return err;
    finish(w, &r, REVIEW_DROPPED);
    return reviews_put(w->s->store, &r);
}

static int check_limits(struct work *w)
{
    int64_t mine = 0;
    int64_t all = 0;
    int err = reviews_waiting_of(w->s->store, w->order->asker.id, &mine);
    if (err == 0)
        err = reviews_waiting(w->s->store, NULL, &all);
    if (err < 0)
        return err;
    if (mine >= REVIEWS_MINE_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "%d of your matches already wait for a review, which is the limit.",
                           REVIEWS_MINE_MAX);
    if (all >= REVIEWS_ALL_MAX)
        err = make_room(w);
    return err < 0 ? err : quota_take_of_day(w, QUOTA_REVIEW, "asked for", "reviews", "The next");
}

int reviews_ask(struct work *w, void *context)
{
    const struct review_act *a = context;
    struct review r;
    int err = find(w, a->match);
    if (err == 0)
        err = check_match(w);
    if (err < 0)
        return err;
    err = reviews_get(w->s->store, a->match, &r);
    if (err == 0 && r.state != REVIEW_DROPPED)
        return 0; /* a second request gets the review of the first */
    if (err == 0)
        err = reviews_end(w->s->store, a->match);
    if (err == 0 || err == ERR_NOT_FOUND)
        err = check_limits(w);
    if (err < 0)
        return err;
    r = (struct review){.match = a->match,
                        .player = w->order->asker.id,
                        .state = REVIEW_WAITING,
                        .total = w->m.ply + 1,
                        .asked_at = w->now,
                        .served_at = w->now};
    err = reviews_add(w->s->store, &r);
    return err < 0 ? err
                   : work_tell(w, EVENT_REVIEW, JSON_OBJECT({"did", json_string("asked")}), 0,
                               w->s->engine.id, NULL);
}

int reviews_cancel(struct work *w, void *context)
{
    const struct review_act *a = context;
    struct review r;
    int err = find(w, a->match);
    if (err == 0)
        err = reviews_get(w->s->store, a->match, &r);
    if (err == ERR_NOT_FOUND || (err == 0 && r.state != REVIEW_WAITING))
        return work_refuse(w, OUTCOME_CONFLICT, "There is no waiting review of this match.");
    if (err == 0 && r.player != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only the member who asked for this review may cancel it.");
    return err < 0 ? err : reviews_end(w->s->store, a->match);
}

/* --- the engine's --- */

int reviews_claim(struct work *w, void *context)
{
    struct review r;
    int64_t match = 0;
    (void)context;
    int err = reviews_next(w->s->store, w->now, &match);
    if (err == ERR_NOT_FOUND)
        return 0; /* out.id stays 0 */
    if (err == 0)
        err = reviews_get(w->s->store, match, &r);
    if (err < 0)
        return err;
    r.claim_until = w->now + REVIEWS_CLAIM_MS;
    r.served_at = w->now;
    w->order->out.id = match;
    return reviews_put(w->s->store, &r);
}

/* One position as the engine hands it in: [side, share, points, "line"]. */
static int read_position(struct work *w, const json_t *row, struct review_position *p)
{
    const char *line = json_string_value(json_array_get(row, 3));
    json_int_t side = json_integer_value(json_array_get(row, 0));
    json_int_t share = json_integer_value(json_array_get(row, 1));
    json_int_t points = json_integer_value(json_array_get(row, 2));
    const json_int_t points_max = 100 * 1000;
    if (line == NULL || strlen(line) >= REVIEWS_LINE_BYTES || side < 1 || side > 2 || share < 0 ||
        share > REVIEWS_SHARE_ALL || points < -points_max || points > points_max)
        return work_refuse(w, OUTCOME_RANGE,
                           "A position is [side, share of side 1 (0 to %d), its points * 100, "
                           "\"best line\" of at most %d bytes].",
                           REVIEWS_SHARE_ALL, REVIEWS_LINE_BYTES - 1);
    *p = (struct review_position){p->ply, (int)side, (int)share, (int)points, line};
    return 0;
}

static int add_positions(struct work *w, const struct review_act *a, struct review *r)
{
    size_t n = json_array_size(a->positions);
    if (n == 0 || n > REVIEWS_HANDED_MAX || r->done + (int)n > r->total)
        return work_refuse(w, OUTCOME_RANGE, "positions must be a list of 1 to %d, up to ply %d.",
                           REVIEWS_HANDED_MAX, r->total - 1);
    for (size_t i = 0; i < n; i++) {
        struct review_position p = {.ply = r->done};
        int err = read_position(w, json_array_get(a->positions, i), &p);
        if (err == 0)
            err = reviews_position_add(w->s->store, r->match, &p);
        if (err < 0)
            return err;
        r->done++;
    }
    return 0;
}

int reviews_hand_in(struct work *w, void *context)
{
    const struct review_act *a = context;
    struct review r;
    int err = reviews_get(w->s->store, a->match, &r);
    if (err == ERR_NOT_FOUND || (err == 0 && (r.state != REVIEW_WAITING || r.done != a->from)))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "This review was cancelled, or continues at another position.");
    if (err == 0 && !a->failed)
        err = add_positions(w, a, &r);
    if (err < 0)
        return err;
    r.playouts = a->playouts;
    r.claim_until = 0;
    r.served_at = w->now;
    snprintf(r.engine, sizeof r.engine, "%s", a->engine);
    if (a->failed)
        finish(w, &r, REVIEW_FAILED);
    else if (r.done == r.total)
        finish(w, &r, REVIEW_DONE);
    return reviews_put(w->s->store, &r);
}

int reviews_forget(struct store *s, int64_t player)
{
    int64_t matches[REVIEWS_MINE_MAX];
    int n = reviews_of(s, player, REVIEWS_MINE_MAX, matches);
    for (int i = 0; i < n; i++) {
        int err = reviews_end(s, matches[i]);
        if (err < 0)
            return err;
    }
    return n < 0 ? n : 0;
}

/* --- reading --- */

struct listing {
    json_t *list;
    bool has_score;
};

static void on_position(void *context, const struct review_position *p)
{
    const struct listing *l = context;
    json_array_append_new(
        l->list,
        JSON_OBJECT({"side", json_integer(p->side)},
                    {"share", json_real((double)p->share / REVIEWS_SHARE_ALL)},
                    {"points", l->has_score ? json_real((double)p->points / 100) : json_null()},
                    {"line", json_string(p->line)}));
}

static json_t *view_review(struct store *store, const struct store_match *m, int64_t asker,
                           int *err)
{
    const struct game *game = game_find(m->game);
    struct review r;
    int64_t ahead = 0;
    *err = reviews_get(store, m->id, &r);
    if (*err == ERR_NOT_FOUND) {
        *err = 0;
        return JSON_OBJECT({"state", json_string("none")});
    }
    bool waits = *err == 0 && r.state == REVIEW_WAITING;
    if (waits)
        *err = reviews_waiting(store, &r, &ahead);
    struct listing l = {json_array(), game != NULL && game->has_score};
    if (*err == 0)
        *err = reviews_positions(store, m->id, on_position, &l);
    if (*err < 0) {
        json_decref(l.list);
        return NULL;
    }
    return JSON_OBJECT(
        {"state", json_string(review_state_name[r.state])}, {"done", json_integer(r.done)},
        {"total", json_integer(r.total)},
        {"ahead", waits ? json_integer((json_int_t)ahead) : json_null()},
        {"yours", json_boolean(asker != 0 && r.player == asker)}, {"engine", json_string(r.engine)},
        {"playouts", json_integer(r.playouts)}, {"asked_at", json_integer(r.asked_at)},
        {"finished_at", waits ? json_null() : json_integer((json_int_t)r.finished_at)},
        {"positions", l.list});
}

json_t *reader_review(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err)
{
    struct store *store = reader_store(r);
    struct store_match m;
    json_t *view = NULL;
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = store_match_get(store, match, &m);
    if (*err == 0 && !audience_view(&m, asker, invite))
        *err = ERR_NOT_FOUND;
    if (*err == 0)
        view = view_review(store, &m, asker, err);
    store_end(store);
    return view;
}

/* The setup and moves of a match in the words of the API, and nothing about its players. */
json_t *reader_review_job(struct reader *r, int64_t match, int *err)
{
    struct store *store = reader_store(r);
    struct review review = {.done = 0};
    struct store_match m = {.id = 0};
    *err = store_begin(store);
    if (*err < 0)
        return NULL;
    *err = reviews_get(store, match, &review);
    if (*err == 0)
        *err = store_match_get(store, match, &m);
    store_end(store);
    if (*err < 0)
        return NULL;
    /* Seen as by its creator: the engine need not sit in a private match to review it. */
    json_t *view = reader_match(r, match, m.creator, NULL, err);
    if (view == NULL)
        return NULL;
    return JSON_OBJECT({"id", json_integer(match)}, {"from", json_integer(review.done)},
                       {"turn", json_integer(REVIEWS_TURN)}, {"match", view});
}
