/* orders.c - applies one order: players, creating and joining matches, chat. What happens on
 * the board is in play.c. Runs on the writer thread, inside the order's savepoint. */
#include "base/err.h"
#include "service/challenges.h"
#include "service/conditional.h"
#include "service/delay.h"
#include "service/names.h"
#include "service/profile.h"
#include "service/service_int.h"
#include "service/tournaments.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work_refuse(struct work *w, enum outcome_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->order->out.kind = kind;
    vsnprintf(w->order->out.detail, sizeof w->order->out.detail, format, args);
    va_end(args);
    return ERR_DENIED;
}

static int events_room(struct event_list *l)
{
    if (l->n < l->cap)
        return 0;
    int cap = l->cap > 0 ? 2 * l->cap : 64;
    struct store_event *more = realloc(l->events, (size_t)cap * sizeof *more);
    if (more == NULL)
        return ERR_NO_MEMORY;
    l->events = more;
    l->cap = cap;
    return 0;
}

static void add_topic(struct store_event *e, topic_t topic)
{
    for (int i = 0; i < e->topics_n; i++)
        if (e->topics[i] == topic)
            return;
    ASSERT(e->topics_n < STORE_TOPICS_MAX);
    e->topics[e->topics_n++] = topic;
}

/* Stores an event and keeps it for the listeners. data is stolen. */
static int add_event(struct work *w, struct store_event *e, json_t *data, int64_t *id)
{
    struct event_list *l = &w->s->events;
    int err = events_room(l);
    char *text = err == 0 && data != NULL ? json_dumps(data, JSON_COMPACT) : NULL;
    json_decref(data);
    if (text == NULL)
        return ERR_NO_MEMORY;
    e->data = text;
    err = store_event_add(w->s->store, e, w->now);
    if (err < 0) {
        free(text);
        return err;
    }
    l->events[l->n++] = *e;
    w->order->out.event = e->id;
    if (id != NULL)
        *id = e->id;
    return 0;
}

int work_tell(struct work *w, const char *type, json_t *data, int to, int64_t player, int64_t *id)
{
    struct store_event e = {.match = w->m.id, .type = type};
    if (data == NULL)
        return ERR_NO_MEMORY;
    bool delayed = w->m.delay_plies != 0 || w->m.delay_ms != 0;
    if ((to & TO_MATCH) && delayed)
        add_topic(&e, topic_inside(w->m.id));
    if ((to & TO_OUTSIDE) || ((to & TO_MATCH) && !delayed))
        add_topic(&e, topic_match(w->m.id));
    if ((to & TO_LOBBY) && !w->m.is_private)
        add_topic(&e, TOPIC_LOBBY);
    for (int i = 0; (to & TO_PLAYERS) && i < w->m.seats_n; i++) {
        const struct store_seat *s = &w->m.seats[i];
        if (s->player.id != 0 || s->asked.id != 0)
            add_topic(&e, topic_player(s->player.id != 0 ? s->player.id : s->asked.id));
    }
    if ((to & TO_PLAYERS) && w->m.state == MATCH_OPEN)
        add_topic(&e, topic_player(w->m.creator));
    if (player != 0)
        add_topic(&e, topic_player(player));
    json_object_set_new(data, "match", json_integer(w->m.id));
    return add_event(w, &e, data, id);
}

int work_tell_offers(struct work *w, const struct offer_told *told)
{
    int err = store_match_update(w->s->store, &w->m);
    if (err < 0)
        return err;
    json_t *act = told == NULL ? json_null()
                               : json_pack("{ss ss si so}", "offer", told->offer, "did", told->did,
                                           "seat", told->seat, "by", view_player(&w->order->asker));
    return work_tell(w, "offer", json_pack("{so so}", "offers", view_offers(&w->m), "act", act),
                     TO_MATCH | TO_PLAYERS, 0, NULL);
}

int work_tell_many(struct work *w, const char *type, json_t *data, const int64_t *players, int n)
{
    int err = 0;
    int i = 0;
    if (data == NULL)
        return ERR_NO_MEMORY;
    json_object_set_new(data, "match", json_integer(0));
    do {
        struct store_event e = {.match = 0, .type = type};
        if (i == 0)
            add_topic(&e, TOPIC_LOBBY);
        while (i < n && e.topics_n < STORE_TOPICS_MAX)
            add_topic(&e, topic_player(players[i++]));
        err = add_event(w, &e, json_incref(data), NULL);
    } while (err == 0 && i < n);
    json_decref(data);
    return err;
}

int work_tell_signed_out(struct work *w)
{
    int64_t event = w->order->out.event;
    int64_t player;
    int err = 0;
    while (err == 0 && (player = store_signed_out(w->s->store)) != 0) {
        struct store_event e = {.match = 0, .type = "sessions"};
        add_topic(&e, topic_sessions(player));
        err = add_event(w, &e, json_object(), NULL);
    }
    w->order->out.event = event;
    return err;
}

int work_tell_match(struct work *w)
{
    return work_tell(w, "match",
                     json_pack("{ss so}", "state", match_state_name[w->m.state], "value",
                               view_match(&w->m, 0, 0)),
                     delay_holds(&w->m) && w->m.ply > w->m.told_ply
                         ? TO_MATCH | TO_PLAYERS
                         : TO_ALL | TO_LOBBY | TO_PLAYERS,
                     0, NULL);
}

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

