#include "service/ratings/ratings.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/people/names.h"
#include "service/ratings/glicko.h"
#include "store/community/fairplay.h"
#include "store/core/allowance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THOUSAND = 1000,
    BILLION = 1000000000,
    PERIOD_DAYS = 5,
    PAIR_FULL = 2, /* matches of a pair in PAIR_DAYS that count in full; each later one */
    PAIR_NONE = 8, /* counts half of the previous one, and after this many they count nothing */
    PAIR_DAYS = 30,
    UNKNOWN_SWING = 200, /* points from 1500 that provisional players can reach among themselves */
    FOUNDERS = 12,       /* a game is new until it has this many well-known players */
    FOUNDER_DAYS = 7,    /* age of an account that can become well known until then */
    REDO_US = 2000,      /* at once, ratings are recomputed for at most this time */
    REDO_AT_ONCE = 64,   /* and at most this many matches */
};

int ratings_points(int64_t thousandths)
{
    return (int)((thousandths + (thousandths >= 0 ? THOUSAND / 2 : -THOUSAND / 2)) / THOUSAND);
}

int ratings_compare(const struct store_match *m, int seat, int other)
{
    int a = seat - 1;
    int b = other - 1;
    if (m->winner_seat == seat)
        return 2;
    if (m->winner_seat == other)
        return 0;
    if (m->reason == END_DRAW)
        return 1;
    if (m->seats[a].resigned != m->seats[b].resigned)
        return m->seats[a].resigned ? 0 : 2;
    if (m->seats[a].resigned || m->points[a] == m->points[b])
        return 1;
    return m->points[a] > m->points[b] ? 2
                                       : 0; /* more than two seats: seat and side are the same */
}

/* A match as it is rated. */
struct rated {
    struct store *store;
    const struct store_match *m;
    struct rating_when when;
    bool founding; /* the game has few well-known players, so provisional players may become well
                    * known */
    bool plain;    /* by the earlier rules: every match counts in full */
    struct rating before[STORE_SEATS_MAX];          /* as of `when` */
    double fresh[STORE_SEATS_MAX][STORE_SEATS_MAX]; /* how much a pair's match counts */
};

static struct glicko belief(const struct rating *r)
{
    return (struct glicko){(double)r->rating / THOUSAND, (double)r->deviation / THOUSAND,
                           (double)r->volatility / BILLION};
}

static bool provisional(const struct rating *r)
{
    return r->deviation > RATINGS_KNOWN;
}

static void set_belief(struct rating *r, const struct glicko *g)
{
    r->rating = llround(g->rating * THOUSAND);
    r->deviation = llround(g->deviation * THOUSAND);
    r->volatility = llround(g->volatility * BILLION);
}

/* The rating of an unknown player of a seat. */
static void begin_rating(const struct rated *x, int seat, struct rating *r)
{
    const struct glicko unknown = {GLICKO_RATING, GLICKO_DEVIATION, GLICKO_VOLATILITY};
    const struct store_seat *s = &x->m->seats[seat - 1];
    *r = (struct rating){.player = s->player, .level = s->level, .at = x->when.at};
    snprintf(r->game, sizeof r->game, "%s", x->m->game);
    set_belief(r, &unknown);
}

/* The rating of a player who was away for long is less certain. */
static void grow(const struct rated *x, struct rating *r)
{
    double days = (double)(x->when.at > r->at ? x->when.at - r->at : 0) / (double)DAY_MS;
    struct glicko now = belief(r);
    now = glicko_rate(&now, NULL, 0, days / PERIOD_DAYS);
    r->deviation = llround(now.deviation * THOUSAND);
}

/* The rating of a seat now. */
static int load(const struct rated *x, int seat, struct rating *r)
{
    const struct store_seat *s = &x->m->seats[seat - 1];
    begin_rating(x, seat, r);
    int err = rating_get(x->store, s->player.id, x->m->game, s->level, r);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    grow(x, r);
    return 0;
}

