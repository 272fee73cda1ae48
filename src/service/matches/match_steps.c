/* match_steps.c - the position is played on as a copy, and goes back to the cache only when the
 * store has taken everything. */
#include "service/matches/match_steps.h"
#include "service/core/quota.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/conditional.h"
#include "service/matches/delay.h"
#include "service/matches/seats.h"
#include "service/ratings/ratings.h"

static int first_seat(unsigned bits)
{
    return bits != 0 ? __builtin_ctz(bits) + 1 : 0;
}

static int side_of(const struct store_match *m, int seat)
{
    return seat == 0 ? 0 : m->swapped ? 3 - seat : seat;
}

void match_steps_clear_offers(struct store_match *m)
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

void match_steps_end(struct store_match *m, const struct position *p, enum end_reason reason,
                     int winner_seat)
{
    m->paused = false;
    m->hold_until = 0;
    m->state = reason == END_ABORT ? MATCH_ABORTED : MATCH_FINISHED;
    m->reason = reason;
    m->turn_seat = 0;
    m->turn_side = 0;
    m->winner_seat = winner_seat;
    m->winner_side = side_of(m, winner_seat);
    match_steps_clear_offers(m);
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
void match_steps_follow(struct store_match *m, const struct position *p)
{
    m->ply = p->ply;
    m->swapped = p->swapped;
    if (!p->over) {
        m->turn_side = p->side;
        m->turn_seat = position_seat(p, p->side);
        return;
    }
    int winner = p->winner != 0 ? position_seat(p, p->winner) : 0;
    if (seats_active(m) != (1u << m->seats_n) - 1)
        winner = best_active(m, p);
    match_steps_end(m, p, END_RULES, winner);
}

/* Plays one legal move: the store's row, and the event `move`. */
int match_steps_play(struct work *w, struct position *p, move_t move, int64_t *event)
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
    match_steps_follow(m, p);
    timing_go(w);
    err = work_tell(w, EVENT_MOVE,
                    JSON_OBJECT({"ply", json_integer(row.ply)}, {"seat", json_integer(row.seat)},
                                {"side", json_integer(row.side)}, {"move", json_string(row.move)},
                                {"at", json_integer(row.at)},
                                {"state", json_string(match_state_name[m->state])},
                                {"turn", view_turn(m)}, {"result", view_result(m)},
                                {"clock", view_clock(m)}),
                    TO_MATCH, 0, &row.event);
    m->moved = row.event;
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
        int err = match_steps_play(w, p, MOVE_PASS, NULL);
        if (err < 0)
            return err;
    }
    return 0;
}

/* The first other player in the match; 0: none. */
static int64_t opponent_of(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id != player)
            return m->seats[i].player.id;
    return 0;
}

int match_steps_tell_turn(struct work *w)
{
    const struct store_match *m = &w->m;
    const struct store_seat *seat = &m->seats[m->turn_seat - 1];
    int64_t opponent = opponent_of(m, seat->player.id);
    int64_t payer = 0;
    json_t *turn =
        JSON_OBJECT({"ply", json_integer(m->ply + 1)}, {"seat", json_integer(m->turn_seat)},
                    {"level", seat->level != 0 ? json_integer(seat->level) : json_null()},
                    {"opponent", json_integer(opponent)});
    if (seat->player.id == w->s->engine.id) {
        int err = quota_payer(w->s->store, opponent, &payer);
        if (err < 0) {
            json_decref(turn);
            return err;
        }
        json_object_set_new(turn, "payer", json_integer(payer));
    }
    return work_tell(w, EVENT_TURN, turn, 0, seat->player.id, NULL);
}

/* Writes the match; tells how it ended or whose turn it is; keeps the position. */
int match_steps_settle(struct work *w, const struct position *p)
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
        err = seats_exhibition(m) ? 0 : match_steps_tell_turn(w); /* otherwise told when someone
                                                              * watches */
        if (err == 0)
            positions_put(w->s->positions, m, p);
        return err;
    }
    positions_forget(w->s->positions, m->id);
    json_t *ratings;
    err = ratings_apply(w, &ratings);
    if (err == 0 && m->state == MATCH_FINISHED) {
        w->s->chores[CHORE_OPENINGS].waits = true;
        err = store_opening_wait(w->s->store, m->id);
    }
    if (err < 0)
        return err;
    bool called_off = w->order->kind == ORDER_DECLINE || w->order->kind == ORDER_ABORT;
    err = work_tell(w, EVENT_FINISHED,
                    JSON_OBJECT({"result", view_result(m)},
                                {"state", json_string(match_state_name[m->state])},
                                {"ratings", ratings},
                                {"by", called_off ? view_player(&w->order->asker) : json_null()}),
                    TO_ALL | TO_LOBBY | TO_PLAYERS, 0, NULL);
    return err < 0 ? err : work_match_over(w);
}

/* Offers after a move: a draw offer ends when another seat moves instead of answering; a request
 * to take back stays until its asker moves again. */
void match_steps_age_offers(struct store_match *m, int mover)
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

/* After a move: seats that have resigned pass, and conditional moves are played. */
int match_steps_go_on(struct work *w, struct position *p)
{
    struct store_match *m = &w->m;
    int err = pass_resigned(w, p);
    while (err == 0 && m->state == MATCH_RUNNING && (m->conditional & seats_bit(m->turn_seat))) {
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
        match_steps_age_offers(m, m->turn_seat);
        err = match_steps_play(w, p, move, NULL);
        if (err == 0)
            err = pass_resigned(w, p);
    }
    return err;
}

/* The seat of the asker that acts: the one to move, else their first. */
int match_steps_acting_seat(const struct store_match *m, unsigned mine)
{
    if (m->turn_seat != 0 && (mine & seats_bit(m->turn_seat)))
        return m->turn_seat;
    return first_seat(mine);
}

int match_steps_need_seat(struct work *w, unsigned *mine)
{
    if (w->m.state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is not running.");
    *mine = seats_playing(&w->m, w->order->asker.id);
    if (*mine == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not playing in this match.");
    return 0;
}

/* A seat leaves the match: its player has resigned, or its time has run out. */
int match_steps_leave(struct work *w, int seat, enum end_reason reason)
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
    unsigned left = seats_active(m);
    if ((left & (left - 1)) == 0) {
        err = timing_stop(w);
        match_steps_end(m, &p, reason, first_seat(left));
        return err < 0 ? err : match_steps_settle(w, &p);
    }
    match_steps_clear_offers(m); /* earlier consent was given among other players */
    err = work_tell_match(w);
    if (err == 0)
        err = match_steps_go_on(w, &p);
    return err < 0 ? err : match_steps_settle(w, &p);
}

int match_steps_tell_offers(struct work *w, const struct offer_told *told)
{
    w->m.updated_at = w->now;
    return work_tell_offers(w, told);
}