static bool all_taken(const struct store_match *m)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == 0)
            return false;
    return true;
}

void work_invite(struct store_match *m)
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(m->invite, sizeof m->invite, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Whoever fills the lobby alone leaves no room for others. */
static int check_open(struct work *w)
{
    int64_t n = 0;
    int err = store_open_count(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= SERVICE_OPEN_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "%d matches of yours wait for players: call one off first.",
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
    bool invite = m->is_private; /* a private match is shown to who has its link */
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
        return work_refuse(w, OUTCOME_RANGE, "A seek that stays needs an open seat in public.");
    timing_fill(m);
    if (invite)
        work_invite(m);
    err = all_taken(m) ? 0 : check_open(w);
    if (err == 0)
        err = store_match_add(w->s->store, m);
    if (err == 0)
        err = challenges_start(w, o->u.create.start, o->u.create.start_n);
    if (err < 0)
        return err;
    return all_taken(m) ? play_begin(w) : work_tell_match(w);
}

static bool invited(const struct work *w)
{
    const char *given = w->order->u.join.invite;
    const char *right = w->m.invite;
    return right[0] != '\0' && strlen(given) == strlen(right) &&
           sodium_memcmp(given, right, strlen(right)) == 0;
}

static int seat_of(const struct store_match *m, int64_t player)
{
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return i + 1;
    return 0;
}

/* The seat that a join without a number means: with an invitation first those that wait for it. */
static int free_seat(const struct store_match *m, int64_t player, bool invite)
{
    int asked = challenges_asked(m, player);
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

int work_take_seat(struct work *w, int seat)
{
    struct store_match *m = &w->m;
    struct store_seat *s = &m->seats[seat - 1];
    if (m->rated && w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "Rated matches are for members.");
    s->kind = SEAT_PLAYER;
    s->player = w->order->asker;
    s->asked = (struct store_player){0};
    int err = store_seat_update(w->s->store, m->id, seat, s);
    if (err < 0)
        return err;
    m->updated_at = w->now;
    if (!all_taken(m)) {
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

static int apply_join(struct work *w)
{
    struct store_match *m = &w->m;
    bool invite = invited(w);
    int mine = seat_of(m, w->order->asker.id);
    int seat = w->order->u.join.seat;
    if (m->is_private && !invite && mine == 0 && m->creator != w->order->asker.id &&
        challenges_asked(m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
    if (seat > m->seats_n)
        return work_refuse(w, OUTCOME_RANGE, "seat must be from 1 to %d.", m->seats_n);
    /* The same join sent twice is answered twice. */
    if (mine != 0 && (seat == 0 || m->seats[seat - 1].player.id == w->order->asker.id))
        return 0;
    if (mine != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "You already have seat %d in this match.", mine);
    if (m->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "All seats are taken.");
    int err = profile_not_blocked(w);
    if (err < 0)
        return err;
    if (seat == 0)
        seat = free_seat(m, w->order->asker.id, invite);
    if (seat == 0)
        return work_refuse(w, OUTCOME_DENIED, "The free seat is for who has the invitation.");
    struct store_seat *s = &m->seats[seat - 1];
    if (s->player.id != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "Seat %d is taken.", seat);
    if (s->kind == SEAT_INVITE && !invite)
        return work_refuse(w, OUTCOME_DENIED, "Seat %d is for who has the invitation.", seat);
    if (s->kind == SEAT_ASKED && s->asked.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Seat %d is for %s.", seat, s->asked.name);
    return work_take_seat(w, seat);
}

int work_say(struct work *w)
{
    int n = text_characters(w->order->u.chat);
    struct store_chat line = {.at = w->now, .player = w->order->asker};
    if (n < 1 || n > SERVICE_CHAT_CHARS_MAX)
        return work_refuse(w, OUTCOME_RANGE, "text must have 1 to %d characters.",
                           SERVICE_CHAT_CHARS_MAX);
    if (seat_of(&w->m, w->order->asker.id) == 0 && w->m.creator != w->order->asker.id &&
        challenges_asked(&w->m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_DENIED, "Only the players of this match may write here.");
    int err = profile_not_blocked(w);
    if (err < 0)
        return err;
    snprintf(line.text, sizeof line.text, "%s", w->order->u.chat);
    err = store_chat_add(w->s->store, w->m.id, line.player.id, line.text, w->now, &line.id);
    if (err < 0)
        return err;
    w->order->out.id = line.id;
    return work_tell(w, "chat", json_pack("{so}", "line", view_chat(&line)), TO_ALL, 0, NULL);
}

static int apply_batch(struct work *w)
{
    int err = w->order->u.batch.apply(w, w->order->u.batch.context);
    if (err != ERR_DENIED)
        return err;
    if (w->ran)
        positions_clear(w->s->positions); /* its orders had moved on before they were undone */
    return w->order->out.kind != OUTCOME_DONE
               ? err
               : work_refuse(w, OUTCOME_CONFLICT, "It was undone; nothing has changed.");
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
            w->m.creator != o->asker.id && seat_of(&w->m, o->asker.id) == 0 &&
            challenges_asked(&w->m, o->asker.id) == 0)
            return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such match.");
        if (o->kind == ORDER_JOIN)
            err = apply_join(w);
        else if (o->kind == ORDER_CHAT)
            err = work_say(w);
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
