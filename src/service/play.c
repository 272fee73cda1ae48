/* play.c - what happens on the board of a match: moves, resignations, offers, aborts.
 *
 * The rules judge; this file knows seats and turns. The position is loaded as a copy, played on,
 * and put back into the cache only when the store has taken everything.
 *
 * Over 600 lines because moves, passes of the resigned, offers and ends call each other within one
 * transaction. */
#include "base/err.h"
#include "service/arrivals.h"
#include "service/conditional.h"
#include "service/delay.h"
#include "service/ratings.h"
#include "service/seats.h"
#include "service/service_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seat_bit(int seat)
{
    return 1u << (seat - 1);
}

/* The seats of a player that have not resigned, as bits. */
static unsigned seat_bits(const struct store_match *m, int64_t player)
{
    unsigned bits = 0;
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player && !m->seats[i].resigned)
            bits |= seat_bit(i + 1);
    return bits;
}

static bool sits(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return true;
    return false;
}

static unsigned active_seats(const struct store_match *m)
{
    unsigned bits = 0;
    for (int i = 0; i < m->seats_n; i++)
        if (!m->seats[i].resigned)
            bits |= seat_bit(i + 1);
    return bits;
}

static int first_seat(unsigned bits)
{
    return bits != 0 ? __builtin_ctz(bits) + 1 : 0;
}

static int side_of(const struct store_match *m, int seat)
{
    return seat == 0 ? 0 : m->swapped ? 3 - seat : seat;
}

static void clear_offers(struct store_match *m)
{
    m->draw_seat = 0;
    m->draw_yes = 0;
    m->takeback_seat = 0;
    m->takeback_ply = 0;
    m->takeback_yes = 0;
    m->pause_seat = 0;
    m->pause_yes = 0;
}

static void write_points(struct store_match *m, const struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    position_score(p, points);
    for (int i = 0; i < STORE_SEATS_MAX; i++)
        m->points[i] = i < m->seats_n ? points[i] : 0;
}

static void end_match(struct store_match *m, const struct position *p, enum end_reason reason,
                      int winner_seat)
{
    m->paused = false;
    m->state = reason == END_ABORT ? MATCH_ABORTED : MATCH_FINISHED;
    m->reason = reason;
    m->turn_seat = 0;
    m->turn_side = 0;
    m->winner_seat = winner_seat;
    m->winner_side = side_of(m, winner_seat);
    clear_offers(m);
    write_points(m, p);
}

/* C8 among those who did not resign: the highest score wins, equal highest scores draw. */
static int best_active(const struct store_match *m, const struct position *p)
{
    int16_t points[PLAYERS_MAX] = {0};
    int best = 0;
    int seat = 0;
    position_score(p, points);
    for (int i = 0; i < m->seats_n; i++) {
        if (m->seats[i].resigned)
            continue;
        if (seat != 0 && points[i] == best) {
            seat = -1;
        } else if (seat == 0 || points[i] > best) {
            best = points[i];
            seat = i + 1;
        }
    }
    return seat > 0 ? seat : 0;
}

/* Writes into the match what the position says: whose turn it is, or how it ended. */
static void follow(struct store_match *m, const struct position *p)
{
    m->ply = p->ply;
    m->swapped = p->swapped;
    if (!p->over) {
        m->turn_side = p->side;
        m->turn_seat = position_seat(p, p->side);
        return;
    }
    int winner = p->winner != 0 ? position_seat(p, p->winner) : 0;
    if (active_seats(m) != (1u << m->seats_n) - 1)
        winner = best_active(m, p);
    end_match(m, p, END_RULES, winner);
}

/* Plays one legal move: the store's row, and the event `move`. */
static int play_one(struct work *w, struct position *p, move_t move, int64_t *event)
{
    struct store_match *m = &w->m;
    struct store_move row = {.ply = p->ply + 1, .side = p->side, .at = w->now, .left_ms = -1};
    row.seat = position_seat(p, p->side);
    move_print(move, p->setup.width, row.move);
    int err = m->seats[row.seat - 1].resigned ? timing_stop(w) : timing_moved(w);
    if (err < 0)
        return err;
    if (m->clock[0] != '\0')
        row.left_ms = m->seats[row.seat - 1].left_ms;
    position_play_legal(p, move);
    follow(m, p);
    timing_go(w);
    err = work_tell(w, "move",
                    json_pack("{si si si ss sI ss so so so}", "ply", row.ply, "seat", row.seat,
                              "side", row.side, "move", row.move, "at", (json_int_t)row.at, "state",
                              match_state_name[m->state], "turn", view_turn(m), "result",
                              view_result(m), "clock", view_clock(m)),
                    TO_MATCH, 0, &row.event);
    if (err == 0)
        err = store_move_add(w->s->store, m->id, &row);
    if (err == 0 && event != NULL)
        *event = row.event;
    return err;
}

