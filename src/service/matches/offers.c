#include "service/matches/offers.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/view.h"
#include "service/matches/conditional.h"
#include "service/matches/match_steps.h"
#include "service/matches/seats.h"

int offers_draw(struct work *w)
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
    err = match_steps_need_seat(w, &mine);
    if (err < 0)
        return err;
    if (w->order->u.offer != OFFER_ASK && m->draw_seat == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "No draw is offered.");
    if (w->order->u.offer == OFFER_DECLINE) {
        struct offer_told refused = {"draw", "refused", m->draw_seat};
        m->draw_seat = 0;
        m->draw_yes = 0;
        return match_steps_tell_offers(w, &refused);
    }
    struct offer_told told = {"draw", m->draw_seat == 0 ? "asked" : "agreed", 0};
    /* An offer against an offer accepts it. */
    if (m->draw_seat == 0)
        m->draw_seat = match_steps_acting_seat(m, mine);
    m->draw_yes |= mine;
    told.seat = m->draw_seat;
    if ((m->draw_yes & seats_active(m)) != seats_active(m))
        return match_steps_tell_offers(w, &told);
    err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err == 0)
        err = timing_stop(w);
    if (err < 0)
        return err;
    match_steps_end(m, &p, END_DRAW, 0);
    return match_steps_settle(w, &p);
}

/* The last ply that one of the seats played; 0 if none did. */
static int last_ply_of(struct work *w, unsigned seats, int *seat)
{
    for (int ply = w->m.ply; ply > w->m.start_ply; ply--) {
        struct store_move row;
        int err = store_move_get(w->s->store, w->m.id, ply, &row);
        if (err < 0)
            return err;
        if (seats & seats_bit(row.seat)) {
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
    match_steps_clear_offers(m);
    err = positions_replay(w->s->store, m, &p);
    if (err < 0)
        return err;
    match_steps_follow(m, &p);
    timing_go(w);
    err = work_tell(w, EVENT_TAKEBACK,
                    JSON_OBJECT({"ply", json_integer(m->ply)}, {"turn", view_turn(m)},
                                {"clock", view_clock(m)}),
                    TO_MATCH | TO_PLAYERS, 0, &m->moved);
    return err < 0 ? err : match_steps_settle(w, &p);
}

int offers_takeback(struct work *w)
{
    struct store_match *m = &w->m;
    unsigned mine = 0;
    int err = match_steps_need_seat(w, &mine);
    if (err < 0)
        return err;
    if (w->order->u.offer == OFFER_ASK) {
        int seat = 0;
        if (m->takeback_seat != 0 && !(mine & seats_bit(m->takeback_seat)))
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
        return match_steps_tell_offers(w, &refused);
    }
    struct offer_told told = {"takeback", w->order->u.offer == OFFER_ASK ? "asked" : "agreed",
                              m->takeback_seat};
    m->takeback_yes |= mine;
    if ((m->takeback_yes & seats_active(m)) != seats_active(m))
        return match_steps_tell_offers(w, &told);
    return take_back(w);
}