/* The rating of a seat before the match, as the player's last step has left it. */
static int recall(const struct rated *x, int seat, struct rating *r)
{
    const struct store_seat *s = &x->m->seats[seat - 1];
    struct rating_step last;
    begin_rating(x, seat, r);
    int err = rating_step_before(x->store, s->player.id, x->m->game, s->level, x->when.at,
                                 x->when.match, &last);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    r->rating = last.rating;
    r->deviation = last.deviation;
    if (last.volatility != 0)
        r->volatility = last.volatility;
    r->at = last.at;
    grow(x, r);
    return 0;
}

/* The identity in a comparison: a player, or a level of the engine. */
static int64_t rated_id(const struct store_seat *s)
{
    return s->kind == SEAT_BOT ? -s->level : s->player.id;
}

static int weigh_pairs(struct rated *x)
{
    const struct store_match *m = x->m;
    int64_t since = x->when.at - PAIR_DAYS * DAY_MS;
    for (int a = 0; a < m->seats_n; a++) {
        for (int b = 0; b < a; b++) {
            int64_t n = 0;
            int err = x->plain ? 0
                               : fairplay_pair_count(x->store, m->game, rated_id(&m->seats[a]),
                                                     rated_id(&m->seats[b]), since, x->when.at,
                                                     PAIR_NONE, &n);
            if (err < 0)
                return err;
            double counts = n < PAIR_FULL ? 1 : ldexp(1, (int)(PAIR_FULL - 1 - n));
            x->fresh[a][b] = x->fresh[b][a] = n < PAIR_NONE ? counts : 0;
        }
    }
    return 0;
}

/* How much a result against an opponent counts: for a well-known player, only as much as the
 * opponent is known. */
static double weight(const struct rated *x, int seat, int other)
{
    const struct rating *own = &x->before[seat - 1];
    const struct rating *b = &x->before[other - 1];
    double known = 1;
    if (!x->plain && !provisional(own))
        known = (GLICKO_DEVIATION - (double)b->deviation / THOUSAND) /
                (GLICKO_DEVIATION - RATINGS_PROVISIONAL);
    return x->fresh[seat - 1][other - 1] * (known < 1 ? known : 1);
}

/* Provisional players do not make each other well known, unless the game is new, and cannot raise
 * each other's ratings far. */
static void hold_back(const struct rated *x, int seat, struct glicko *after)
{
    const struct rating *own = &x->before[seat - 1];
    struct glicko before = belief(own);
    if (x->plain || x->m->seats[seat - 1].kind == SEAT_BOT || !provisional(own))
        return;
    for (int other = 1; other <= x->m->seats_n; other++)
        if (other != seat && !provisional(&x->before[other - 1]))
            return;
    double top = fmax(before.rating, GLICKO_RATING + UNKNOWN_SWING);
    double bottom = fmin(before.rating, GLICKO_RATING - UNKNOWN_SWING);
    after->rating = fmin(fmax(after->rating, bottom), top);
    if (!x->founding)
        after->deviation = fmax(after->deviation, RATINGS_PROVISIONAL);
}

/* The result of a seat against the others: 2 if it was ahead of all, 0 if it was behind any, else
 * 1. */
static int score_of(const struct store_match *m, int seat)
{
    int better = 0;
    for (int other = 1; other <= m->seats_n; other++) {
        int score = other != seat ? ratings_compare(m, seat, other) : 2;
        if (score == 0)
            return 0;
        better += score == 2;
    }
    return better == m->seats_n ? 2 : 1;
}

/* Rates one seat against the others as they were before the match. */
static void rate(const struct rated *x, int seat, struct rating *r)
{
    struct glicko_result results[STORE_SEATS_MAX];
    int n = 0;
    for (int other = 1; other <= x->m->seats_n; other++)
        if (other != seat)
            results[n++] = (struct glicko_result){belief(&x->before[other - 1]),
                                                  ratings_compare(x->m, seat, other) / 2.0,
                                                  weight(x, seat, other)};
    *r = x->before[seat - 1];
    struct glicko before = belief(r);
    struct glicko after = glicko_rate(&before, results, n, 0);
    hold_back(x, seat, &after);
    set_belief(r, &after);
    r->at = x->when.at;
}

