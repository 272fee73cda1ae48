/* stream.c - an open stream of events: Server-Sent Events with numbers, resumed by number.
 *
 * A stream keeps no queue: when the socket takes bytes, it takes from the hub what is new, or from
 * the store when the hub has moved on, or waits until there is something. So a slow reader costs
 * one buffer, whatever happens in its matches, and an idle one less than 1 KiB. Its states:
 *
 *     BLOCKED  the socket takes no more bytes; ready() goes on
 *     LISTENS  there is nothing new; the hub wakes it, on any thread, and woken() goes on: between
 *              the two it stands in the loop's list, and so cannot be freed
 *     READS    a thread of h->readers asks the store for it; then, too, woken() goes on, and until
 *              then it cannot be freed
 *
 * When sessions of its player end, it asks whether its own is still good before it takes anything
 * that came later. */
#include "http/wire/stream_int.h"

#include "base/err.h"
#include "http/wire/alias.h"
#include "platform/clock.h"
#include "platform/must.h"
#include "service/community/presence.h"
#include "service/community/remote_presence.h"
#include "service/matches/lobby.h"
#include "service/matches/matches_view.h"
#include "service/notifications/missed.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BUFFER_BYTES = 32 * 1024, /* one event must fit: a match as in a list is about 1 KB */
    RESUME_MAX = 1000,        /* events; more are answered by `reset` (docs/API.md) */
    PING_MS = 10 * 1000,      /* woken by the hub after 15 s of silence: say something */
    WATCHERS_MS = 500,
};

/* A question of a stream to the store, which a thread of the pool asks. */
struct question {
    struct pool_job job;
    struct stream *stream;
    bool only_session;                      /* whether that is still good; else also: */
    int64_t matches[STORE_READ_TOPICS_MAX]; /* whose players? n = 0: missed events */
    int n;
    int err;
};

/* Buffers go round among the streams: given back to the system they would leave holes between the
 * small things that stay. */
static void need_buffer(struct stream *s)
{
    if (s->buf != NULL)
        return;
    struct http *h = s->http;
    s->buf = h->spare_n > 0 ? h->spare[--h->spare_n] : must_have(malloc(BUFFER_BYTES));
}

static void give_buffer(struct stream *s)
{
    struct http *h = s->http;
    if (s->buf != NULL && h->spare_n < SPARE_MAX)
        h->spare[h->spare_n++] = s->buf;
    else
        free(s->buf);
    s->buf = NULL;
}

/* Adds an event under a name, or false if it does not fit: then the buffer is as it was, but for
 * what lies beyond s->len. The member of its data that is called as the event is called so, too. */
static bool put_as(struct stream *s, const struct store_event *e, const char *type, bool numbered)
{
    char id[32] = "", own[40];
    size_t room = BUFFER_BYTES - s->len;
    /* The data is a JSON object that is not empty (it has "match"), except in hello and reset. In a
     * text a quote has a backslash before it, so this can only be the name of a member. */
    const char *rest = e->data[0] == '{' && e->data[1] != '}' ? e->data + 1 : "";
    snprintf(own, sizeof own, "\"%s\":", e->type);
    const char *member = strcmp(type, e->type) != 0 ? strstr(rest, own) : NULL;
    size_t before = member != NULL ? (size_t)(member - rest) + 1 : 0;
    if (numbered)
        snprintf(id, sizeof id, "id: %lld\n", (long long)e->id);
    int n = snprintf(s->buf + s->len, room, "%sevent: %s\ndata: {\"event\":%lld%s%.*s%s%s\n\n", id,
                     type, (long long)e->id, rest[0] != '\0' ? "," : "}", (int)before, rest,
                     member != NULL ? type : "",
                     rest + before + (member != NULL ? strlen(e->type) : 0));
    if (n < 0 || (size_t)n >= room)
        return false;
    s->len += (size_t)n;
    return true;
}

