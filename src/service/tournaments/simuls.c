#include "service/tournaments/simuls.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/matches/challenges.h"
#include "service/people/profile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those who have asked, in order. */
struct asked {
    struct simul_guest list[SIMULS_ASKED_MAX];
    int n, accepted_n;
};

static void on_guest(void *context, const struct simul_guest *g)
{
    struct asked *asked = context;
    if (asked->n < SIMULS_ASKED_MAX)
        asked->list[asked->n++] = *g;
    asked->accepted_n += g->accepted;
}

static struct simul_guest *find(struct asked *asked, int64_t player)
{
    for (int i = 0; i < asked->n; i++)
        if (asked->list[i].player.id == player)
            return &asked->list[i];
    return NULL;
}

static int tell(struct work *w, const struct simul *m, const struct asked *asked)
{
    int64_t players[SIMULS_ASKED_MAX + 1] = {m->host.id};
    for (int i = 0; i < asked->n; i++)
        players[i + 1] = asked->list[i].player.id;
    return work_tell_many(w, EVENT_SIMUL,
                          JSON_OBJECT({"simul", json_integer(m->id)},
                                      {"state", json_string(match_state_name[m->state])}),
                          players, asked->n + 1);
}

/* Tells one of them what has become of their wish to play, or the host of their exhibition. */
static int answer(struct work *w, const struct simul *m, int64_t player, const char *did)
{
    int64_t by = player != m->host.id ? m->host.id : 0;
    return work_tell(w, EVENT_SIMUL_ANSWER,
                     JSON_OBJECT({"id", json_integer(m->id)}, {"did", json_string(did)},
                                 {"by", json_integer(by)}),
                     0, player, NULL);
}

/* It does not take place. */
static int call_off(struct work *w, struct simul *m, const struct asked *asked, const char *did)
{
    m->state = MATCH_ABORTED;
    m->finished_at = w->now;
    int err = simuls_update(w->s->store, m);
    for (int i = 0; err == 0 && i < asked->n; i++)
        err = answer(w, m, asked->list[i].player.id, did);
    return err < 0 ? err : tell(w, m, asked);
}

/* Reads the exhibition that must still be open, and its guests. */
static int read_open(struct work *w, int64_t id, struct simul *m, struct asked *asked)
{
    int err = simuls_get(w->s->store, id, m);
    asked->n = 0;
    asked->accepted_n = 0;
    w->order->out.id = id;
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such simultaneous exhibition.");
    if (err == 0 && m->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "This exhibition has already begun or ended.");
    return err < 0 ? err : simuls_guests(w->s->store, id, on_guest, asked);
}

static int must_host(struct work *w, const struct simul *m)
{
    return m->host.id == w->order->asker.id
               ? 0
               : work_refuse(w, OUTCOME_DENIED, "Only %s, the host, can do this.", m->host.name);
}

int simuls_make(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m = {.host = w->order->asker, .state = MATCH_OPEN, .created_at = w->now};
    struct asked nobody = {.n = 0};
    char buf[160];
    struct text why;
    int64_t open = 0;
    text_init(&why, buf, sizeof buf);
    if (setup_check(&a->setup, &why) < 0)
        return work_refuse(w, OUTCOME_RANGE, "%s", buf);
    if (clock_check(&a->clock, &why) < 0)
        return work_refuse(w, OUTCOME_RANGE, "clock: %s", buf);
    if (a->host_ms > 0 && (a->clock.main_ms == 0 || a->clock.cap_ms != 0))
        return work_refuse(w, OUTCOME_RANGE,
                           "host_ms needs a fischer clock without cap_ms, or byoyomi with main_ms: "
                           "other clocks give time for each move only.");
    int err = simuls_open(w->s->store, w->order->asker.id, &open);
    if (err == 0 && open > 0)
        return work_refuse(w, OUTCOME_FULL,
                           "You already have a simultaneous exhibition that is not over.");
    snprintf(m.text, sizeof m.text, "%s", a->text);
    snprintf(m.like.game, sizeof m.like.game, "%s", games[a->setup.game]->name);
    m.like.width = a->setup.width;
    m.like.height = a->setup.height;
    m.like.swap = (a->setup.options & OPTION_SWAP) != 0;
    m.like.jacked = (a->setup.options & OPTION_JACKED) != 0;
    clock_print(&a->clock, m.like.clock);
    m.host_ms = a->host_ms;
    m.host_seat = a->host_seat;
    m.guests_max = a->guests_max;
    if (err == 0)
        err = simuls_add(w->s->store, &m);
    w->order->out.id = m.id;
    return err < 0 ? err : tell(w, &m, &nobody);
}

