#include "service/matches/timing.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/remote_presence.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/seats.h"
#include "store/tournaments/tournament.h"
#include <string.h>
#include <time.h>

bool timing_rule(const struct store_match *m, struct clock_rule *rule)
{
    return m->clock[0] != '\0' && clock_parse(m->clock, rule) == 0 && rule->kind != CLOCK_NONE;
}

void timing_fill(struct store_match *m)
{
    struct clock_rule rule;
    if (!timing_rule(m, &rule))
        return;
    struct clock_seat full = clock_full(&rule);
    for (int i = 0; i < m->seats_n; i++) {
        m->seats[i].left_ms = full.left_ms;
        m->seats[i].periods = full.periods;
    }
}

int timing_begin(struct work *w)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    if (!timing_rule(m, &rule) || !clock_is_slow(&rule))
        return 0;
    for (int i = 0; i < m->seats_n; i++) {
        struct store_vacation v = {0};
        if (m->seats[i].player.id == 0)
            continue;
        int err = store_vacation_get(w->s->store, m->seats[i].player.id, &v);
        if (err < 0)
            return err;
        m->seats[i].away_until = v.until;
    }
    return 0;
}

/* --- players who have not come yet, or have lost the connection --- */

void timing_hold(struct work *w)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    if (m->grace_ms <= 0 || !timing_rule(m, &rule) || clock_is_slow(&rule))
        return;
    m->hold_until = w->now + m->grace_ms;
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.kind == PLAYER_BOT)
            m->here |= seats_bit(i + 1);
}

bool timing_come(struct work *w, unsigned seats)
{
    struct store_match *m = &w->m;
    if (m->hold_until == 0 || (m->here & seats) == seats)
        return false;
    m->here |= seats;
    if ((m->here & seats_active(m)) == seats_active(m))
        m->hold_until = 0;
    return true;
}

int timing_spare(struct work *w)
{
    struct store_match *m = &w->m;
    struct store_seat *seat = &m->seats[m->turn_seat - 1];
    unsigned bit = seats_bit(m->turn_seat);
    if (m->grace_ms <= 0 || (m->graced & bit) != 0 ||
        remote_presence_hears(w->s, topic_sessions(seat->player.id), seat->player.id))
        return 0;
    int err = timing_stop(w);
    if (err < 0)
        return err;
    m->graced |= bit;
    seat->left_ms = m->grace_ms;
    seat->periods = 0;
    err = store_seat_update(w->s->store, m->id, m->turn_seat, seat);
    timing_go(w);
    if (err == 0)
        err = store_match_update(w->s->store, m);
    if (err == 0)
        err = timing_tell(w);
    return err < 0 ? err : 1;
}

void timing_go(struct work *w)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    if (m->state != MATCH_RUNNING || m->paused || m->clock_at != 0 || !timing_rule(m, &rule))
        return;
    const struct store_seat *seat = &m->seats[m->turn_seat - 1];
    struct clock_seat c = {seat->left_ms, seat->periods};
    if (m->hold_until <= w->now)
        m->hold_until = 0;
    if (m->hold_until != 0) {
        m->wake_at = m->hold_until;
    } else if (clock_is_slow(&rule) && seat->away_until > w->now) {
        m->wake_at = seat->away_until;
    } else {
        int64_t remind_at = clock_remind_at(&rule, &c, w->now);
        m->clock_at = w->now;
        m->deadline = clock_deadline(&rule, &c, w->now);
        m->wake_at = remind_at > w->now ? remind_at : m->deadline + 1;
    }
    service_wake_at(w->s, m->wake_at);
}

/* Charges the running clock; with `moved` also adds what a move adds. */
static int halt(struct work *w, bool moved)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    if (m->turn_seat == 0 || !timing_rule(m, &rule))
        return 0;
    struct store_seat *seat = &m->seats[m->turn_seat - 1];
    struct clock_seat c = {seat->left_ms, seat->periods};
    if (m->clock_at != 0)
        (void)clock_charge(&rule, &c, w->came_at - m->clock_at);
    if (m->berserk & seats_bit(m->turn_seat))
        rule.add_ms = 0;
    if (moved && !m->paused)
        clock_moved(&rule, &c);
    m->clock_at = 0;
    m->deadline = 0;
    m->wake_at = 0;
    if (c.left_ms == seat->left_ms && c.periods == seat->periods)
        return 0;
    seat->left_ms = c.left_ms;
    seat->periods = c.periods;
    return store_seat_update(w->s->store, m->id, m->turn_seat, seat);
}