/* Adds one event to the buffer; false if it does not fit now. */
static bool put_event(void *context, const struct store_event *e)
{
    struct stream *s = context;
    const struct alias *a = alias_event(e->type);
    size_t before = s->len;
    if (strcmp(e->type, "sessions") == 0) {
        s->doubts = e->id > s->good;
        s->doubt = e->id;
        return !s->doubts;
    }
    need_buffer(s);
    if ((a == NULL || put_as(s, e, a->was, false)) &&
        put_as(s, e, a != NULL ? a->is : e->type, true))
        return true;
    s->len = before;
    return before == 0; /* one that can never fit is left out */
}

static void put_bare(struct stream *s, const char *type, int64_t id)
{
    struct store_event e = {.id = id, .type = type, .data = "{}"};
    (void)put_event(s, &e);
}

void stream_put_text(struct stream *s, const char *text)
{
    size_t n = strlen(text);
    need_buffer(s);
    ASSERT(s->len + n <= BUFFER_BYTES);
    memcpy(s->buf + s->len, text, n);
    s->len += n;
}

/* Reads from the store what the hub no longer has. If that is too much, or events are forgotten,
 * the client gets "reset" and reads everything again. */
static int catch_up(struct stream *s, struct reader *reader)
{
    bool lost;
    int err = missed_read(reader, &s->listener, s->asked_n, RESUME_MAX, put_event, s, &lost);
    if (err == 0 && lost)
        put_bare(s, "reset", s->listener.cursor);
    return err;
}

/* On a thread of the pool. */
static void answer_question(struct pool_job *j, void *own)
{
    struct question *q = CONTAINER_OF(j, struct question, job);
    struct stream *s = q->stream;
    struct reader *reader = own;
    if (q->n == 0 && !q->only_session)
        q->err = catch_up(s, reader);
    /* Asked afterwards: a reader whose session has ended must not get what was read. */
    if (q->n == 0 && q->err == 0 && s->session[0] != '\0')
        q->err = reader_session_lives(reader, s->session);
    if (q->n == 0 && q->err == 0 && s->session[0] != '\0')
        q->err = hearing_allowed(reader, &s->listener);
    /* Then all streams know the answer; they send nothing about a match that cannot be read. */
    for (int i = 0; i < q->n; i++)
        if (reader_watchers(reader, q->matches[i]) < 0)
            break;
    loop_post(s->http->loop, &s->job);
}

static void drop_question(struct pool_job *j)
{
    struct question *q = CONTAINER_OF(j, struct question, job);
    q->err = ERR_BUSY;
    loop_post(q->stream->http->loop, &q->stream->job);
}

static struct question *question_new(struct stream *s)
{
    struct question *q = must_have(calloc(1, sizeof *q));
    q->job.run = answer_question;
    q->job.drop = drop_question;
    q->stream = s;
    return q;
}

static void ask(struct stream *s, struct question *q)
{
    s->state = READS;
    s->question = q;
    q->job.fair = (struct fair_job){.caller = s->payer.caller, .class = s->payer.class};
    int err = pool_add(s->http->readers, &q->job);
    if (err < 0) { /* the server is stopping, or its owner asks for too much */
        q->err = err;
        loop_post(s->http->loop, &s->job);
    }
}

/* How many watch a match, counted anew at most every WATCHERS_MS: when one comes, all the others
 * get an event, and each of them asks. Negative when the players are not known. */
static int watchers_of(struct http *h, int64_t match)
{
    struct watched *w = &h->watched[(uint64_t)match % ARRAY_LEN(h->watched)];
    int64_t now = clock_ms();
    if (w->match == match && now - w->at_ms < WATCHERS_MS)
        return w->n;
    int n = service_watchers(h->service, match);
    if (n >= 0)
        *w = (struct watched){match, now, n};
    return n;
}

/* A part of the lobby (service/matches/lobby.h), or who came or went (presence.h), unless the
 * buffer has no room for it now. */
static bool give_part(void *context, const char *event, size_t bytes)
{
    struct stream *s = context;
    need_buffer(s);
    if (s->len + bytes > BUFFER_BYTES)
        return false;
    memcpy(s->buf + s->len, event, bytes);
    s->len += bytes;
    return true;
}