/* --- when a match ends --- */

bool ratings_count(const struct store_match *m)
{
    struct setup setup;
    if (!m->rated || m->state != MATCH_FINISHED || match_setup(m, &setup) < 0)
        return false;
    return m->reason == END_RULES || m->ply - m->start_ply >= setup_rated_plies(&setup);
}

/* Whether few are well known in this game, and these players are no new accounts. */
static int find_founding(const struct work *w, struct rated *x)
{
    int64_t known = 0;
    int err = fairplay_known(x->store, x->m->game, RATINGS_KNOWN + 1, FOUNDERS, &known);
    x->founding = known < FOUNDERS;
    for (int seat = 1; err == 0 && x->founding && seat <= x->m->seats_n; seat++) {
        int64_t since = 0;
        int64_t seen;
        if (x->m->seats[seat - 1].kind == SEAT_BOT)
            continue;
        err = people_times(x->store, x->m->seats[seat - 1].player.id, &since, &seen);
        x->founding = w->now - since >= FOUNDER_DAYS * DAY_MS;
    }
    return err;
}

/* Stores which players were compared. Moderators see pairs that have signed in at one place. */
static int note_pairs(const struct rated *x)
{
    const struct store_match *m = x->m;
    int err = 0;
    for (int a = 0; a < m->seats_n; a++) {
        for (int b = 0; err == 0 && b < a; b++) {
            int64_t shared = 0;
            int64_t one = m->seats[a].player.id;
            int64_t other = m->seats[b].player.id;
            bool people = m->seats[a].kind != SEAT_BOT && m->seats[b].kind != SEAT_BOT;
            err = fairplay_pair_add(x->store, m->game, rated_id(&m->seats[a]),
                                    rated_id(&m->seats[b]), &x->when);
            if (err == 0 && people)
                err = places_shared(x->store, one, other, &shared);
            if (err == 0 && shared > 0)
                err = fairplay_flag(x->store, m->game, one, other, m->id, x->when.at);
        }
    }
    return err;
}

static int write_rating(const struct rated *x, int seat, struct rating *r, json_t *told)
{
    int score = score_of(x->m, seat);
    int64_t rating = x->before[seat - 1].rating;
    r->matches++;
    r->won += score == 2;
    r->drawn += score == 1;
    r->lost += score == 0;
    struct rating_step step = {
        x->m->id,     r->player.id,       seat,          r->level,   r->game, r->at, r->rating,
        r->deviation, r->rating - rating, r->volatility, x->founding};
    json_array_append_new(told, JSON_OBJECT({"seat", json_integer(seat)},
                                            {"before", json_integer(ratings_points(rating))},
                                            {"after", json_integer(ratings_points(r->rating))}));
    int err = rating_put(x->store, r);
    return err < 0 ? err : rating_step_add(x->store, &step);
}

int ratings_apply(struct work *w, json_t **told)
{
    const struct store_match *m = &w->m;
    struct rated x = {.store = w->s->store, .m = m, .when = {0, m->id}};
    struct rating after[STORE_SEATS_MAX];
    bool bots = false;
    *told = NULL;
    if (!ratings_count(m)) {
        *told = json_null();
        return 0;
    }
    /* Times are strictly increasing even if the system's clock is not, because matches are rated
     * again in the order of these times. */
    int err = rating_step_last(x.store, m->game, &x.when.at);
    x.when.at = x.when.at < w->now ? w->now : x.when.at + 1;
    if (err == 0)
        err = find_founding(w, &x);
    for (int seat = 1; err == 0 && seat <= m->seats_n; seat++) {
        bots = bots || m->seats[seat - 1].kind == SEAT_BOT;
        err = load(&x, seat, &x.before[seat - 1]);
    }
    if (err == 0)
        err = weigh_pairs(&x);
    json_t *list = json_array();
    for (int seat = 1; err == 0 && seat <= m->seats_n; seat++) {
        if (bots && m->seats[seat - 1].kind != SEAT_BOT)
            continue;
        rate(&x, seat, &after[seat - 1]);
        err = write_rating(&x, seat, &after[seat - 1], list);
    }
    if (err == 0)
        err = note_pairs(&x);
    if (err == 0)
        *told = list;
    else
        json_decref(list);
    return err;
}