/* Seats that have resigned pass (only games with passing have more than two seats). */
static int pass_resigned(struct work *w, struct position *p)
{
    while (!p->over && w->m.seats[w->m.turn_seat - 1].resigned) {
        int err = play_one(w, p, MOVE_PASS, NULL);
        if (err < 0)
            return err;
    }
    return 0;
}

/* The first who sits there beside a player; 0: nobody. */
static int64_t opponent_of(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id != player)
            return m->seats[i].player.id;
    return 0;
}

int play_tell_turn(struct work *w)
{
    const struct store_match *m = &w->m;
    const struct store_seat *seat = &m->seats[m->turn_seat - 1];
    return work_tell(w, "turn",
                     json_pack("{si si so sI}", "ply", m->ply + 1, "seat", m->turn_seat, "level",
                               seat->level != 0 ? json_integer(seat->level) : json_null(),
                               "opponent", (json_int_t)opponent_of(m, seat->player.id)),
                     0, seat->player.id, NULL);
}

/* Writes the match; tells how it ended or whose turn it is; keeps the position. */
static int settle(struct work *w, const struct position *p)
{
    struct store_match *m = &w->m;
    m->updated_at = w->now;
    int err = 0;
    if (m->state == MATCH_RUNNING)
        timing_go(w);
    else
        err = conditional_forget(w);
    if (err == 0)
        err = delay_release(w);
    if (err == 0)
        err = store_match_update(w->s->store, m);
    if (err < 0)
        return err;
    if (m->state == MATCH_RUNNING) {
        err = seats_exhibition(m) ? 0 : play_tell_turn(w); /* else told when somebody looks on */
        if (err == 0)
            positions_put(w->s->positions, m->id, p);
        return err;
    }
    positions_forget(w->s->positions, m->id);
    json_t *ratings;
    err = ratings_apply(w, &ratings);
    if (err == 0 && m->state == MATCH_FINISHED) {
        w->s->openings_wait = true;
        err = store_opening_wait(w->s->store, m->id);
    }
    if (err < 0)
        return err;
    bool called_off = w->order->kind == ORDER_DECLINE || w->order->kind == ORDER_ABORT;
    err = work_tell(w, "finished",
                    json_pack("{so ss so so}", "result", view_result(m), "state",
                              match_state_name[m->state], "ratings", ratings, "by",
                              called_off ? view_player(&w->order->asker) : json_null()),
                    TO_ALL | TO_LOBBY | TO_PLAYERS, 0, NULL);
    for (work_on_over *const *f = w->s->on_over; err == 0 && *f != NULL; f++)
        err = (*f)(w);
    return err;
}

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
    follow(&w->m, &p);
    timing_go(w);
    err = work_tell_match(w);
    return err < 0 ? err : settle(w, &p);
}

