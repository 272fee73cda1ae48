/* orders.c - applies one order: players, creating and joining matches, chat. Moves on the board are
 * in play.c. Runs on the writer thread, inside the order's savepoint. */
#include "base/err.h"
#include "service/core/quota.h"
#include "service/matches/challenges.h"
#include "service/matches/conditional.h"
#include "service/matches/delay.h"
#include "service/matches/seats.h"
#include "service/people/names.h"
#include "service/people/profile.h"
#include "service/run/run.h"
#include "service/tournaments/tournaments.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int apply_guest(struct work *w)
{
    struct store *store = w->s->store;
    int err = ERR_CONFLICT;
    int64_t id = 0;
    /* Names are unique; longer numbers make room when the short ones are taken. */
    for (int digits = 2; err == ERR_CONFLICT && digits <= 9; digits++) {
        char name[STORE_NAME_BYTES];
        names_guest(digits, name, sizeof name);
        err = store_player_add(store, PLAYER_GUEST, name, w->now, &id);
    }
    struct people_session session = {.player.id = id, .made_at = w->now, .seen_at = w->now};
    snprintf(session.hash, sizeof session.hash, "%s", w->order->u.guest.hash);
    snprintf(session.agent, sizeof session.agent, "%s", w->order->u.guest.agent);
    if (err == 0)
        err = people_session_add(store, "cookie", &session);
    if (err == 0)
        err = quota_payer_put(w, id, true, w->order->address);
    if (err == 0)
        w->order->out.id = id;
    return err;
}

static int apply_secret(struct work *w)
{
    int64_t player = w->order->asker.id;
    const char *use = w->order->u.secret.use;
    int err = store_session_forget(w->s->store, player, use);
    if (err == 0)
        err = store_session_add(w->s->store, w->order->u.secret.hash, player, use, w->now);
    return err;
}

static void shuffle(struct wish *wishes, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)randombytes_uniform((uint32_t)i + 1);
        struct wish t = wishes[i];
        wishes[i] = wishes[j];
        wishes[j] = t;
    }
}

/* A player who fills the lobby alone would leave no room for others. */
static int check_open(struct work *w)
{
    int64_t n = 0;
    int err = store_open_count(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= SERVICE_OPEN_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "You have %d matches that wait for players; cancel one first.",
                           SERVICE_OPEN_MAX);
    return err;
}

static int apply_create(struct work *w)
{
    struct order *o = w->order;
    const struct setup *s = &o->u.create.setup;
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(s, &why) < 0)
        return work_refuse(w, OUTCOME_RANGE, "%s", why_buf);
    if (o->u.create.shuffle)
        shuffle(o->u.create.wishes, s->players);
    struct store_match *m = &w->m;
    *m = (struct store_match){
        .created_at = w->now,
        .updated_at = w->now,
        .creator = o->asker.id,
        .state = MATCH_OPEN,
        .width = s->width,
        .height = s->height,
        .seats_n = s->players,
        .swap = (s->options & OPTION_SWAP) != 0,
        .jacked = (s->options & OPTION_JACKED) != 0,
        .is_private = o->u.create.is_private,
    };
    snprintf(m->game, sizeof m->game, "%s", games[s->game]->name);
    if (clock_check(&o->u.create.clock, &why) < 0)
        return work_refuse(w, OUTCOME_RANGE, "clock: %s", why_buf);
    clock_print(&o->u.create.clock, m->clock);
    m->rated = o->u.create.rated;
    m->standing = o->u.create.standing;
    m->delay_plies = o->u.create.delay_plies;
    m->delay_ms = o->u.create.delay_ms;
    m->start_ply = o->u.create.start_n;
    m->ply = m->start_ply;
    bool invite = m->is_private; /* anyone with its link may see a private match */
    bool open = false;
    int err = 0;
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        err = challenges_seat(w, &o->u.create.wishes[i], i + 1);
        invite = invite || m->seats[i].kind == SEAT_INVITE;
        open = open || m->seats[i].kind == SEAT_OPEN;
    }
    if (err == 0 && m->rated)
        err = challenges_rated(w);
    if (err < 0)
        return err;
    if (m->standing > 0 && (!open || m->is_private))
        return work_refuse(w, OUTCOME_RANGE,
                           "A standing seek needs an open seat and must be public.");
    timing_fill(m);
    if (invite)
        work_invite(m);
    err = seats_all_taken(m) ? 0 : check_open(w);
    if (err == 0)
        err = store_match_add(w->s->store, m);
    if (err == 0)
        err = challenges_start(w, o->u.create.start, o->u.create.start_n);
    if (err < 0)
        return err;
    return seats_all_taken(m) ? play_begin(w) : work_tell_match(w);
}

static bool invited(const struct work *w)
{
    const char *given = w->order->u.join.invite;
    const char *right = w->m.invite;
    return right[0] != '\0' && strlen(given) == strlen(right) &&
           sodium_memcmp(given, right, strlen(right)) == 0;
}

/* The seat that a join without a number means: with an invitation first those that wait for it. */
static int free_seat(const struct store_match *m, int64_t player, bool invite)
{
    int asked = seats_asked(m, player);
    if (asked != 0)
        return asked;
    for (int i = 0; invite && i < m->seats_n; i++)
        if (m->seats[i].kind == SEAT_INVITE && m->seats[i].player.id == 0)
            return i + 1;
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].kind == SEAT_OPEN && m->seats[i].player.id == 0)
            return i + 1;
    return 0;
}

