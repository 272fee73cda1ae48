#include "service/community/attendance.h"

#include "base/err.h"
#include "platform/array.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/must.h"
#include "service/community/presence.h"
#include "service/community/remote_presence.h"
#include "service/core/batch.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/match_steps.h"
#include "service/matches/seats.h"
#include "service/matches/timing.h"
#include "store/matches/absences.h"
#include <stdlib.h>

enum { FORGET_MS = 3600 * 1000 /* after which nobody waits for their return */ };

/* A player who has looked at a match through this process. */
struct attendant {
    int64_t match, player;
    int64_t missed_at; /* clock_ms; 0: they have a stream */
    bool left;         /* and the store knows it */
    bool back;         /* since then they have looked at the match */
};

struct attendance {
    pthread_mutex_t mutex;
    struct attendant *list;
    int n, cap;
};

struct attendance *attendance_new(void)
{
    struct attendance *a = calloc(1, sizeof *a);
    if (a != NULL)
        (void)pthread_mutex_init(&a->mutex, NULL);
    return a;
}

void attendance_free(struct attendance *a)
{
    if (a == NULL)
        return;
    free(a->list);
    (void)pthread_mutex_destroy(&a->mutex);
    free(a);
}

static struct attendant *find(struct attendance *a, int64_t match, int64_t player)
{
    for (int i = 0; i < a->n; i++)
        if (a->list[i].match == match && a->list[i].player == player)
            return &a->list[i];
    return NULL;
}

/* left: as the store knows it. */
static void note(struct attendance *a, int64_t match, int64_t player, bool left)
{
    (void)pthread_mutex_lock(&a->mutex);
    struct attendant *known = find(a, match, player);
    if (known == NULL) {
        ARRAY_MUST(a->list, a->n, &a->cap);
        known = &a->list[a->n++];
        *known = (struct attendant){.match = match, .player = player};
    }
    known->back = known->back || known->left || left;
    (void)pthread_mutex_unlock(&a->mutex);
}

static bool is_known(struct attendance *a, int64_t match, int64_t player)
{
    (void)pthread_mutex_lock(&a->mutex);
    bool known = find(a, match, player) != NULL;
    (void)pthread_mutex_unlock(&a->mutex);
    return known;
}

static bool looks(const struct service *s, int64_t match, int64_t player)
{
    return remote_presence_hears(s, topic_here(match), player);
}

static bool is_online(const struct service *s, int64_t player)
{
    return remote_presence_hears(s, topic_sessions(player), player);
}

static bool is_live(const struct store_match *m)
{
    struct clock_rule rule;
    return timing_rule(m, &rule) && !clock_is_slow(&rule);
}

/* --- comings and goings --- */

struct change {
    struct order order;
    struct attendant of;
    bool leaves;
};

static int tell(struct work *w)
{
    return work_tell(w, EVENT_PRESENCE, json_object(), TO_HERE, 0, NULL);
}

/* In the writer's transaction. */
static int apply(struct work *w, void *context)
{
    const struct change *c = context;
    int64_t player = c->of.player;
    int err = store_match_get(w->s->store, c->of.match, &w->m);
    if (err < 0 || w->m.state != MATCH_RUNNING)
        return err == ERR_NOT_FOUND ? 0 : err;
    if (!c->leaves) {
        err = absences_end(w->s->store, w->m.id, player);
        return err == 0 ? tell(w) : err == ERR_NOT_FOUND ? 0 : err;
    }
    if (!is_live(&w->m) || seats_playing(&w->m, player) == 0 || is_online(w->s, player))
        return 0;
    const struct absence absence = {w->m.id, player, w->now};
    err = absences_add(w->s->store, &absence);
    return err < 0 ? err : tell(w);
}

static void on_done(struct order *o)
{
    struct change *c = CONTAINER_OF(o, struct change, order);
    order_free(o);
    free(c);
}

static void submit(struct service *s, const struct attendant *of, bool leaves)
{
    struct change *c = must_have(calloc(1, sizeof *c));
    c->of = *of;
    c->leaves = leaves;
    c->order.kind = ORDER_BATCH;
    c->order.beside = true;
    c->order.match = of->match;
    c->order.u.batch.apply = apply;
    c->order.u.batch.context = c;
    c->order.done = on_done;
    service_submit(s, &c->order);
}