static int tell_offers(struct work *w, const struct offer_told *told)
{
    w->m.updated_at = w->now;
    return work_tell_offers(w, told);
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

/* Offers after a move: a draw offer ends when another seat moves instead of answering; a request
 * to take back stays until its asker moves again. */
static void age_offers(struct store_match *m, int mover)
{
    if (m->draw_seat != 0 && m->draw_seat != mover) {
        m->draw_seat = 0;
        m->draw_yes = 0;
    }
    if (m->takeback_seat == mover) {
        m->takeback_seat = 0;
        m->takeback_ply = 0;
        m->takeback_yes = 0;
    }
}

/* After a move: those who have resigned pass, and those who have said what they would answer,
 * do. */
static int go_on(struct work *w, struct position *p)
{
    struct store_match *m = &w->m;
    int err = pass_resigned(w, p);
    while (err == 0 && m->state == MATCH_RUNNING && (m->conditional & seat_bit(m->turn_seat))) {
        char text[16];
        move_t move;
        err = conditional_next(w, text);
        if (err <= 0)
            break;
        if (move_parse(text, m->width, m->height, &move) < 0 ||
            position_judge(p, move) != VERDICT_OK) {
            err = conditional_drop(w);
            break;
        }
        age_offers(m, m->turn_seat);
        err = play_one(w, p, move, NULL);
        if (err == 0)
            err = pass_resigned(w, p);
    }
    return err;
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
    if (!sits(m, o->asker.id))
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
    age_offers(m, m->turn_seat);
    err = play_one(w, &p, move, &event);
    if (err == 0)
        err = go_on(w, &p);
    bool aged = before.draw_seat != m->draw_seat || before.takeback_seat != m->takeback_seat;
    if (err == 0 && aged && m->state == MATCH_RUNNING)
        err = tell_offers(w, NULL);
    if (err == 0)
        err = settle(w, &p);
    o->out.event = event;
    return err;
}

/* --- resigning and aborting --- */

/* Which seat of the asker acts: the one to move, else his first. */
static int acting_seat(const struct store_match *m, unsigned mine)
{
    if (m->turn_seat != 0 && (mine & seat_bit(m->turn_seat)))
        return m->turn_seat;
    return first_seat(mine);
}

static int need_running_seat(struct work *w, unsigned *mine)
{
    if (w->m.state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is not running.");
    *mine = seat_bits(&w->m, w->order->asker.id);
    if (*mine == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not playing in this match.");
    return 0;
}

/* A seat plays no more: it has resigned, or its time has run out. */
static int leave(struct work *w, int seat, enum end_reason reason)
{
    struct store_match *m = &w->m;
    struct position p = {.ply = 0};
    int err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err < 0)
        return err;
    m->seats[seat - 1].resigned = true;
    err = store_seat_update(w->s->store, m->id, seat, &m->seats[seat - 1]);
    if (err < 0)
        return err;
    unsigned left = active_seats(m);
    if ((left & (left - 1)) == 0) {
        err = timing_stop(w);
        end_match(m, &p, reason, first_seat(left));
        return err < 0 ? err : settle(w, &p);
    }
    clear_offers(m); /* what was agreed so far was agreed among others */
    err = work_tell_match(w);
    if (err == 0)
        err = go_on(w, &p);
    return err < 0 ? err : settle(w, &p);
}

static int apply_resign(struct work *w)
{
    unsigned mine = 0;
    int err = need_running_seat(w, &mine);
    return err < 0 ? err : leave(w, acting_seat(&w->m, mine), END_RESIGN);
}

/* --- the clock --- */

static int apply_claim(struct work *w)
{
    unsigned mine = 0;
    int err = need_running_seat(w, &mine);
    if (err < 0)
        return err;
    int64_t came = arrivals_first(w->s->arrivals, w->m.id);
    int64_t waits = came != 0 ? service_steady(w->s) - came : 0;
    if (w->came_at > w->now - waits) /* a move that has come is judged first */
        w->came_at = w->now - waits;
    if (!timing_is_over(w))
        return work_refuse(w, OUTCOME_CONFLICT, "The time has not run out.");
    if (mine == seat_bit(w->m.turn_seat))
        return work_refuse(w, OUTCOME_DENIED, "It is your own time that has run out.");
    err = peers_may_bring(w->s, w->m.id, w->now - w->m.deadline);
    if (err > 0)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "A move may have come in time to another server; try again in 2 s.");
    if (err < 0)
        return err;
    return leave(w, w->m.turn_seat, END_TIME);
}

/* What is due in a match: its time is over, somebody must be reminded, or a vacation has ended. */
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
        int err = peers_may_bring(w->s, m->id, w->now - m->deadline);
        return err != 0 ? (err < 0 ? err : 0) : leave(w, m->turn_seat, END_TIME);
    }
    /* A move that came in time may still wait for the writer: look again soon. */
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
    return work_tell(w, "reminder",
                     json_pack("{si sI}", "ply", m->ply + 1, "deadline", (json_int_t)m->deadline),
                     0, m->seats[m->turn_seat - 1].player.id, NULL);
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
    end_match(&w->m, &p, END_ABORT, 0);
    err = work_tell_match(w);
    return err < 0 ? err : settle(w, &p);
}

