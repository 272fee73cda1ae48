/* play.c - the players' actions in a match: moves, resignations, claims of time, pauses, aborts.
 * The rules judge; this file knows seats and turns, and match_steps.h has the steps of a match. */
#include "base/err.h"
#include "platform/json.h"
#include "service/community/attendance.h"
#include "service/core/arrivals.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/delay.h"
#include "service/matches/match_steps.h"
#include "service/matches/offers.h"
#include "service/matches/seats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int play_begin(struct work *w)
{
    struct setup setup;
    struct position p = {.ply = 0};
    int err = match_setup(&w->m, &setup);
    if (err == 0) /* after the moves of its start */
        err = positions_get(w->s->positions, w->s->store, &w->m, &p);
    if (err == 0)
        err = timing_begin(w);
    if (err < 0)
        return err;
    w->m.state = MATCH_RUNNING;
    w->m.told_ply = p.ply; /* the start position is for everybody */
    match_steps_follow(&w->m, &p);
    timing_hold(w);
    timing_go(w);
    err = work_tell_match(w);
    return err < 0 ? err : match_steps_settle(w, &p);
}

/* --- moves --- */

/* A move for a ply that is played already: answered again if it is the same one, by the same
 * player (docs/API.md); stale otherwise. */
static int move_again(struct work *w, const char *text)
{
    struct store_move row;
    int err = store_move_get(w->s->store, w->m.id, w->order->u.move.ply, &row);
    if (err < 0)
        return err;
    if (strcmp(row.move, text) == 0 && w->m.seats[row.seat - 1].player.id == w->order->asker.id) {
        w->order->out.event = row.event;
        return 0;
    }
    w->order->out.ply = w->m.ply;
    return work_refuse(w, OUTCOME_CONFLICT, "Move number %d has been played; the next is %d.",
                       row.ply, w->m.ply + 1);
}

static int refuse_illegal(struct work *w, const struct position *p, move_t move)
{
    struct outcome *out = &w->order->out;
    out->why = malloc(sizeof *out->why);
    if (out->why == NULL)
        return ERR_NO_MEMORY;
    position_explain(p, move, out->why);
    out->width = p->setup.width;
    out->rule = verdict_rule(out->why->verdict);
    return work_refuse(w, OUTCOME_ILLEGAL, "%s", out->why->text);
}

static int refuse_syntax(struct work *w, const struct game *g)
{
    return work_refuse(w, OUTCOME_RANGE, "move must be a point such as d4%s%s%s.",
                       g != NULL && g->has_red ? ", d4r" : "",
                       g != NULL && g->has_swap ? ", or swap" : "",
                       g != NULL && g->has_pass ? ", or pass" : "");
}

static int apply_move(struct work *w)
{
    struct store_match *m = &w->m;
    struct order *o = w->order;
    char text[MOVE_TEXT_BYTES];
    move_t move;
    int parsed = move_parse(o->u.move.text, m->width, m->height, &move);
    if (parsed == ERR_SYNTAX)
        return refuse_syntax(w, game_find(m->game));
    if (m->state == MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "The match has not begun.");
    if (seats_of(m, o->asker.id) == 0)
        return work_refuse(w, OUTCOME_DENIED, "You have no seat in this match.");
    if (parsed == 0 && o->u.move.ply <= m->ply)
        return move_again(w, move_print(move, m->width, text));
    o->out.ply = m->ply;
    if (m->state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is over.");
    if (o->u.move.ply != m->ply + 1)
        return work_refuse(w, OUTCOME_CONFLICT, "The next move is number %d.", m->ply + 1);
    o->out.ply = -1;
    if (m->seats[m->turn_seat - 1].player.id != o->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "It is not your turn.");
    struct clock_rule rule;
    if (timing_is_over(w) && timing_rule(m, &rule) && !rule.claim) {
        o->out.ply = m->ply;
        return work_refuse(w, OUTCOME_CONFLICT, "Your time has run out.");
    }
    if (parsed == ERR_RANGE) {
        o->out.rule = verdict_rule(VERDICT_G1);
        return work_refuse(w, OUTCOME_ILLEGAL, "%s", verdict_text(VERDICT_G1));
    }
    struct position p = {.ply = 0};
    int err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err < 0)
        return err;
    if (position_judge(&p, move) != VERDICT_OK)
        return refuse_illegal(w, &p, move);
    int64_t event = 0;
    struct store_match before = *m;
    match_steps_age_offers(m, m->turn_seat);
    (void)timing_come(w, seats_playing(m, o->asker.id)); /* the move starts the clock */
    err = match_steps_play(w, &p, move, &event);
    if (err == 0)
        err = match_steps_go_on(w, &p);
    bool aged = before.draw_seat != m->draw_seat || before.takeback_seat != m->takeback_seat;
    if (err == 0 && aged && m->state == MATCH_RUNNING)
        err = match_steps_tell_offers(w, NULL);
    if (err == 0)
        err = match_steps_settle(w, &p);
    o->out.event = event;
    return err;
}

/* --- resigning and aborting --- */

static int apply_resign(struct work *w)
{
    unsigned mine = 0;
    int err = match_steps_need_seat(w, &mine);
    return err < 0 ? err : match_steps_leave(w, match_steps_acting_seat(&w->m, mine), END_RESIGN);
}

/* --- the clock --- */

