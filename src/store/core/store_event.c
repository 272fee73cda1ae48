/* store_event.c - moves, chat, and the events of matches (store.h). */
#include "store/core/queries.h"

#include "base/err.h"
#include <stdlib.h>
#include <string.h>

ROW_READER(read_move, struct store_move, MOVE_ROW)
ROW_BINDER(bind_move, struct store_move, MOVE_ROW)
ROW_READER(read_chat, struct store_line, CHAT_TOLD)
ROW_BINDER(bind_chat, struct store_line, CHAT_NEW)
ROW_READER(read_event, struct store_event, EVENT_ROW)
ROW_BINDER(bind_event, struct store_event, EVENT_NEW)
ROW_READER(read_told, struct store_event, EVENT_TOLD)

int store_move_add(struct store *s, int64_t match, const struct store_move *m)
{
    struct store_value v[ROW_N(MOVE_ROW) + 1];
    int n = bind_move(m, v);
    if (!store_reaches(s, match))
        return ERR_REACH;
    v[n++] = store_number(match);
    return store_done(store_run(s, NULL, NULL, Q_MOVE_ADD, v, n));
}

static void on_one_move(void *context, const struct store *s, void *row)
{
    read_move(s, row, 0, context);
}

int store_move_get(struct store *s, int64_t match, int ply, struct store_move *out)
{
    return store_some(store_query(s, on_one_move, out, Q_MOVE_GET, match, ply));
}

struct each_move {
    store_on_move *call;
    void *context;
};

static void on_each_move(void *context, const struct store *s, void *row)
{
    const struct each_move *each = context;
    struct store_move m;
    read_move(s, row, 0, &m);
    each->call(each->context, &m);
}

int store_moves(struct store *s, int64_t match, store_on_move *on_move, void *context)
{
    struct each_move each = {on_move, context};
    return store_done(store_query(s, on_each_move, &each, Q_MOVES, match));
}

int store_moves_cut(struct store *s, int64_t match, int from_ply)
{
    if (!store_reaches(s, match))
        return ERR_REACH;
    return store_done(store_query(s, NULL, NULL, Q_MOVES_CUT, match, from_ply));
}

int store_chat_add(struct store *s, int64_t match, struct store_chat *line)
{
    const struct store_line row = {match, *line};
    struct store_value v[ROW_N(CHAT_NEW)];
    int n = bind_chat(&row, v);
    return store_some(store_run(s, store_on_int, &line->id, Q_CHAT_ADD, v, n));
}

struct each_chat {
    store_on_chat *call;
    void *context;
};

static void on_each_chat(void *context, const struct store *s, void *row)
{
    const struct each_chat *each = context;
    struct store_line chat;
    read_chat(s, row, 0, &chat);
    each->call(each->context, &chat.line);
}

int store_chats(struct store *s, int64_t match, store_on_chat *on_chat, void *context)
{
    struct each_chat each = {on_chat, context};
    return store_done(store_query(s, on_each_chat, &each, Q_CHATS, match));
}

/* The only writer counts on by itself: no question for each event. */
static int next_number(struct store *s, int64_t *event)
{
    int err = 0;
    if (s->driver->number != NULL)
        return s->driver->number(s, event);
    if (s->event < 0)
        err = store_event_last(s, &s->event);
    if (err == 0)
        *event = ++s->event;
    return err;
}

int store_event_add(struct store *s, struct store_event *e, int64_t at)
{
    ASSERT(e->topics_n >= 1 && e->topics_n <= STORE_TOPICS_MAX);
    struct store_value v[ROW_N(EVENT_NEW) + 1];
    int64_t id = 0;
    int err = next_number(s, &id);
    if (err == 0 && s->driver->make_room != NULL)
        err = s->driver->make_room(s, id);
    if (err < 0)
        return err;
    e->id = id;
    int n = bind_event(e, v);
    v[n++] = store_number(at);
    err = store_done(store_run(s, NULL, NULL, Q_EVENT_ADD, v, n));
    for (int i = 1; err == 0 && i < e->topics_n; i++)
        err = store_done(
            store_query(s, NULL, NULL, Q_EVENT_TOPIC_ADD, topic_number(e->topics[i]), e->id));
    return err;
}