/* Says how many look at a study; the client asks who they are. */
static bool put_here(struct stream *s, struct topic topic)
{
    char text[160];
    int n = snprintf(text, sizeof text,
                     "event: here\ndata: {\"event\":%lld,\"study\":%lld,\"here\":%d}\n\n",
                     (long long)s->listener.cursor, (long long)topic.id,
                     remote_presence_count(s->http->service, topic, NULL, 0));
    return give_part(s, text, (size_t)n);
}

/* Says that a player of the match has come or gone; the client asks who. */
static bool put_presence(struct stream *s, int64_t match)
{
    char text[120];
    int n =
        snprintf(text, sizeof text, "event: presence\ndata: {\"event\":%lld,\"match\":%lld}\n\n",
                 (long long)s->listener.cursor, (long long)match);
    return give_part(s, text, (size_t)n);
}

/* Adds the news of a topic that are not its events. False: the buffer has no room for some. */
static bool put_beside(struct stream *s, struct topic topic)
{
    struct service *service = s->http->service;
    if (topic.kind == TOPIC_KIND_LOBBY)
        return lobby_take(service, &s->lobby, give_part, s);
    if (topic.kind == TOPIC_KIND_FRIENDS)
        return presence_take(service, s->listener.player, &s->friends, give_part, s);
    if (topic.kind == TOPIC_KIND_HERE)
        return put_presence(s, topic.id);
    return topic.kind != TOPIC_KIND_STUDY || put_here(s, topic);
}

static bool put_count(struct stream *s, int64_t match, int watchers)
{
    char text[160];
    int n = snprintf(text, sizeof text,
                     "event: watchers\ndata: {\"event\":%lld,\"match\":%lld,\"watchers\":%d}\n\n",
                     (long long)s->listener.cursor, (long long)match, watchers);
    return give_part(s, text, (size_t)n);
}

/* Sends the numbers of spectators of matches that someone has joined or left, and similar news.
 * The store does not keep this news: it has no id and is never repeated. The part for which the
 * buffer has no room is sent with the next buffer. Returns false if the store must first be asked
 * who plays in a match. */
static bool put_watchers(struct stream *s, bool may_ask)
{
    struct listener *l = &s->listener;
    struct question *q = NULL;
    s->changed |= hub_changed(service_hub(s->http->service), l);
    for (int i = 0; i < l->topics_n && s->changed != 0; i++) {
        if ((s->changed >> i & 1) == 0)
            continue;
        bool done = true;
        if (l->topics[i].kind != TOPIC_KIND_MATCH) {
            done = put_beside(s, l->topics[i]);
        } else {
            int64_t match = l->topics[i].id;
            int n = watchers_of(s->http, match);
            if (n < 0 && may_ask) {
                q = q != NULL ? q : question_new(s);
                q->matches[q->n++] = match;
                continue;
            }
            done = n < 0 || put_count(s, match, n);
        }
        if (!done)
            break;
        s->changed &= ~(1U << i);
    }
    if (q != NULL)
        ask(s, q);
    return q == NULL;
}

enum filled { FILLED, NOTHING_NEW, ASKED };

/* Fills the empty buffer. FILLED with an empty buffer is the end of the stream. */
static enum filled refill(struct stream *s, bool may_ask)
{
    struct hub *hub = service_hub(s->http->service);
    s->at = 0;
    s->len = 0;
    if (s->doubts) {
        struct question *q = question_new(s);
        q->only_session = true;
        ask(s, q);
        return ASKED;
    }
    if (s->greets) { /* hello: from now on only what happens ends the stream */
        s->greets = false;
        put_bare(s, "hello", s->hello);
        return FILLED;
    }
    if (clock_ms() - s->sent_at >= PING_MS) {
        stream_put_text(s, ": still here\n\n");
        return FILLED;
    }
    if (!put_watchers(s, may_ask))
        return ASKED;
    if (s->len > 0 || hub_closed(hub))
        return FILLED;
    enum hub_answer answer = s->resumes ? HUB_BEHIND : hub_take(hub, &s->listener, put_event, s);
    if (answer == HUB_WAIT)
        return NOTHING_NEW;
    if (s->len > 0)
        return FILLED;
    if (answer == HUB_TOOK) /* nothing but that sessions have ended, or the hub was closed */
        return refill(s, may_ask);
    need_buffer(s);
    ask(s, question_new(s));
    return ASKED;
}