void attendance_tick(struct service *s)
{
    struct attendance *a = s->attendance;
    int64_t now = clock_ms();
    int n = 0;
    (void)pthread_mutex_lock(&a->mutex);
    for (int i = 0; i < a->n; i++) {
        struct attendant of = a->list[i];
        bool here = is_online(s, of.player);
        of.missed_at = here ? 0 : of.missed_at != 0 ? of.missed_at : now;
        if (of.back || (of.left && here)) {
            of.left = of.back = false;
            submit(s, &of, false);
        }
        if (!here && !of.left && now - of.missed_at >= ATTENDANCE_LEAVE_MS) {
            of.left = true;
            submit(s, &of, true);
        }
        if (here || now - of.missed_at < FORGET_MS)
            a->list[n++] = of;
    }
    a->n = n;
    (void)pthread_mutex_unlock(&a->mutex);
}

int attendance_match_over(struct work *w)
{
    return absences_end_all(w->s->store, w->m.id);
}

/* --- who is where, and claims --- */

/* Whether the seat has moved after that time: its player plays by other means. */
static int has_moved(struct store *store, const struct store_match *m, int seat, int64_t since,
                     bool *out)
{
    *out = false;
    for (int ply = m->ply; ply > m->start_ply; ply--) {
        struct store_move row;
        int err = store_move_get(store, m->id, ply, &row);
        if (err < 0)
            return err;
        if (row.at < since)
            return 0;
        if (row.seat == seat) {
            *out = true;
            return 0;
        }
    }
    return 0;
}

struct gone {
    int64_t since[STORE_SEATS_MAX]; /* 0: not known to have left */
    int64_t claim_at;               /* of the first that can be claimed; 0: none */
};

static int64_t patience(const struct store_match *m)
{
    return m->grace_ms > ATTENDANCE_CLAIM_MS ? m->grace_ms : ATTENDANCE_CLAIM_MS;
}

/* Who has left, of those whom the player of the seats `mine` waits for. */
static int find_gone(const struct service *s, struct store *store, const struct store_match *m,
                     unsigned mine, struct gone *out)
{
    struct absence list[STORE_SEATS_MAX];
    *out = (struct gone){.claim_at = 0};
    if (m->state != MATCH_RUNNING || !is_live(m))
        return 0;
    int n = absences_of(store, m->id, list);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m->seats_n; k++) {
            bool moved;
            if (m->seats[k].player.id != list[i].player || m->seats[k].resigned ||
                is_online(s, list[i].player))
                continue;
            int err = has_moved(store, m, k + 1, list[i].at, &moved);
            if (err < 0)
                return err;
            if (moved)
                continue;
            out->since[k] = list[i].at;
            int64_t at = list[i].at + patience(m);
            if (!(mine & seats_bit(k + 1)) && (out->claim_at == 0 || at < out->claim_at))
                out->claim_at = at;
        }
    if (mine == 0 || m->paused || m->hold_until != 0)
        out->claim_at = 0;
    return n < 0 ? n : 0;
}

static int claim_draw(struct work *w)
{
    struct store_match *m = &w->m;
    struct setup setup;
    struct position p = {.ply = 0};
    int err = match_setup(m, &setup);
    if (err == 0 && !games[setup.game]->has_draws) {
        w->order->out.rule = games[setup.game]->draws_rule;
        return work_refuse(w, OUTCOME_ILLEGAL, "%s has no draws.", games[setup.game]->title);
    }
    if (err == 0 && m->seats_n > 2)
        return work_refuse(w, OUTCOME_CONFLICT, "A draw is claimed only in a match of two.");
    if (err == 0)
        err = positions_get(w->s->positions, w->s->store, m, &p);
    if (err == 0)
        err = timing_stop(w);
    if (err < 0)
        return err;
    match_steps_end(m, &p, END_DRAW, 0);
    return match_steps_settle(w, &p);
}

