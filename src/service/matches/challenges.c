#include "service/matches/challenges.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/seats.h"
#include "service/people/profile.h"
#include <stdio.h>
#include <string.h>

int challenges_engine(const struct store_match *m, int level, struct text *why)
{
    enum { QUICK_MS = 2000, DEEP_MS = 10000, DEEP_LEVEL = 7 };
    struct clock_rule rule;
    int64_t least = level >= DEEP_LEVEL ? DEEP_MS : QUICK_MS;
    if (m->rated && m->seats_n != 2) {
        text_str(why, "The engine plays rated matches with two players only.");
        return ERR_DENIED;
    }
    if (timing_rule(m, &rule) && clock_per_move(&rule) < least) {
        text_str(why, "At level ");
        text_int(why, level);
        text_str(why, " the engine needs a clock with at least ");
        text_int(why, least / 1000);
        text_str(why, " seconds for each move.");
        return ERR_DENIED;
    }
    return 0;
}

static int seat_engine(struct work *w, int level, struct store_seat *seat)
{
    char buf[160];
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (challenges_engine(&w->m, level, &why) < 0)
        return work_refuse(w, OUTCOME_CONFLICT, "%s", buf);
    *seat = (struct store_seat){.kind = SEAT_BOT, .player = w->s->engine, .level = level};
    return 0;
}

static int seat_asked(struct work *w, const char *name, struct store_seat *seat)
{
    enum { ENGINE_LEVEL = 3 }; /* docs/API.md */
    struct store_player p;
    int err = store_player_named(w->s->store, name, &p);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no player \"%.60s\".", name);
    if (err < 0)
        return err;
    if (p.id == w->s->engine.id)
        return seat_engine(w, ENGINE_LEVEL, seat);
    if (seats_asked(&w->m, p.id) != 0)
        return work_refuse(w, OUTCOME_RANGE, "%s is asked twice.", p.name);
    err = profile_may_ask(w, &p);
    if (err < 0)
        return err;
    *seat = (struct store_seat){.kind = SEAT_ASKED, .asked = p};
    return 0;
}

int challenges_seat(struct work *w, const struct wish *wish, int seat)
{
    struct store_seat *s = &w->m.seats[seat - 1];
    *s = (struct store_seat){.kind = SEAT_OPEN};
    switch (wish->kind) {
    case WISH_ME:
        *s = (struct store_seat){.kind = SEAT_PLAYER, .player = w->order->asker};
        return 0;
    case WISH_BOT:
        return seat_engine(w, wish->level, s);
    case WISH_ASKED:
        return seat_asked(w, wish->name, s);
    case WISH_INVITE:
        s->kind = SEAT_INVITE;
        return 0;
    default:
        return 0;
    }
}

int challenges_rated(struct work *w)
{
    const struct store_match *m = &w->m;
    int bots = 0;
    for (int i = 0; i < m->seats_n; i++) {
        const struct store_seat *s = &m->seats[i];
        bots += s->kind == SEAT_BOT;
        const struct store_player *p = s->kind == SEAT_ASKED ? &s->asked : &s->player;
        if (p->id != 0 && p->kind == PLAYER_GUEST)
            return work_refuse(w, OUTCOME_DENIED,
                               "Only members can play rated matches; %s is a guest.", p->name);
        for (int j = 0; j < i && p->id != 0; j++)
            if (p->kind != PLAYER_BOT &&
                (m->seats[j].player.id == p->id || m->seats[j].asked.id == p->id))
                return work_refuse(w, OUTCOME_RANGE,
                                   "In a rated match each seat must have a different player.");
    }
    if (bots > 1 || (bots > 0 && m->seats_n > 2))
        return work_refuse(w, OUTCOME_RANGE,
                           "A rated match may have one seat for the engine at most.");
    if (m->start_ply > 0)
        return work_refuse(w, OUTCOME_RANGE, "A rated match must begin with an empty board.");
    return 0;
}