static int apply_join(struct work *w)
{
    struct store_match *m = &w->m;
    bool invite = invited(w);
    int mine = seats_of(m, w->order->asker.id);
    int seat = w->order->u.join.seat;
    if (m->is_private && !invite && mine == 0 && m->creator != w->order->asker.id &&
        seats_asked(m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
    if (seat > m->seats_n)
        return work_refuse(w, OUTCOME_RANGE, "seat must be from 1 to %d.", m->seats_n);
    /* The same join, sent twice, gets the same answer. */
    if (mine != 0 && (seat == 0 || m->seats[seat - 1].player.id == w->order->asker.id))
        return 0;
    if (mine != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "You already hold seat %d in this match.", mine);
    if (m->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "All seats are taken.");
    int err = profile_not_blocked(w);
    if (err < 0)
        return err;
    if (seat == 0)
        seat = free_seat(m, w->order->asker.id, invite);
    if (seat == 0)
        return work_refuse(w, OUTCOME_DENIED,
                           "This seat is reserved. Open the invitation link to take it.");
    struct store_seat *s = &m->seats[seat - 1];
    if (s->player.id != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "Seat %d is taken.", seat);
    if (s->kind == SEAT_INVITE && !invite)
        return work_refuse(w, OUTCOME_DENIED,
                           "Seat %d is reserved. Open the invitation link to take it.", seat);
    if (s->kind == SEAT_ASKED && s->asked.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Seat %d is for %s.", seat, s->asked.name);
    err = challenges_take_seat(w, seat);
    return err < 0 ? err : work_tell_rights(w, w->order->asker.id); /* no spectator any more */
}

static int apply_batch(struct work *w)
{
    int err = w->order->u.batch.apply(w, w->order->u.batch.context);
    if (err != ERR_DENIED)
        return err;
    if (w->ran)
        positions_clear(w->s->positions); /* the orders were applied before they were undone */
    return w->order->out.kind != OUTCOME_DONE
               ? err
               : work_refuse(w, OUTCOME_CONFLICT, "It failed and was undone; nothing has changed.");
}

/* What ends a rated match, or one of a tournament, turns out to need more. */
enum store_reach orders_reach(const struct order *o)
{
    enum store_reach reach = STORE_SITE;
    switch (o->kind) {
    case ORDER_MOVE:
    case ORDER_RESIGN:
    case ORDER_DRAW:
    case ORDER_TAKEBACK:
    case ORDER_ABORT:
    case ORDER_CONDITIONAL:
    case ORDER_PAUSE:
    case ORDER_RESUME:
    case ORDER_HERE:
    case ORDER_CLAIM:
    case ORDER_WAKE:
        reach = STORE_MATCHES;
        break;
    case ORDER_GUEST:
    case ORDER_CREATE:
    case ORDER_JOIN:
    case ORDER_ACCEPT:
    case ORDER_DECLINE:
    case ORDER_REMATCH:
    case ORDER_CHAT:
        reach = STORE_BESIDE;
        break;
    default:
        reach = o->beside ? STORE_BESIDE : STORE_SITE;
    }
    return (int)reach + o->lifted < (int)STORE_SITE ? reach + (unsigned)o->lifted : STORE_SITE;
}

int orders_apply(struct work *w)
{
    struct order *o = w->order;
    int err;
    if (o->kind == ORDER_GUEST)
        return apply_guest(w);
    if (o->kind == ORDER_SECRET)
        return apply_secret(w);
    if (o->kind == ORDER_BATCH)
        return apply_batch(w);
    if (o->kind == ORDER_VACATION)
        return timing_vacation(w);
    if (o->kind == ORDER_TOURNAMENT)
        return tournaments_apply(w);
    if (o->kind == ORDER_CREATE) {
        err = apply_create(w);
    } else {
        err = store_match_get(w->s->store, o->match, &w->m);
        if (err == ERR_NOT_FOUND)
            return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
        if (err < 0)
            return err;
        if (o->kind != ORDER_JOIN && o->kind != ORDER_WAKE && w->m.is_private &&
            w->m.creator != o->asker.id && seats_of(&w->m, o->asker.id) == 0 &&
            seats_asked(&w->m, o->asker.id) == 0)
            return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
        if (o->kind == ORDER_JOIN)
            err = apply_join(w);
        else if (o->kind == ORDER_CHAT)
            err = chat_say(w);
        else if (o->kind == ORDER_ACCEPT || o->kind == ORDER_DECLINE || o->kind == ORDER_REMATCH)
            err = challenges_apply(w);
        else if (o->kind == ORDER_CONDITIONAL)
            err = conditional_apply(w);
        else
            err = play_apply(w);
    }
    /* A record that cannot be replayed must not take the orders of others with it. */
    if (err == ERR_ILLEGAL)
        return work_refuse(w, OUTCOME_STORE, "The record of match %lld cannot be replayed.",
                           (long long)w->m.id);
    o->out.match = w->m.id;
    o->out.state = w->m.state;
    return err;
}
