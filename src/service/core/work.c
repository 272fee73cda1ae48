/* work.c - functions that the parts of the service call for the order at hand: refuse it, add
 * events, choose their recipients. It calls none of them. On the writer thread, inside the order's
 * savepoint. */
#include "base/err.h"
#include "platform/array.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/delay.h"
#include "store/core/inbox.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work_match_over(struct work *w)
{
    int err = 0;
    for (const struct feature *const *f = w->s->features; err == 0 && *f != NULL; f++)
        if ((*f)->match_over != NULL)
            err = (*f)->match_over(w);
    return err;
}

int work_refuse(struct work *w, enum outcome_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->order->out.kind = kind;
    vsnprintf(w->order->out.detail, sizeof w->order->out.detail, format, args);
    va_end(args);
    return ERR_DENIED;
}

void event_list_cut(struct event_list *l, int n)
{
    while (l->n > n) {
        l->n--;
        free((void *)(uintptr_t)l->events[l->n].data);
    }
}

static void add_topic(struct store_event *e, struct topic topic)
{
    for (int i = 0; i < e->topics_n; i++)
        if (topic_same(e->topics[i], topic))
            return;
    ASSERT(e->topics_n < STORE_TOPICS_MAX);
    e->topics[e->topics_n++] = topic;
}

/* A row about a turn that has been left lately for the same match is renewed: in a quick game one
 * row serves for many moves. Where several processes write, each leaves a row of its own, with few
 * round trips, and those that are past are thrown away. */
static int leave_turn(struct work *w, struct inbox_row *row)
{
    struct turn_row *last = &w->s->turn_rows[(uint64_t)row->match % TURN_ROWS_N];
    if (store_is_shared(w->s->store))
        return inbox_leave(w->s->store, row);
    int err = ERR_NOT_FOUND;
    row->id = last->id;
    if (last->match == row->match)
        err = inbox_renew(w->s->store, row);
    if (err != ERR_NOT_FOUND)
        return err;
    err = inbox_leave_now(w->s->store, row);
    *last = (struct turn_row){row->match, row->id};
    return err;
}

/* A row of the inbox: players are notified of the event later. */
static int leave(struct work *w, enum event_type type, const struct store_event *e,
                 const json_t *data)
{
    char *text = events_row(type, data, e->topics, e->topics_n);
    struct inbox_row row = {
        .kind = INBOX_EVENTS, .match = e->match, .due_at = w->now + EVENTS_SETTLE_MS, .data = text};
    if (text == NULL)
        return ERR_NO_MEMORY;
    snprintf(row.type, sizeof row.type, "%s", event_type_name[type]);
    int err = type == EVENT_TURN ? leave_turn(w, &row) : inbox_leave(w->s->store, &row);
    free(text);
    return err;
}