/* --- before a match ends --- */

/* The match with the asker in their seat, or in the one that is free; 0: they cannot play in it. */
static int seat_asker(struct store_match *m, const struct store_player *asker)
{
    int own = 0;
    for (int i = 0; i < m->seats_n && own == 0; i++)
        if (m->seats[i].player.id == asker->id)
            own = i + 1;
    for (int i = 0; i < m->seats_n && own == 0; i++)
        if (m->seats[i].player.id == 0 &&
            (m->seats[i].kind != SEAT_ASKED || m->seats[i].asked.id == asker->id)) {
            m->seats[i].player = *asker;
            own = i + 1;
        }
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == 0)
            m->seats[i].player = m->seats[i].asked;
    return own;
}

int ratings_stakes(struct store *s, const struct store_match *m, int64_t asker, int64_t now,
                   json_t **out)
{
    static const char *const names[] = {"won", "drawn", "lost"};
    struct store_match as = *m;
    struct store_player player = {.id = 0};
    const struct game *g = game_find(m->game);
    *out = json_null();
    if (!m->rated || m->seats_n != 2 || g == NULL || asker == 0 ||
        (m->state != MATCH_OPEN && m->state != MATCH_RUNNING))
        return 0;
    int err = store_player_get(s, asker, &player);
    int own = err == 0 && player.kind == PLAYER_MEMBER ? seat_asker(&as, &player) : 0;
    const struct store_seat *other = &as.seats[own == 1 ? 1 : 0];
    if (err < 0 || own == 0 || other->player.id == 0 || other->player.id == asker ||
        other->kind == SEAT_BOT) /* only the engine's rating changes */
        return err == ERR_NOT_FOUND ? 0 : err;
    struct rated x = {.store = s, .m = &as, .when = {now, m->id}};
    for (int seat = 1; err == 0 && seat <= 2; seat++)
        err = load(&x, seat, &x.before[seat - 1]);
    if (err == 0)
        err = weigh_pairs(&x);
    if (err < 0)
        return err;
    *out = json_object();
    for (int i = 0; i < 3; i++) {
        struct rating after;
        if (i == 1 && !g->has_draws)
            continue;
        as.winner_seat = i == 0 ? own : i == 1 ? 0 : 3 - own;
        as.reason = i == 1 ? END_DRAW : END_RULES;
        rate(&x, own, &after);
        int change = ratings_points(after.rating) - ratings_points(x.before[own - 1].rating);
        json_object_set_new(*out, names[i], json_integer(change));
    }
    return 0;
}

/* --- annulling, and rating again --- */

struct steps {
    struct rating_step list[STORE_SEATS_MAX];
    int n;
};

static void on_kept_step(void *context, const struct rating_step *t)
{
    struct steps *s = context;
    if (s->n < STORE_SEATS_MAX)
        s->list[s->n++] = *t;
}

/* Takes a match out of a player's rating if no later match has changed it. */
static int take_out(const struct rated *x, const struct rating_step *t)
{
    struct rating now;
    struct rating before;
    int err = rating_get(x->store, t->player, x->m->game, t->level, &now);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err; /* the player has left */
    if (now.matches <= 1)
        return rating_remove(x->store, t->player, x->m->game, t->level);
    if (now.at == t->at) {
        struct rating_step last;
        err = rating_step_before(x->store, t->player, x->m->game, t->level, t->at, t->match, &last);
        if (err < 0)
            return err;
        begin_rating(x, t->seat, &before);
        now.rating = last.rating;
        now.deviation = last.deviation;
        now.volatility = last.volatility != 0 ? last.volatility : before.volatility;
        now.at = last.at;
    }
    int score = score_of(x->m, t->seat);
    now.matches--;
    now.won -= score == 2;
    now.drawn -= score == 1;
    now.lost -= score == 0;
    return rating_put(x->store, &now);
}