int simuls_join(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m;
    struct asked asked;
    int err = read_open(w, a->simul, &m, &asked);
    if (err < 0)
        return err;
    if (m.host.id == w->order->asker.id)
        return work_refuse(w, OUTCOME_CONFLICT, "You are the host.");
    if (find(&asked, w->order->asker.id) != NULL)
        return 0; /* the same wish sent twice */
    if (asked.n >= SIMULS_ASKED_MAX)
        return work_refuse(w, OUTCOME_FULL, "%d members have asked already.", SIMULS_ASKED_MAX);
    err = profile_may_ask(w, &m.host);
    if (err == 0)
        err = simuls_ask(w->s->store, m.id, w->order->asker.id, w->now);
    asked.n = 0; /* only the host needs to hear of it */
    return err < 0 ? err : tell(w, &m, &asked);
}

int simuls_leave(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m;
    struct asked asked;
    int err = read_open(w, a->simul, &m, &asked);
    if (err == 0 && find(&asked, w->order->asker.id) == NULL)
        return work_refuse(w, OUTCOME_CONFLICT, "You have not asked to play here.");
    if (err == 0)
        err = simuls_unask(w->s->store, m.id, w->order->asker.id);
    asked.n = 0;
    return err < 0 ? err : tell(w, &m, &asked);
}

int simuls_accept(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m;
    struct asked asked;
    struct store_player p;
    int err = read_open(w, a->simul, &m, &asked);
    if (err == 0)
        err = must_host(w, &m);
    if (err < 0)
        return err;
    err = store_player_named(w->s->store, a->player, &p);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    struct simul_guest *g = err == 0 ? find(&asked, p.id) : NULL;
    if (g == NULL)
        return work_refuse(w, OUTCOME_NOT_FOUND, "%.60s has not asked to play here.", a->player);
    if (a->accepted && !g->accepted && asked.accepted_n >= m.guests_max)
        return work_refuse(w, OUTCOME_CONFLICT, "All %d boards are taken.", m.guests_max);
    bool changes = g->accepted != a->accepted;
    g->accepted = a->accepted;
    err = simuls_guest_put(w->s->store, m.id, g);
    if (err == 0 && changes)
        err = answer(w, &m, p.id, a->accepted ? "accepted" : "refused");
    return err < 0 ? err : tell(w, &m, &asked);
}

/* The next board; w->m is its match afterwards. */
static int begin_board(struct work *w, const struct simul *m, struct simul_guest *g, int board)
{
    int seat = m->host_seat != 0 ? m->host_seat : board % 2 + 1;
    w->m = (struct store_match){.creator = m->host.id, .grace_ms = SIMULS_GRACE_MS};
    w->m.seats[seat - 1] = (struct store_seat){.kind = SEAT_PLAYER, .player = m->host};
    w->m.seats[2 - seat] = (struct store_seat){.kind = SEAT_PLAYER, .player = g->player};
    int err = challenges_copy(w, &m->like);
    w->m.seats[seat - 1].left_ms += m->host_ms;
    if (err == 0 && m->host_ms > 0)
        err = store_seat_update(w->s->store, w->m.id, seat, &w->m.seats[seat - 1]);
    if (err < 0)
        return err;
    g->accepted = true;
    g->match = w->m.id;
    g->host_seat = seat;
    err = simuls_guest_put(w->s->store, m->id, g);
    if (err == 0)
        err = play_begin(w);
    return err < 0 ? err : challenges_tell_begun(w, m->id, m->host.id);
}