static void stream_free(struct stream *s)
{
    struct http *h = s->http;
    loop_unwatch(h->loop, &s->watch);
    (void)close(s->watch.fd);
    list_remove(&h->all_streams, &s->link);
    h->metrics.streams--;
    for (int i = 0; i < s->places_n; i++)
        h->streams[s->places[i]]--;
    give_buffer(s);
    free(s->question);
    free(s);
}

static void stream_end(struct stream *s)
{
    (void)hub_leave(service_hub(s->http->service), &s->listener);
    stream_free(s);
}

/* Writes until the socket takes no more bytes, or nothing is left. */
static void go_on(struct stream *s, bool may_ask)
{
    for (;; may_ask = true) {
        while (s->at < s->len) {
            ssize_t n = send(s->watch.fd, s->buf + s->at, s->len - s->at, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0 && errno != EAGAIN) {
                stream_end(s);
                return;
            }
            if (n < 0) {
                s->state = BLOCKED;
                return;
            }
            s->at += (size_t)n;
        }
        give_buffer(s);
        s->state = LISTENS; /* before it may be woken */
        if (refill(s, may_ask) != FILLED)
            return;
        if (s->len == 0) {
            stream_end(s);
            return;
        }
        s->sent_at = clock_ms();
    }
}

/* The store has answered. */
static void go_on_with(struct stream *s, struct question *q)
{
    bool missed = q->n == 0 && !q->only_session;
    bool only_session = q->only_session;
    int err = q->err;
    free(q);
    if (err < 0) {
        stream_end(s); /* the browser comes back */
        return;
    }
    if (missed)
        s->resumes = false;
    if (only_session) {
        s->good = s->doubt;
        s->doubts = false;
    }
    if (s->len > 0)
        s->sent_at = clock_ms();
    go_on(s, missed || only_session);
}

static void woken(struct loop_job *j)
{
    struct stream *s = CONTAINER_OF(j, struct stream, job);
    struct question *q = s->question;
    if (s->gone) {
        stream_free(s);
        return;
    }
    s->question = NULL;
    if (q != NULL)
        go_on_with(s, q);
    else
        go_on(s, true);
}

/* On any thread. */
static void on_wake(struct listener *l)
{
    struct stream *s = CONTAINER_OF(l, struct stream, listener);
    loop_post(s->http->loop, &s->job);
}

void stream_close(struct stream *s)
{
    if (hub_leave(service_hub(s->http->service), &s->listener) || s->state == BLOCKED)
        stream_free(s);
    else
        s->gone = true; /* it stands in the loop's list, or is read for */
}

static void ready(struct watch *w, uint32_t events)
{
    struct stream *s = CONTAINER_OF(w, struct stream, watch);
    bool gone = (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    if (s->gone || (!gone && s->state != BLOCKED))
        return;
    if (!gone)
        go_on(s, true);
    else
        stream_close(s);
}

struct stream *stream_new(struct http *h)
{
    struct stream *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->http = h;
    s->job.run = woken;
    s->watch.ready = ready;
    s->listener.wake = on_wake;
    return s;
}

void stream_forget(struct stream *s)
{
    free(s);
}

void stream_stop(struct http *h)
{
    struct list_link *next;
    for (struct list_link *k = h->all_streams.first; k != NULL; k = next) {
        struct stream *s = CONTAINER_OF(k, struct stream, link);
        next = k->after;
        if (s->gone)
            stream_free(s);
        else
            stream_end(s);
    }
    while (h->spare_n > 0)
        free(h->spare[--h->spare_n]);
}