int challenges_start(struct work *w, const move_t *moves, int n)
{
    struct setup setup;
    struct position p = {.ply = 0};
    int err = n > 0 ? match_setup(&w->m, &setup) : 0;
    if (err == 0 && n > 0)
        err = position_start(&p, &setup);
    for (int i = 0; err == 0 && i < n; i++) {
        struct store_move row = {.ply = i + 1, .side = p.side, .at = w->now, .left_ms = -1};
        if (p.over)
            return work_refuse(w, OUTCOME_RANGE, "The game ends after %d moves of the start.", i);
        if (position_judge(&p, moves[i]) != VERDICT_OK) {
            struct explanation why;
            position_explain(&p, moves[i], &why);
            return work_refuse(w, OUTCOME_RANGE, "Move %d of the start: %s", i + 1, why.text);
        }
        row.seat = position_seat(&p, p.side);
        move_print(moves[i], setup.width, row.move);
        position_play_legal(&p, moves[i]);
        err = store_move_add(w->s->store, w->m.id, &row);
    }
    if (err == 0 && p.over)
        return work_refuse(w, OUTCOME_RANGE, "The game is over at the start position.");
    return err;
}

/* --- copies --- */

struct copy_moves {
    struct work *w;
    int limit, err;
};

static void on_copied(void *context, const struct store_move *row)
{
    struct copy_moves *c = context;
    struct store_move copy = *row;
    copy.at = c->w->now;
    copy.event = 0;
    copy.left_ms = -1;
    if (c->err == 0 && row->ply <= c->limit)
        c->err = store_move_add(c->w->s->store, c->w->m.id, &copy);
}

int challenges_copy(struct work *w, const struct store_match *from)
{
    struct store_match *m = &w->m;
    m->created_at = w->now;
    m->updated_at = w->now;
    m->state = MATCH_OPEN;
    memcpy(m->game, from->game, sizeof m->game);
    m->width = from->width;
    m->height = from->height;
    m->seats_n = from->seats_n;
    m->swap = from->swap;
    m->jacked = from->jacked;
    m->is_private = from->is_private;
    memcpy(m->clock, from->clock, sizeof m->clock);
    m->rated = from->rated;
    m->start_ply = from->start_ply;
    m->ply = from->start_ply;
    m->delay_plies = from->delay_plies;
    m->delay_ms = from->delay_ms;
    if (m->is_private)
        work_invite(m);
    timing_fill(m);
    int err = store_match_add(w->s->store, m);
    struct copy_moves c = {w, from->start_ply, 0};
    if (err == 0 && from->start_ply > 0)
        err = store_moves(w->s->store, from->id, on_copied, &c);
    return err < 0 ? err : c.err;
}

int challenges_tell_begun(struct work *w, int64_t simul, int64_t except)
{
    const struct store_match *m = &w->m;
    struct clock_rule rule;
    bool live = timing_rule(m, &rule) && !clock_is_slow(&rule);
    int err = 0;
    for (int i = 0; err == 0 && i < m->seats_n; i++) {
        const struct store_player *p = &m->seats[i].player;
        if (p->id == except)
            continue;
        json_t *data =
            JSON_OBJECT({"live", json_boolean(live)}, {"game", json_string(m->game)},
                        {"width", json_integer(m->width)}, {"height", json_integer(m->height)},
                        {"opponent", view_player(&m->seats[i == 0 ? 1 : 0].player)});
        if (simul != 0)
            json_object_set_new(data, "simul", json_integer(simul));
        else
            json_object_set_new(data, "tournament", json_integer(m->tournament));
        err = work_tell(w, EVENT_PAIRED, data, 0, p->id, NULL);
    }
    return err;
}

int challenges_between(struct work *w, const struct store_match *like, const struct store_player *a,
                       const struct store_player *b)
{
    w->m = (struct store_match){
        .creator = like->creator,
        .tournament = like->tournament,
        .round = like->round,
        .grace_ms = like->grace_ms,
    };
    w->m.seats[0] = (struct store_seat){.kind = SEAT_PLAYER, .player = *a};
    w->m.seats[1] = (struct store_seat){.kind = SEAT_PLAYER, .player = *b};
    int err = challenges_copy(w, like);
    if (err == 0)
        err = play_begin(w);
    return err < 0 ? err : challenges_tell_begun(w, 0, 0);
}

int challenges_stand(struct work *w, const struct store_match *taken, int times)
{
    struct store_match played = w->m;
    w->m = (struct store_match){.creator = taken->creator, .standing = times};
    for (int i = 0; i < taken->seats_n; i++) {
        const struct store_seat *s = &taken->seats[i];
        bool keeps = s->kind == SEAT_BOT || s->player.id == taken->creator;
        w->m.seats[i] = (struct store_seat){.kind = keeps ? s->kind : SEAT_OPEN,
                                            .player = keeps ? s->player : (struct store_player){0},
                                            .level = keeps ? s->level : 0};
    }
    int err = challenges_copy(w, taken);
    if (err == 0)
        err = work_tell_match(w);
    w->m = played;
    return err;
}

