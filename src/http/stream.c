/* stream.c - GET /api/events: Server-Sent Events with numbers, resumed by number.
 *
 * A stream keeps no queue. libmicrohttpd asks for bytes when the socket takes some; then the stream
 * takes from the hub what is new, or from the store when the hub has moved on, or is suspended
 * until there is something. So a slow reader costs one buffer, whatever happens in its matches. */
#include "http/http_int.h"

#include "base/err.h"
#include "platform/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    BUFFER_BYTES = 32 * 1024, /* one event must fit: a match as in a list is about 1 KB */
    BLOCK_BYTES =
        2 * 1024,        /* what libmicrohttpd sends at once; it keeps that much for each stream */
    RESUME_MAX = 1000,   /* events; more are answered by `reset` (docs/API.md) */
    PING_MS = 10 * 1000, /* woken by the hub after 15 s of silence: say something */
    STREAM_TIMEOUT_S = 60,
    WATCHERS_MS = 500,
    STREAMS_PER_PLAYER = 30, /* several devices, each with a stream that is about to end */
};

struct stream {
    struct listener listener;
    struct http *http;
    struct MHD_Connection *connection;
    int64_t sent_at; /* ms */
    int socket;
    uint32_t place; /* in http.streams; STREAM_PLACES: not counted */
    bool resumes;   /* what was missed has not been read yet */
    size_t len, at; /* bytes in buf, and how many of them are sent */
    char *buf;      /* BUFFER_BYTES while there are bytes to send; else NULL: thousands are idle */
};

static struct stream *stream_of(struct listener *l)
{
    return (struct stream *)(void *)((char *)l - offsetof(struct stream, listener));
}

static void put_on_hold(struct listener *l)
{
    MHD_suspend_connection(stream_of(l)->connection);
}