int attendance_claim(struct work *w, unsigned mine)
{
    struct gone gone;
    int64_t patience_ms = patience(&w->m);
    int err = find_gone(w->s, w->s->store, &w->m, mine, &gone);
    if (err < 0)
        return err;
    if (!is_live(&w->m))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "Only a match with a live clock can be claimed when a player is gone.");
    if (gone.claim_at == 0)
        return work_refuse(w, OUTCOME_CONFLICT, "No player is known to have left this match.");
    if (gone.claim_at > w->now)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "A player left a short time ago. You can claim the match in %d s.",
                           (int)((gone.claim_at - w->now + 999) / 1000));
    if (w->order->u.claim == CLAIM_DRAW)
        return claim_draw(w);
    for (int i = 0; err == 0 && i < w->m.seats_n && w->m.state == MATCH_RUNNING; i++)
        if (gone.since[i] != 0 && gone.since[i] + patience_ms <= w->now &&
            !(mine & seats_bit(i + 1)))
            err = match_steps_leave(w, i + 1, END_LEFT);
    return err;
}

/* --- reading --- */

int reader_here_topic(struct reader *r, int64_t match, int64_t asker, struct topic *out)
{
    struct store_match m;
    struct absence list[STORE_SEATS_MAX];
    bool left = false;
    int err = store_begin(reader_store(r));
    if (err < 0)
        return err;
    err = store_match_get(reader_store(r), match, &m);
    int n = err == 0 ? absences_of(reader_store(r), match, list) : 0;
    store_end(reader_store(r));
    err = n < 0 ? n : err;
    if (err < 0 || asker == 0 || seats_of(&m, asker) == 0)
        return err < 0 ? err : ERR_NOT_FOUND;
    for (int i = 0; i < n; i++)
        left = left || list[i].player == asker;
    if (m.state == MATCH_RUNNING)
        note(batch_reader_service(r)->attendance, match, asker, left);
    *out = topic_here(match);
    return 0;
}

/* NULL: nothing is known, or nothing is said. */
static const char *state_of(struct service *s, const struct store_match *m, int i, int64_t left_at)
{
    int64_t player = m->seats[i].player.id;
    if (m->seats[i].kind == SEAT_BOT || m->state != MATCH_RUNNING ||
        (!is_live(m) && !presence_is_here(s, player)))
        return NULL;
    if (looks(s, m->id, player)) {
        note(s->attendance, m->id, player, false);
        return "here";
    }
    if (left_at != 0)
        return "gone";
    return is_online(s, player) && is_known(s->attendance, m->id, player) ? "away" : NULL;
}

json_t *reader_attendance(struct reader *r, int64_t match, int64_t asker, int *err)
{
    struct service *s = batch_reader_service(r);
    struct store_match m;
    struct setup setup;
    struct gone gone = {.claim_at = 0};
    *err = store_begin(reader_store(r));
    if (*err < 0)
        return NULL;
    *err = store_match_get(reader_store(r), match, &m);
    if (*err == 0)
        *err = seats_of(&m, asker) != 0 ? match_setup(&m, &setup)
                                        : (m.is_private ? ERR_NOT_FOUND : ERR_DENIED);
    if (*err == 0)
        *err = find_gone(s, reader_store(r), &m, seats_playing(&m, asker), &gone);
    store_end(reader_store(r));
    if (*err < 0)
        return NULL;
    json_t *seats = json_array();
    for (int i = 0; i < m.seats_n; i++) {
        const char *state = state_of(s, &m, i, gone.since[i]);
        json_array_append_new(
            seats, JSON_OBJECT({"seat", json_integer(i + 1)},
                               {"state", state != NULL ? json_string(state) : json_null()},
                               {"left_at",
                                gone.since[i] != 0 ? json_integer(gone.since[i]) : json_null()}));
    }
    return JSON_OBJECT({"match", json_integer(m.id)}, {"seats", seats},
                       {"claim_at", gone.claim_at != 0 ? json_integer(gone.claim_at) : json_null()},
                       {"draw", json_boolean(m.seats_n == 2 && games[setup.game]->has_draws)},
                       {"now", json_integer(service_now(s))});
}