/* Stores an event and keeps it for the listeners. data is stolen. */
static int add_event(struct work *w, enum event_type type, struct store_event *e, json_t *data,
                     int64_t *id)
{
    struct event_list *l = &w->s->events;
    int err = ARRAY_ROOM(l->events, l->n, &l->cap) ? 0 : ERR_NO_MEMORY;
    char *text = err == 0 && data != NULL ? json_dumps(data, JSON_COMPACT) : NULL;
    if (text != NULL && events_told(type))
        err = leave(w, type, e, data);
    json_decref(data);
    if (text == NULL || err < 0) {
        free(text);
        return err < 0 ? err : ERR_NO_MEMORY;
    }
    e->type = event_type_name[type];
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

int work_tell(struct work *w, enum event_type type, json_t *data, int to, int64_t player,
              int64_t *id)
{
    struct store_event e = {.match = w->m.id};
    if (data == NULL)
        return ERR_NO_MEMORY;
    bool delayed = w->m.delay_plies != 0 || w->m.delay_ms != 0;
    if ((to & TO_MATCH) && delayed)
        add_topic(&e, topic_inside(w->m.id));
    if ((to & TO_OUTSIDE) || ((to & TO_MATCH) && !delayed))
        add_topic(&e, topic_match(w->m.id));
    if (to & TO_HERE)
        add_topic(&e, topic_here(w->m.id));
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
    return add_event(w, type, &e, data, id);
}

int work_tell_spectators(struct work *w)
{
    struct store_event e = {.match = w->m.id};
    json_t *data = JSON_OBJECT({"match", json_integer(w->m.id)});
    if (data == NULL)
        return ERR_NO_MEMORY;
    add_topic(&e, topic_spectators(w->m.id));
    return add_event(w, EVENT_SPECTATORS, &e, data, NULL);
}

int work_tell_offers(struct work *w, const struct offer_told *told)
{
    int err = store_match_update(w->s->store, &w->m);
    if (err < 0)
        return err;
    json_t *act = told == NULL ? json_null()
                               : JSON_OBJECT({"offer", json_string(told->offer)},
                                             {"did", json_string(told->did)},
                                             {"seat", json_integer(told->seat)},
                                             {"by", view_player(&w->order->asker)});
    return work_tell(w, EVENT_OFFER, JSON_OBJECT({"offers", view_offers(&w->m)}, {"act", act}),
                     TO_MATCH | TO_PLAYERS, 0, NULL);
}

int work_tell_many(struct work *w, enum event_type type, json_t *data, const int64_t *players,
                   int n)
{
    int err = 0;
    int i = 0;
    if (data == NULL)
        return ERR_NO_MEMORY;
    json_object_set_new(data, "match", json_integer(0));
    do {
        struct store_event e = {.match = 0};
        if (i == 0)
            add_topic(&e, TOPIC_LOBBY);
        while (i < n && e.topics_n < STORE_TOPICS_MAX)
            add_topic(&e, topic_player(players[i++]));
        err = add_event(w, type, &e, json_incref(data), NULL);
    } while (err == 0 && i < n);
    json_decref(data);
    return err;
}

int work_tell_study(struct work *w, enum event_type type, json_t *data, const struct study *study)
{
    struct store_event e = {.match = 0};
    if (data == NULL)
        return ERR_NO_MEMORY;
    add_topic(&e, topic_study(study->id, study->epoch));
    json_object_set_new(data, "study", json_integer(study->id));
    return add_event(w, type, &e, data, NULL);
}

int work_tell_topic(struct work *w, enum event_type type, struct topic topic, json_t *data)
{
    struct store_event e = {.match = 0};
    if (data == NULL)
        return ERR_NO_MEMORY;
    add_topic(&e, topic);
    return add_event(w, type, &e, data, NULL);
}

int work_tell_team(struct work *w, int64_t team, const char *what)
{
    return work_tell_topic(w, EVENT_TEAM, topic_team(team),
                           JSON_OBJECT({"team", json_integer(team)}, {"what", json_string(what)}));
}

int work_tell_rights(struct work *w, int64_t player)
{
    int64_t event = w->order->out.event;
    struct store_event e = {.match = 0};
    add_topic(&e, topic_sessions(player));
    int err = add_event(w, EVENT_SESSIONS, &e, json_object(), NULL);
    w->order->out.event = event;
    return err;
}

int work_tell_signed_out(struct work *w)
{
    int64_t player;
    int err = 0;
    while (err == 0 && (player = store_signed_out(w->s->store)) != 0)
        err = work_tell_rights(w, player);
    return err;
}

int work_tell_match(struct work *w)
{
    return work_tell(w, EVENT_MATCH,
                     JSON_OBJECT({"state", json_string(match_state_name[w->m.state])},
                                 {"value", view_match(&w->m, 0, 0)}),
                     delay_holds(&w->m) && w->m.ply > w->m.told_ply
                         ? TO_MATCH | TO_PLAYERS
                         : TO_ALL | TO_LOBBY | TO_PLAYERS,
                     0, NULL);
}

void work_invite(struct store_match *m)
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(m->invite, sizeof m->invite, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