/* A connection that is on hold is not read by libmicrohttpd, so its end is looked for here. */
static bool is_gone(struct listener *l)
{
    char byte;
    return recv(stream_of(l)->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void go_on(struct listener *l)
{
    MHD_resume_connection(stream_of(l)->connection);
}

/* Buffers go round among the streams: given back to the system they would leave holes between the
 * small things that stay. */
static void need_buffer(struct stream *s)
{
    if (s->buf != NULL)
        return;
    struct http *h = s->http;
    s->buf = h->spare_n > 0 ? h->spare[--h->spare_n] : malloc(BUFFER_BYTES);
    if (s->buf == NULL)
        abort(); /* memory is exhausted: what is on the disk is safe */
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

void stream_stop(struct http *h)
{
    while (h->spare_n > 0)
        free(h->spare[--h->spare_n]);
}

/* Adds one event to the buffer; false if it does not fit now. */
static bool put_event(void *context, const struct store_event *e)
{
    struct stream *s = context;
    size_t room = BUFFER_BYTES - s->len;
    need_buffer(s);
    /* The data is a JSON object that is not empty (it has "match"), except in hello and reset. */
    const char *rest = e->data[0] == '{' && e->data[1] != '}' ? e->data + 1 : NULL;
    int n = snprintf(s->buf + s->len, room, "id: %lld\nevent: %s\ndata: {\"event\":%lld%s%s\n\n",
                     (long long)e->id, e->type, (long long)e->id, rest != NULL ? "," : "}",
                     rest != NULL ? rest : "");
    if (n < 0 || (size_t)n >= room)
        return s->len == 0; /* one that can never fit is left out */
    s->len += (size_t)n;
    return true;
}

static void put_bare(struct stream *s, const char *type, int64_t id)
{
    struct store_event e = {.id = id, .type = type, .data = "{}"};
    (void)put_event(s, &e);
}

static void put_text(struct stream *s, const char *text)
{
    size_t n = strlen(text);
    need_buffer(s);
    ASSERT(s->len + n <= BUFFER_BYTES);
    memcpy(s->buf + s->len, text, n);
    s->len += n;
}

struct catch_up {
    struct stream *s;
    bool full;
};

static void on_missed(void *context, const struct store_event *e)
{
    struct catch_up *c = context;
    if (c->full)
        return;
    if (put_event(c->s, e))
        c->s->listener.cursor = e->id;
    else
        c->full = true;
}

static void on_counted(void *context, const struct store_event *e)
{
    (void)context;
    (void)e;
}

/* Reads from the store what the hub no longer has. Too much, or events that are forgotten: the
 * reader is told to read everything again. */
static int read_missed(struct stream *s, struct store *store)
{
    struct listener *l = &s->listener;
    struct catch_up c = {s, false};
    int64_t first = 0;
    int64_t last = 0;
    int err = store_event_last(store, &last);
    if (err == 0)
        err = store_event_first(store, &first);
    if (err < 0)
        return err;
    bool lost = l->cursor + 1 < first || l->cursor > last;
    int n = lost ? 0
                 : store_events(store, l->cursor, l->topics, l->topics_n, RESUME_MAX + 1,
                                on_counted, NULL);
    if (n < 0)
        return n;
    if (lost || n > RESUME_MAX) {
        put_bare(s, "reset", last);
        l->cursor = last;
        return 0;
    }
    n = store_events(store, l->cursor, l->topics, l->topics_n, RESUME_MAX, on_missed, &c);
    if (n >= 0 && !c.full)
        l->cursor = last;
    return n < 0 ? n : 0;
}

static int catch_up(struct stream *s)
{
    struct store *store = service_reader_store(s->http->reader);
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = read_missed(s, store);
    if (store_commit(store) < 0)
        store_rollback(store);
    return err;
}

/* How many watch a match, counted anew at most every WATCHERS_MS: when one comes, all the others are
 * told, and each of them asks. */
static int watchers_of(struct http *h, int64_t match)
{
    struct watched *w = &h->watched[(uint64_t)match % ARRAY_LEN(h->watched)];
    int64_t now = clock_ms();
    if (w->match != match || now - w->at_ms >= WATCHERS_MS)
        *w = (struct watched){match, now, reader_watchers(h->reader, match)};
    return w->n;
}

/* Says how many watch, in the matches where somebody has come or gone. It is no event of the store: it
 * has no id, and nobody is told of it later. */
static void put_watchers(struct stream *s)
{
    struct listener *l = &s->listener;
    unsigned changed = hub_changed(service_hub(s->http->service), l);
    for (int i = 0; i < l->topics_n; i++) {
        char text[160];
        long long match = (long long)topic_match_of(l->topics[i]);
        int n = (changed >> i & 1) != 0 ? watchers_of(s->http, match) : -1;
        if (n < 0)
            continue;
        snprintf(text, sizeof text,
                 "event: watchers\ndata: {\"event\":%lld,\"match\":%lld,\"watchers\":%d}\n\n",
                 (long long)l->cursor, match, n);
        put_text(s, text);
    }
}

/* Fills the empty buffer; HUB_WAIT if there is nothing and the stream is suspended. Anything else
 * with an empty buffer is the end of the stream. */
static enum hub_answer refill(struct stream *s)
{
    struct hub *hub = service_hub(s->http->service);
    s->at = 0;
    s->len = 0;
    if (clock_ms() - s->sent_at >= PING_MS) {
        put_text(s, ": still here\n\n");
        return HUB_TOOK;
    }
    if (is_gone(&s->listener))
        return HUB_TOOK;
    put_watchers(s);
    while (s->len == 0 && !hub_closed(hub)) {
        if (!s->resumes && hub_take(hub, &s->listener, put_event, s) == HUB_WAIT)
            return HUB_WAIT;
        if ((s->resumes || s->len == 0) && catch_up(s) < 0)
            break; /* the browser comes back */
        s->resumes = false;
    }
    return HUB_TOOK;
}

static ssize_t on_read(void *context, uint64_t position, char *out, size_t out_max)
{
    struct stream *s = context;
    (void)position;
    if (s->at == s->len) {
        if (refill(s) == HUB_WAIT)
            return 0; /* called again after go_on */
        if (s->len == 0)
            return MHD_CONTENT_READER_END_OF_STREAM;
        s->sent_at = clock_ms();
    }
    size_t n = s->len - s->at < out_max ? s->len - s->at : out_max;
    memcpy(out, s->buf + s->at, n);
    s->at += n;
    if (s->at == s->len)
        give_buffer(s);
    return (ssize_t)n;
}

static void on_free(void *context)
{
    struct stream *s = context;
    hub_leave(service_hub(s->http->service), &s->listener);
    s->http->metrics.streams--;
    if (s->place < STREAM_PLACES)
        s->http->streams[s->place]--;
    give_buffer(s);
    free(s);
}

/* Reads one word of topics= into *topic; answers and returns false if it is not to be had. */
static bool take_topic(struct request *r, const char *word, topic_t *topic)
{
    char *end;
    if (strcmp(word, "lobby") == 0) {
        *topic = TOPIC_LOBBY;
        return true;
    }
    if (strcmp(word, "me") == 0) {
        if (r->asker.id == 0)
            answer_error(r, 401, "The topic me needs a player.");
        *topic = topic_player(r->asker.id);
        return r->asker.id != 0;
    }
    if (strncmp(word, "match:", 6) == 0) {
        long long id = strtoll(word + 6, &end, 10);
        if ((*end == '\0' || *end == ':') && end != word + 6 && id > 0 && id < INT64_MAX / 8) {
            const char *invite = *end == ':' ? end + 1 : request_argument(r, "invite");
            int err = reader_topic(r->http->reader, id, r->asker.id, invite, topic);
            if (err == ERR_NOT_FOUND)
                answer_error(r, 404, "There is no match %lld.", id);
            else if (err < 0)
                answer_error(r, 503, "The store cannot be read now.");
            return err == 0;
        }
    }
    answer_error(r, 400, "topics must be a list of lobby, me and match:N.");
    return false;
}

static bool take_topics(struct request *r, struct listener *l)
{
    char words[1024]; /* as many topics as are allowed, each with an invitation, fit */
    char *rest;
    const char *topics = request_argument(r, "topics");
    if (topics == NULL || strlen(topics) >= sizeof words) {
        answer_error(r, 400, "topics must be a list of lobby, me and match:N.");
        return false;
    }
    snprintf(words, sizeof words, "%s", topics);
    for (char *w = strtok_r(words, ",", &rest); w != NULL; w = strtok_r(NULL, ",", &rest)) {
        if (l->topics_n == STORE_READ_TOPICS_MAX) {
            answer_error(r, 400, "topics may name %d things at most.", STORE_READ_TOPICS_MAX);
            return false;
        }
        if (!take_topic(r, w, &l->topics[l->topics_n]))
            return false;
        l->topics_n++;
    }
    if (l->topics_n == 0)
        answer_error(r, 400, "topics must be a list of lobby, me and match:N.");
    return l->topics_n > 0;
}

/* Where to resume: -1 from now on, -2 a number that is none. */
static int64_t since_of(struct request *r)
{
    const char *text = request_header(r, "Last-Event-ID");
    if (text == NULL || text[0] == '\0')
        text = request_argument(r, "since");
    if (text == NULL)
        return -1;
    char *end;
    long long n = strtoll(text, &end, 10);
    return *end == '\0' && end != text && n >= 0 ? n : -2;
}

/* One browser needs one stream, however many tabs it has (docs/API.md). Two players may share a place
 * of the table, which is why it is generous. Whoever is nobody is held by connections per address. */
static bool take_place(struct request *r, struct stream *s)
{
    char key[32];
    s->place = STREAM_PLACES;
    if (r->asker.id == 0 || r->http->options.no_limits)
        return true;
    snprintf(key, sizeof key, "%lld", (long long)r->asker.id);
    uint32_t place = (uint32_t)(limit_key(key, r->http->seed) >> 40) % STREAM_PLACES;
    if (r->http->streams[place] >= STREAMS_PER_PLAYER) {
        answer_error(r, 429, "You have %d streams of events open; close some.", STREAMS_PER_PLAYER);
        answer_header(r, "Retry-After", "60");
        return false;
    }
    s->place = place;
    r->http->streams[place]++;
    return true;
}

void stream_handle(struct request *r)
{
    struct stream *s = calloc(1, sizeof *s);
    int64_t since = since_of(r);
    if (s == NULL || since == -2) {
        answer_error(r, s == NULL ? 503 : 400,
                     s == NULL ? "Memory is short." : "since must be the number of an event.");
        free(s);
        return;
    }
    if (!take_topics(r, &s->listener) || !take_place(r, s)) {
        free(s);
        return;
    }
    r->http->metrics.streams++;
    s->http = r->http;
    s->connection = r->connection;
    s->sent_at = clock_ms();
    s->listener.wait = put_on_hold;
    s->listener.wake = go_on;
    s->listener.gone = is_gone;
    s->listener.player = r->asker.id;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    s->socket = info != NULL ? info->connect_fd : -1;
    struct hub *hub = service_hub(r->http->service);
    hub_join(hub, &s->listener);
    int64_t now = hub_last(hub);
    put_text(s, "retry: 2000\n\n");
    s->resumes = since >= 0;
    s->listener.cursor = since >= 0 ? since : now;
    if (since < 0)
        put_bare(s, "hello", now);
    r->response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, on_read, s, on_free);
    r->status = 200;
    if (r->response == NULL) {
        on_free(s);
        answer_error(r, 503, "Memory is short.");
        return;
    }
    (void)MHD_set_connection_option(r->connection, MHD_CONNECTION_OPTION_TIMEOUT,
                                    (unsigned)STREAM_TIMEOUT_S);
    answer_header(r, "Content-Type", "text/event-stream");
    answer_header(r, "Cache-Control", "no-store");
    answer_header(r, "X-Accel-Buffering", "no");
}