/* --- answers --- */

static int sits(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return i + 1;
    return 0;
}

int challenges_take_seat(struct work *w, int seat)
{
    struct store_match *m = &w->m;
    struct store_seat *s = &m->seats[seat - 1];
    if (m->rated && w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only members can play rated matches; sign up first.");
    s->kind = SEAT_PLAYER;
    s->player = w->order->asker;
    s->asked = (struct store_player){0};
    int err = store_seat_update(w->s->store, m->id, seat, s);
    if (err < 0)
        return err;
    m->updated_at = w->now;
    if (!seats_all_taken(m)) {
        err = store_match_update(w->s->store, m);
        return err < 0 ? err : work_tell_match(w);
    }
    int standing = m->standing;
    struct store_match taken = *m;
    m->standing = 0;
    err = play_begin(w);
    if (err == 0 && standing > 1)
        err = challenges_stand(w, &taken, standing - 1);
    return err;
}

static int accept(struct work *w)
{
    struct store_match *m = &w->m;
    int seat = seats_asked(m, w->order->asker.id);
    if (sits(m, w->order->asker.id) != 0)
        return 0; /* the same acceptance sent twice */
    if (seat == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not invited to this match.");
    if (m->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "The challenge was cancelled.");
    int err = 0;
    for (; err == 0 && seat != 0; seat = seats_asked(m, w->order->asker.id))
        err = challenges_take_seat(w, seat);
    return err;
}

static int decline(struct work *w)
{
    struct store_match *m = &w->m;
    if (seats_asked(m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not invited to this match.");
    if (m->state == MATCH_ABORTED)
        return 0;
    if (w->order->u.chat[0] != '\0') {
        int err = chat_say(w);
        if (err < 0)
            return err;
    }
    return play_call_off(w);
}

/* Each seat goes to the player of the next seat; all except the asker and bots are invited. */
static int make_rematch(struct work *w)
{
    struct store_match old = w->m;
    w->m = (struct store_match){.creator = w->order->asker.id, .rematch_of = old.id};
    for (int i = 0; i < old.seats_n; i++) {
        const struct store_seat *s = &old.seats[(i + 1) % old.seats_n];
        bool asks = s->player.id != w->order->asker.id && s->kind != SEAT_BOT;
        int blocked = asks && s->player.id != 0 ? profile_may_ask(w, &s->player) : 0;
        if (blocked < 0)
            return blocked;
        w->m.seats[i] = (struct store_seat){
            .kind = asks ? SEAT_ASKED : s->kind,
            .player = asks ? (struct store_player){0} : s->player,
            .asked = asks ? s->player : (struct store_player){0},
            .level = s->level,
        };
    }
    int err = challenges_copy(w, &old);
    if (err < 0)
        return err;
    struct store_match made = w->m;
    w->m = old;
    w->m.rematch = made.id;
    err = store_match_update(w->s->store, &w->m);
    if (err == 0)
        err = work_tell_match(w);
    w->m = made;
    w->order->out.id = made.id;
    if (err < 0)
        return err;
    return seats_all_taken(&w->m) ? play_begin(w) : work_tell_match(w);
}

static int rematch(struct work *w)
{
    struct store_match next;
    if (sits(&w->m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_DENIED, "You did not play in this match.");
    if (w->m.state != MATCH_FINISHED)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is not finished.");
    if (w->m.tournament != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "A match of a tournament cannot have a rematch.");
    int err = w->m.rematch != 0 ? store_match_get(w->s->store, w->m.rematch, &next) : 0;
    if (err < 0)
        return err;
    if (w->m.rematch == 0 || next.state == MATCH_ABORTED)
        return make_rematch(w);
    w->m = next;
    return accept(w);
}

int challenges_apply(struct work *w)
{
    switch (w->order->kind) {
    case ORDER_ACCEPT:
        return accept(w);
    case ORDER_DECLINE:
        return decline(w);
    default:
        ASSERT(w->order->kind == ORDER_REMATCH);
        return rematch(w);
    }
}