int store_event_time(struct store *s, int64_t *at)
{
    return store_some(store_query(s, store_on_int, at, Q_EVENT_TIME));
}

int store_event_first(struct store *s, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_EVENT_FIRST));
}

int store_event_last(struct store *s, int64_t *id)
{
    int64_t last = 0;
    int err = store_some(store_query(s, store_on_int, &last, Q_EVENT_LAST, s->known));
    if (err == 0 && last == 0 && s->known > 0) /* the event that it knew was not committed */
        err = store_some(store_query(s, store_on_int, &last, Q_EVENT_LAST, (int64_t)0));
    if (err < 0)
        return err;
    s->known = last;
    *id = last;
    return 0;
}

struct each_event {
    store_on_event *call;
    void *context;
};

static void on_each_event(void *context, const struct store *s, void *row)
{
    const struct each_event *each = context;
    struct store_event e = {.id = 0};
    read_event(s, row, 0, &e);
    each->call(each->context, &e);
}

int store_events(struct store *s, int64_t since, int64_t until, const struct topic *topics,
                 int topics_n, int limit, store_on_event *on_event, void *context)
{
    struct each_event each = {on_event, context};
    struct store_value values[3 + STORE_READ_TOPICS_MAX];
    ASSERT(topics_n >= 1 && topics_n <= STORE_READ_TOPICS_MAX);
    values[0] = store_number(since);
    values[1] = store_number(until);
    for (int i = 0; i < STORE_READ_TOPICS_MAX; i++) /* the last one again fills the rest */
        values[2 + i] = store_number(topic_number(topics[i < topics_n ? i : topics_n - 1]));
    values[2 + STORE_READ_TOPICS_MAX] = store_number(limit);
    return store_run(s, on_each_event, &each, Q_EVENTS, values, (int)ARRAY_LEN(values));
}

/* Events with their topics, put together from one row for each topic after the first. */
struct each_told {
    store_on_event *call;
    void *context;
    struct store_event e; /* type and data are owned */
    int n, err;
};

static void tell_whole(struct each_told *t)
{
    if (t->e.id != 0 && t->err == 0) {
        t->n++;
        t->call(t->context, &t->e);
    }
    free((void *)(uintptr_t)t->e.type);
    free((void *)(uintptr_t)t->e.data);
    t->e = (struct store_event){.id = 0};
}

static void on_told(void *context, const struct store *s, void *row)
{
    struct each_told *t = context;
    struct store_event e = {.id = 0};
    read_told(s, row, 0, &e);
    if (e.id != t->e.id) {
        tell_whole(t);
        t->e = (struct store_event){
            .id = e.id, .match = e.match, .type = strdup(e.type), .data = strdup(e.data)};
        if (e.topics[0].kind != TOPIC_KIND_NONE)
            t->e.topics[t->e.topics_n++] = e.topics[0];
        if (t->e.type == NULL || t->e.data == NULL)
            t->err = ERR_NO_MEMORY;
    }
    if (e.topics[1].kind != TOPIC_KIND_NONE && t->e.topics_n < STORE_TOPICS_MAX)
        t->e.topics[t->e.topics_n++] = e.topics[1];
}

int store_events_after(struct store *s, int64_t since, int64_t until, int limit,
                       store_on_event *on_event, void *context)
{
    struct each_told t = {.call = on_event, .context = context};
    int err = store_done(store_query(s, on_told, &t, Q_EVENTS_AFTER, since, until, limit));
    tell_whole(&t);
    return err < 0 ? err : t.err < 0 ? t.err : t.n;
}

int store_events_forget(struct store *s, int64_t now_ms, int64_t before_ms)
{
    int64_t last = 0;
    if (s->driver->forget_events != NULL)
        return s->driver->forget_events(s, now_ms, before_ms);
    int err = store_some(
        store_query(s, store_on_int, &last, Q_EVENTS_OLD, (int64_t)STORE_EVENTS_SLICE, before_ms));
    if (err < 0 || last == 0)
        return err;
    err = store_done(store_query(s, NULL, NULL, Q_TOPICS_FORGET, last));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_EVENTS_FORGET, last));
    return err < 0 ? err : 1;
}