int timing_stop(struct work *w)
{
    return halt(w, false);
}

int timing_moved(struct work *w)
{
    return halt(w, true);
}

bool timing_is_over(const struct work *w)
{
    return w->m.deadline != 0 && w->came_at > w->m.deadline;
}

int timing_tell(struct work *w)
{
    return work_tell(w, EVENT_CLOCK, JSON_OBJECT({"clock", view_clock(&w->m)}),
                     TO_MATCH | TO_PLAYERS, 0, NULL);
}

/* --- pause --- */

static int write_and_tell(struct work *w)
{
    w->m.updated_at = w->now;
    int err = store_match_update(w->s->store, &w->m);
    return err < 0 ? err : timing_tell(w);
}

int timing_pause(struct work *w, unsigned mine, unsigned active)
{
    struct store_match *m = &w->m;
    enum offer_act act = w->order->u.offer;
    if (m->clock[0] == '\0')
        return work_refuse(w, OUTCOME_CONFLICT, "This match has no clock.");
    if (m->paused)
        return work_refuse(w, OUTCOME_CONFLICT, "The clocks are already stopped.");
    if (act != OFFER_ASK && m->pause_seat == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "Nobody has asked for a pause.");
    if (timing_is_over(w))
        return work_refuse(w, OUTCOME_CONFLICT, "The time has run out.");
    if (act == OFFER_DECLINE) {
        struct offer_told refused = {"pause", "refused", m->pause_seat};
        m->pause_seat = 0;
        m->pause_yes = 0;
        return work_tell_offers(w, &refused);
    }
    struct offer_told told = {"pause", m->pause_seat == 0 ? "asked" : "agreed", 0};
    if (m->pause_seat == 0)
        m->pause_seat = __builtin_ctz(mine) + 1;
    m->pause_yes |= mine;
    told.seat = m->pause_seat;
    if ((m->pause_yes & active) != active)
        return work_tell_offers(w, &told);
    int err = timing_stop(w);
    m->pause_seat = 0;
    m->pause_yes = 0;
    m->paused = true;
    if (err == 0)
        err = work_tell_offers(w, NULL); /* nobody asks for it any more */
    return err < 0 ? err : write_and_tell(w);
}

int timing_resume(struct work *w)
{
    if (!w->m.paused)
        return work_refuse(w, OUTCOME_CONFLICT, "The clocks are running.");
    w->m.paused = false;
    timing_go(w);
    return write_and_tell(w);
}

/* --- time that players give, and give up --- */

/* Changes the time of a seat by that much; its clock may run. */
static int change(struct work *w, int seat, int64_t by_ms)
{
    struct store_match *m = &w->m;
    int err = seat == m->turn_seat ? timing_stop(w) : 0;
    m->seats[seat - 1].left_ms += by_ms;
    if (err == 0)
        err = store_seat_update(w->s->store, m->id, seat, &m->seats[seat - 1]);
    timing_go(w);
    return err;
}

int timing_give(struct work *w, unsigned mine, unsigned active)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    int err = 0;
    if (m->tournament != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "In a tournament nobody can give time.");
    if (!timing_rule(m, &rule) || clock_is_slow(&rule))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "Time can be given only in a match with a live clock.");
    if (m->paused || timing_is_over(w))
        return work_refuse(w, OUTCOME_CONFLICT, "The clocks have stopped.");
    if ((active & ~mine) == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "There is no other player.");
    int64_t most = clock_full(&rule).left_ms + TIMING_GIVEN_MAX_MS;
    for (int i = 0; i < m->seats_n; i++)
        if ((active & ~mine & seats_bit(i + 1)) && m->seats[i].left_ms + TIMING_GIVEN_MS > most)
            return work_refuse(w, OUTCOME_CONFLICT, "%s has much more time than at the start.",
                               m->seats[i].player.name);
    for (int i = 0; err == 0 && i < m->seats_n; i++)
        if (active & ~mine & seats_bit(i + 1))
            err = change(w, i + 1, TIMING_GIVEN_MS);
    m->updated_at = w->now;
    if (err == 0)
        err = store_match_update(w->s->store, m);
    if (err < 0)
        return err;
    return work_tell(
        w, EVENT_CLOCK,
        JSON_OBJECT({"clock", view_clock(m)},
                    {"given", JSON_OBJECT({"by", json_integer(__builtin_ctz(mine) + 1)},
                                          {"ms", json_integer(TIMING_GIVEN_MS)})}),
        TO_MATCH | TO_PLAYERS, 0, NULL);
}