static int apply_abort(struct work *w)
{
    struct store_match *m = &w->m;
    if (m->state != MATCH_OPEN && m->state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is over.");
    if (seat_bits(m, w->order->asker.id) == 0 && m->creator != w->order->asker.id)
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

/* --- offers --- */

static int apply_draw(struct work *w)
{
    struct store_match *m = &w->m;
    struct setup setup;
    struct position p = {.ply = 0};
    unsigned mine = 0;
    int err = match_setup(m, &setup);
    if (err < 0)
        return err;
    const struct game *g = games[setup.game];
    if (!g->has_draws) {
        w->order->out.rule = g->draws_rule;
        return work_refuse(w, OUTCOME_ILLEGAL, "%s has no draws.", g->title);
    }
    err = need_running_seat(w, &mine);
    if (err < 0)
        return err;
    if (w->order->u.offer != OFFER_ASK && m->draw_seat == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "No draw is offered.");
    if (w->order->u.offer == OFFER_DECLINE) {
        struct offer_told refused = {"draw", "refused", m->draw_seat};
        m->draw_seat = 0;
        m->draw_yes = 0;
        return tell_offers(w, &refused);
    }
    struct offer_told told = {"draw", m->draw_seat == 0 ? "asked" : "agreed", 0};
    /* An offer against an offer accepts it. */
    if (m->draw_seat == 0)
        m->draw_seat = acting_seat(m, mine);
    m->draw_yes |= mine;
    told.seat = m->draw_seat;
    if ((m->draw_yes & active_seats(m)) != active_seats(m))
        return tell_offers(w, &told);
    err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err == 0)
        err = timing_stop(w);
    if (err < 0)
        return err;
    end_match(m, &p, END_DRAW, 0);
    return settle(w, &p);
}

/* The last ply that one of the seats played; 0 if none did. */
static int last_ply_of(struct work *w, unsigned seats, int *seat)
{
    for (int ply = w->m.ply; ply > w->m.start_ply; ply--) {
        struct store_move row;
        int err = store_move_get(w->s->store, w->m.id, ply, &row);
        if (err < 0)
            return err;
        if (seats & seat_bit(row.seat)) {
            *seat = row.seat;
            return ply;
        }
    }
    return 0;
}

static int take_back(struct work *w)
{
    struct store_match *m = &w->m;
    struct position p = {.ply = 0};
    int err = store_moves_cut(w->s->store, m->id, m->takeback_ply);
    if (err == 0)
        err = timing_stop(w);
    if (err == 0)
        err = conditional_forget(w);
    if (err < 0)
        return err;
    positions_forget(w->s->positions, m->id);
    m->ply = m->takeback_ply - 1;
    clear_offers(m);
    err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err < 0)
        return err;
    follow(m, &p);
    timing_go(w);
    err = work_tell(
        w, "takeback",
        json_pack("{si so so}", "ply", m->ply, "turn", view_turn(m), "clock", view_clock(m)),
        TO_MATCH | TO_PLAYERS, 0, NULL);
    return err < 0 ? err : settle(w, &p);
}

static int apply_takeback(struct work *w)
{
    struct store_match *m = &w->m;
    unsigned mine = 0;
    int err = need_running_seat(w, &mine);
    if (err < 0)
        return err;
    if (w->order->u.offer == OFFER_ASK) {
        int seat = 0;
        if (m->takeback_seat != 0 && !(mine & seat_bit(m->takeback_seat)))
            return work_refuse(w, OUTCOME_CONFLICT, "Seat %d has already asked to take back.",
                               m->takeback_seat);
        int ply = last_ply_of(w, mine, &seat);
        if (ply < 0)
            return ply;
        if (ply == 0)
            return work_refuse(w, OUTCOME_CONFLICT, "You have not moved yet.");
        m->takeback_seat = seat;
        m->takeback_ply = ply;
        m->takeback_yes = 0;
    } else if (m->takeback_seat == 0) {
        return work_refuse(w, OUTCOME_CONFLICT, "Nobody has asked to take back.");
    } else if (w->order->u.offer == OFFER_DECLINE) {
        struct offer_told refused = {"takeback", "refused", m->takeback_seat};
        m->takeback_seat = 0;
        m->takeback_ply = 0;
        m->takeback_yes = 0;
        return tell_offers(w, &refused);
    }
    struct offer_told told = {"takeback", w->order->u.offer == OFFER_ASK ? "asked" : "agreed",
                              m->takeback_seat};
    m->takeback_yes |= mine;
    if ((m->takeback_yes & active_seats(m)) != active_seats(m))
        return tell_offers(w, &told);
    return take_back(w);
}

/* Pausing and going on need a seat. */
static int apply_pause(struct work *w)
{
    unsigned mine = 0;
    int err = need_running_seat(w, &mine);
    if (err < 0)
        return err;
    return w->order->kind == ORDER_PAUSE ? timing_pause(w, mine, active_seats(&w->m))
                                         : timing_resume(w);
}

int play_apply(struct work *w)
{
    switch (w->order->kind) {
    case ORDER_MOVE:
        return apply_move(w);
    case ORDER_RESIGN:
        return apply_resign(w);
    case ORDER_DRAW:
        return apply_draw(w);
    case ORDER_TAKEBACK:
        return apply_takeback(w);
    case ORDER_ABORT:
        return apply_abort(w);
    case ORDER_PAUSE:
    case ORDER_RESUME:
        return apply_pause(w);
    case ORDER_CLAIM:
        return apply_claim(w);
    case ORDER_WAKE:
        return apply_wake(w);
    default:
        ASSERT(false); /* not an order of this file */
        return ERR_UNSUPPORTED;
    }
}
