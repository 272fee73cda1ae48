#include "service/matches/delay.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"

bool delay_inside(const struct store_match *m, int64_t player)
{
    for (int i = 0; player != 0 && i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return true;
    return false;
}

void delay_hide(struct store_match *m)
{
    if (!delay_holds(m) || m->told_ply >= m->ply)
        return;
    m->ply = m->told_ply;
    m->updated_at = m->created_at;
    m->turn_side = 0;
    m->clock[0] = '\0';
    m->draw_seat = 0;
    m->takeback_seat = 0;
    m->takeback_ply = 0;
    m->pause_seat = 0;
    m->swapped = m->told_ply >= 2 && m->swapped; /* R7: the second ply swaps */
    m->hidden = true;
}

/* Tells spectators of one move as it was then, and nothing of the present state. */
static int tell_move(struct work *w, const struct store_move *row)
{
    return work_tell(w, EVENT_MOVE,
                     JSON_OBJECT({"ply", json_integer(row->ply)}, {"seat", json_integer(row->seat)},
                                 {"side", json_integer(row->side)},
                                 {"move", json_string(row->move)}, {"at", json_integer(row->at)},
                                 {"state", json_string(match_state_name[MATCH_RUNNING])},
                                 {"turn", json_null()}, {"result", json_null()},
                                 {"clock", json_null()}),
                     TO_OUTSIDE, 0, NULL);
}

int delay_release(struct work *w)
{
    struct store_match *m = &w->m;
    int err = 0;
    m->release_at = 0;
    if (m->delay_plies == 0 && m->delay_ms == 0)
        return 0;
    if (m->told_ply > m->ply) { /* taken back what they have seen */
        m->told_ply = m->ply;
        err = work_tell(w, EVENT_TAKEBACK,
                        JSON_OBJECT({"ply", json_integer(m->ply)}, {"turn", json_null()},
                                    {"clock", json_null()}),
                        TO_OUTSIDE, 0, NULL);
    }
    while (err == 0 && m->told_ply < m->ply) {
        struct store_move row;
        if (m->state == MATCH_RUNNING && m->delay_plies != 0 &&
            m->told_ply >= m->ply - m->delay_plies)
            break;
        err = store_move_get(w->s->store, m->id, m->told_ply + 1, &row);
        if (err == 0 && m->state == MATCH_RUNNING && m->delay_ms != 0 &&
            row.at + m->delay_ms > w->now) {
            m->release_at = row.at + m->delay_ms;
            break;
        }
        if (err == 0)
            err = tell_move(w, &row);
        m->told_ply++;
    }
    service_wake_at(w->s, m->release_at);
    return err;
}
