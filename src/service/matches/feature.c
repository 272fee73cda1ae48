/* feature.c - the part of matches in the life of the service. */
#include "service/community/attendance.h"
#include "service/core/service_int.h"
#include "service/matches/lobby.h"
#include "service/matches/quick.h"

static bool open_matches(struct service *s)
{
    s->positions = positions_new();
    s->quick = quick_wishes_new();
    s->lobby = lobby_new();
    s->attendance = attendance_new();
    return s->attendance != NULL && s->positions != NULL && s->quick != NULL && s->lobby != NULL;
}

static void close_matches(struct service *s)
{
    attendance_free(s->attendance);
    lobby_free(s->lobby);
    quick_wishes_free(s->quick);
    positions_free(s->positions);
}

/* Pairs those who look for an opponent, one pair after the other, until there is none or one is
 * refused: the next ones with the next tick. */
static bool own_order(struct service *s, struct order *o, int n)
{
    return n < QUICK_MAX / 2 && (n == 0 || o->out.id != 0) && quick_tick(s, o);
}

static void tick(struct service *s)
{
    lobby_tick(s);
    attendance_tick(s);
}

const struct feature feature_matches = {
    .open = open_matches,
    .close = close_matches,
    .own = own_order,
    .tick = tick,
    .match_over = attendance_match_over,
};