int simuls_start(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m;
    struct asked asked;
    int err = read_open(w, a->simul, &m, &asked);
    if (err == 0)
        err = must_host(w, &m);
    if (err < 0)
        return err;
    int playing = a->all ? asked.n : asked.accepted_n;
    if (playing < SIMULS_GUESTS_MIN)
        return work_refuse(
            w, OUTCOME_CONFLICT,
            "The exhibition needs %d guests. Accept more, or start with all who asked.",
            SIMULS_GUESTS_MIN);
    m.state = MATCH_RUNNING;
    m.started_at = w->now;
    err = simuls_update(w->s->store, &m);
    /* Those who are accepted come first, then the others in the order in which they asked. */
    int board = 0;
    for (int round = 0; round < (a->all ? 2 : 1); round++)
        for (int i = 0; err == 0 && i < asked.n && board < m.guests_max; i++)
            if (asked.list[i].match == 0 && (asked.list[i].accepted || round == 1))
                err = begin_board(w, &m, &asked.list[i], board++);
    w->m = (struct store_match){.id = 0}; /* what follows is about none of the matches */
    for (int i = 0; err == 0 && i < asked.n; i++)
        if (asked.list[i].match == 0)
            err = answer(w, &m, asked.list[i].player.id, "begun");
    return err < 0 ? err : tell(w, &m, &asked);
}

int simuls_end(struct work *w, void *context)
{
    const struct simul_act *a = context;
    struct simul m;
    struct asked asked;
    int err = read_open(w, a->simul, &m, &asked);
    if (err == 0)
        err = must_host(w, &m);
    return err < 0 ? err : call_off(w, &m, &asked, "ended");
}

int simuls_end_forgotten(struct work *w, void *context)
{
    enum { AT_ONCE = 20 };
    int64_t ids[AT_ONCE];
    struct simul m;
    struct asked asked;
    (void)context;
    int n = simuls_forgotten(w->s->store, w->now - SIMULS_OPEN_MS, AT_ONCE, ids);
    int err = n < 0 ? n : 0;
    for (int i = 0; err == 0 && i < n; i++) {
        err = read_open(w, ids[i], &m, &asked);
        if (err == 0)
            err = call_off(w, &m, &asked, "forgotten");
        if (err == 0)
            err = answer(w, &m, m.host.id, "forgotten");
    }
    return err;
}

static void on_tidy(struct order *o)
{
    order_free(o);
    free(o);
}

void simuls_tidy(struct service *s)
{
    struct order *o = calloc(1, sizeof *o);
    if (o == NULL)
        return;
    o->kind = ORDER_BATCH;
    o->u.batch.apply = simuls_end_forgotten;
    o->done = on_tidy;
    service_submit(s, o);
}

int simuls_match_over(struct work *w)
{
    struct simul m;
    struct asked asked = {.n = 0};
    int64_t id = 0;
    int64_t playing = 0;
    int err = simuls_of_match(w->s->store, w->m.id, &id);
    if (err == ERR_NOT_FOUND)
        return 0;
    if (err == 0)
        err = simuls_get(w->s->store, id, &m);
    if (err < 0)
        return err;
    int winner = w->m.winner_seat;
    enum simul_result result = w->m.state == MATCH_ABORTED                     ? SIMUL_CALLED_OFF
                               : winner == 0                                   ? SIMUL_DRAWN
                               : w->m.seats[winner - 1].player.id == m.host.id ? SIMUL_WON
                                                                               : SIMUL_LOST;
    err = simuls_result(w->s->store, w->m.id, result);
    if (err == 0)
        err = simuls_playing(w->s->store, id, &playing);
    if (err < 0 || playing > 0)
        return err;
    m.state = MATCH_FINISHED;
    m.finished_at = w->now;
    err = simuls_guests(w->s->store, id, on_guest, &asked);
    if (err == 0)
        err = simuls_update(w->s->store, &m);
    return err < 0 ? err : tell(w, &m, &asked);
}