static int apply_here(struct work *w)
{
    unsigned mine = seats_playing(&w->m, w->order->asker.id);
    if (mine == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not playing in this match.");
    if (w->m.state != MATCH_RUNNING || !timing_come(w, mine))
        return 0;
    timing_go(w);
    int err = store_match_update(w->s->store, &w->m);
    return err < 0 ? err : timing_tell(w);
}

static int apply_claim(struct work *w)
{
    unsigned mine = 0;
    int err = match_steps_need_seat(w, &mine);
    if (err < 0)
        return err;
    if (w->order->u.claim != CLAIM_TIME)
        return attendance_claim(w, mine);
    int64_t came = arrivals_first(w->s->arrivals, w->m.id);
    int64_t waits = came != 0 ? service_steady(w->s) - came : 0;
    if (w->came_at > w->now - waits) /* a move that has arrived is judged first */
        w->came_at = w->now - waits;
    if (!timing_is_over(w))
        return work_refuse(w, OUTCOME_CONFLICT, "The time has not run out.");
    if (mine == seats_bit(w->m.turn_seat))
        return work_refuse(w, OUTCOME_DENIED, "It is your own time that has run out.");
    err = arrivals_elsewhere(w->s, w->m.id, w->now - w->m.deadline);
    if (err > 0)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "A move may have come in time to another server; try again in 2 s.");
    if (err == 0)
        err = timing_spare(w);
    if (err != 0) /* 1: the player gets a grace instead */
        return err < 0 ? err : 0;
    return match_steps_leave(w, w->m.turn_seat, END_TIME);
}

/* Handles a due match: its time is over, a player needs a reminder, or a vacation has ended. */
static int apply_wake(struct work *w)
{
    struct store_match *m = &w->m;
    struct clock_rule rule;
    if (m->release_at != 0 && m->release_at <= w->now) {
        int err = delay_release(w);
        if (err == 0)
            err = store_match_update(w->s->store, m);
        if (err < 0)
            return err;
    }
    if (m->wake_at == 0 || m->wake_at > w->now)
        return 0;
    if (m->state != MATCH_RUNNING || !timing_rule(m, &rule)) {
        m->wake_at = 0;
        return store_match_update(w->s->store, m);
    }
    if (timing_is_over(w) && !rule.claim) {
        int err = arrivals_elsewhere(w->s, m->id, w->now - m->deadline);
        if (err == 0)
            err = timing_spare(w);
        return err != 0 ? (err < 0 ? err : 0) : match_steps_leave(w, m->turn_seat, END_TIME);
    }
    /* A move that arrived in time may still wait for the writer: look again soon. */
    if (m->deadline != 0 && w->now > m->deadline && !timing_is_over(w))
        return 0;
    if (m->clock_at == 0) {
        m->wake_at = 0;
        timing_go(w);
        int err = store_match_update(w->s->store, m);
        return err < 0 ? err : timing_tell(w);
    }
    m->wake_at = timing_is_over(w) ? 0 : m->deadline + 1;
    service_wake_at(w->s, m->wake_at);
    int err = store_match_update(w->s->store, m);
    if (err < 0 || m->wake_at == 0)
        return err;
    return work_tell(
        w, EVENT_REMINDER,
        JSON_OBJECT({"ply", json_integer(m->ply + 1)}, {"deadline", json_integer(m->deadline)}), 0,
        m->seats[m->turn_seat - 1].player.id, NULL);
}

int play_call_off(struct work *w)
{
    struct setup setup;
    struct position p = {.ply = 0};
    int err = match_setup(&w->m, &setup);
    if (err == 0)
        err = position_start(&p, &setup);
    if (err == 0)
        err = timing_stop(w);
    if (err < 0)
        return err;
    match_steps_end(&w->m, &p, END_ABORT, 0);
    err = work_tell_match(w);
    return err < 0 ? err : match_steps_settle(w, &p);
}

static int apply_abort(struct work *w)
{
    struct store_match *m = &w->m;
    if (m->state != MATCH_OPEN && m->state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is over.");
    if (seats_playing(m, w->order->asker.id) == 0 && m->creator != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "You are not playing in this match.");
    if (m->tournament != 0)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "A match of a tournament cannot be aborted; resign instead.");
    if (m->ply - m->start_ply >= 2)
        return work_refuse(
            w, OUTCOME_CONFLICT,
            "Each player has moved, so the match cannot be aborted; resign instead.");
    return play_call_off(w);
}

/* --- orders --- */

/* Only a player of the match can pause or resume it. */
static int apply_pause(struct work *w)
{
    unsigned mine = 0;
    int err = match_steps_need_seat(w, &mine);
    if (err < 0)
        return err;
    return w->order->kind == ORDER_PAUSE ? timing_pause(w, mine, seats_active(&w->m))
                                         : timing_resume(w);
}

static int apply_time(struct work *w)
{
    unsigned mine = 0;
    int err = match_steps_need_seat(w, &mine);
    if (err < 0)
        return err;
    return w->order->kind == ORDER_GIVE ? timing_give(w, mine, seats_active(&w->m))
                                        : timing_berserk(w, mine);
}

int play_apply(struct work *w)
{
    switch (w->order->kind) {
    case ORDER_MOVE:
        return apply_move(w);
    case ORDER_RESIGN:
        return apply_resign(w);
    case ORDER_DRAW:
        return offers_draw(w);
    case ORDER_TAKEBACK:
        return offers_takeback(w);
    case ORDER_ABORT:
        return apply_abort(w);
    case ORDER_PAUSE:
    case ORDER_RESUME:
        return apply_pause(w);
    case ORDER_HERE:
        return apply_here(w);
    case ORDER_CLAIM:
        return apply_claim(w);
    case ORDER_GIVE:
    case ORDER_BERSERK:
        return apply_time(w);
    case ORDER_WAKE:
        return apply_wake(w);
    default:
        ASSERT(false); /* not an order of this file */
        return ERR_UNSUPPORTED;
    }
}