int ratings_annul(struct work *w)
{
    struct steps steps = {.n = 0};
    struct rated x = {.store = w->s->store, .m = &w->m};
    int err = rating_steps_of_match(x.store, w->m.id, on_kept_step, &steps);
    if (err < 0)
        return err;
    if (steps.n == 0)
        return ERR_NOT_FOUND;
    x.when = (struct rating_when){steps.list[0].at, w->m.id};
    for (int i = 0; err == 0 && i < steps.n; i++)
        err = take_out(&x, &steps.list[i]);
    if (err == 0)
        err = rating_steps_remove(x.store, w->m.id);
    if (err == 0)
        err = fairplay_pairs_remove(x.store, w->m.id);
    if (err == 0)
        err = fairplay_redo_from(x.store, w->m.game, &x.when);
    w->s->chores[CHORE_RATINGS].waits = true;
    return err;
}

/* Writes a recomputed step; the last step of a player is their rating. */
static int write_again(const struct rated *x, struct rating_step *t, const struct rating *r)
{
    struct rating now;
    t->change = r->rating - x->before[t->seat - 1].rating;
    t->rating = r->rating;
    t->deviation = r->deviation;
    t->volatility = x->plain ? 0 : r->volatility;
    int err = rating_step_update(x->store, t);
    if (err == 0)
        err = rating_get(x->store, t->player, x->m->game, t->level, &now);
    if (err < 0 || now.at != t->at)
        return err;
    now.rating = r->rating;
    now.deviation = r->deviation;
    now.volatility = r->volatility;
    return rating_put(x->store, &now);
}

/* Whether a player has left since, so that their strength is no longer known. */
static bool somebody_left(const struct store_match *m)
{
    for (int i = 0; i < m->seats_n; i++)
        if (names_gone(m->seats[i].player.name))
            return true;
    return false;
}

static int rate_again(struct store *store, const struct rating_when *when)
{
    struct store_match m;
    struct steps steps = {.n = 0};
    struct rated x = {.store = store, .m = &m, .when = *when};
    int err = store_match_get(store, when->match, &m);
    if (err == 0)
        err = rating_steps_of_match(store, when->match, on_kept_step, &steps);
    if (err < 0 || steps.n == 0)
        return err;
    x.plain = steps.list[0].volatility == 0;
    x.founding = steps.list[0].founding;
    for (int seat = 1; err == 0 && seat <= m.seats_n; seat++)
        err = recall(&x, seat, &x.before[seat - 1]);
    if (err == 0)
        err = weigh_pairs(&x);
    for (int i = 0; err == 0 && i < steps.n; i++) {
        struct rating_step *t = &steps.list[i];
        struct rating r = x.before[t->seat - 1];
        if (somebody_left(&m)) { /* what it has changed remains */
            r.rating += t->change;
            r.deviation = t->deviation;
            r.volatility = t->volatility != 0 ? t->volatility : r.volatility;
        } else {
            rate(&x, t->seat, &r);
        }
        err = write_again(&x, t, &r);
    }
    return err;
}

int ratings_redo(struct store *store)
{
    char game[16];
    struct rating_when list[REDO_AT_ONCE];
    struct rating_when after;
    int64_t until_us = clock_us() + REDO_US;
    int err = fairplay_redo_next(store, game, &after);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    int n = rating_matches_after(store, game, &after, REDO_AT_ONCE, list);
    if (n <= 0)
        return n < 0 ? n : (err = fairplay_redo_done(store, game)) < 0 ? err : 1;
    for (int i = 0; err == 0 && i < n && (i == 0 || clock_us() < until_us); i++) {
        err = rate_again(store, &list[i]);
        after = list[i];
    }
    if (err == 0)
        err = fairplay_redo_reached(store, game, &after);
    return err < 0 ? err : 1;
}