int timing_berserk(struct work *w, unsigned mine)
{
    struct store_match *m = &w->m;
    struct tournament t = {.kind = TOURNAMENT_ROBIN};
    struct clock_rule rule;
    int seat = __builtin_ctz(mine) + 1;
    int err = m->tournament != 0 ? tournament_get(w->s->store, m->tournament, &t) : 0;
    if (err < 0)
        return err;
    if (t.kind != TOURNAMENT_ARENA)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "Only in an arena can you play with half the time.");
    if (!timing_rule(m, &rule) || rule.kind != CLOCK_FISCHER || rule.main_ms == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "This arena's clock cannot be halved.");
    if (m->berserk & mine)
        return 0; /* the same sent twice */
    if (m->ply - m->start_ply >= seat || timing_is_over(w))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "You can halve your time only before your first move.");
    m->berserk |= mine;
    err = seat == m->turn_seat ? timing_stop(w) : 0;
    if (err == 0)
        err = change(w, seat, -(m->seats[seat - 1].left_ms / 2));
    return err < 0 ? err : write_and_tell(w);
}

/* --- vacation --- */

static int year_of(int64_t ms)
{
    struct tm day;
    time_t at = (time_t)(ms / 1000);
    return gmtime_r(&at, &day) != NULL ? day.tm_year + 1900 : 1970;
}

void vacation_now(struct store_vacation *v, int64_t now)
{
    int year = year_of(now);
    if (v->until <= now)
        v->until = 0;
    if (v->year != year) {
        v->year = year;
        v->days = 0;
    }
}

/* Stops or starts the clocks that this changes. */
static int follow_vacation(struct work *w)
{
    enum { PAGE = 50 };
    struct store_filter f = {.state = MATCH_RUNNING, .turn = w->order->asker.id, .limit = PAGE};
    struct store_match list[PAGE];
    int n = PAGE;
    while (n == PAGE) {
        n = store_match_list(w->s->store, &f, list);
        if (n < 0)
            return n;
        for (int i = 0; i < n; i++) {
            struct clock_rule rule;
            f.before = list[i].id;
            if (list[i].paused || !timing_rule(&list[i], &rule) || !clock_is_slow(&rule))
                continue;
            w->m = list[i];
            if (timing_is_over(w))
                continue; /* lost, and waiting to be claimed */
            int err = timing_stop(w);
            timing_go(w);
            if (err == 0)
                err = store_match_update(w->s->store, &w->m);
            if (err == 0)
                err = timing_tell(w);
            if (err < 0)
                return err;
        }
    }
    return 0;
}

int timing_vacation(struct work *w)
{
    struct store_vacation v;
    int64_t now = w->now;
    int days = w->order->u.days;
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "Only members can take a vacation; sign up first.");
    int err = store_vacation_get(w->s->store, w->order->asker.id, &v);
    if (err < 0)
        return err;
    vacation_now(&v, now);
    if (v.until != 0) { /* days that have not begun come back; the first begins at once */
        int unused = (int)((v.until - now - 1) / DAY_MS);
        v.days = v.days > unused ? v.days - unused : 0;
    }
    if (days < 0 || v.days + days > VACATION_DAYS)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "You have %d of this year's %d days of vacation left.",
                           VACATION_DAYS - v.days, VACATION_DAYS);
    v.days += days;
    v.from = days > 0 ? now : 0;
    v.until = days > 0 ? now + days * DAY_MS : 0;
    err = store_vacation_set(w->s->store, w->order->asker.id, &v);
    return err < 0 ? err : follow_vacation(w);
}
