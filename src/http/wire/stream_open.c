/* stream_open.c - GET /api/events: who may have a stream, and its beginning.
 *
 * libmicrohttpd reads the request and gives the connection up; the stream keeps the socket, writes
 * a head and then what is new (stream.c). */
#include "http/wire/stream_int.h"

#include "platform/clock.h"
#include "platform/net.h"
#include "service/community/presence.h"
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SOCKET_BYTES = 64 * 1024,   /* what the system keeps for a slow reader, at most */
    SILENT_MS = 60 * 1000,      /* a client that reads nothing for so long is gone */
    STREAMS_PER_PLAYER = 30,    /* several devices, each with a stream that is about to end */
    STREAMS_PER_ADDRESS = 1000, /* of guests and strangers: a school */
    STREAMS_OF_STRANGERS = 200, /* of these who have shown no session */
};

/* When all streams are taken, the oldest stream of a stranger ends, from the address that has the
 * most. A stranger gets its place only if that address has more streams than theirs. */
static bool make_room(struct request *r, const struct stream *mine)
{
    struct http *h = r->http;
    struct stream *out = NULL;
    int most = r->asker.id == 0 ? h->streams[mine->places[0]] : 0;
    LIST_EACH (struct stream, s, &h->all_streams, link) {
        if (s->gone || s->listener.player != 0 || s->places_n == 0)
            continue;
        int n = h->streams[s->places[0]];
        if (n > most || (n == most && out != NULL)) {
            out = s; /* later in the list: older */
            most = n;
        }
    }
    if (out != NULL)
        stream_close(out);
    return out != NULL;
}

/* A client of this name may have `most` streams. Two names may share a place of the table, so the
 * limits are generous. */
static bool take_place(struct request *r, struct stream *s, const char *name, int most)
{
    struct http *h = r->http;
    uint16_t place = (uint16_t)((limit_key(name, h->seed) >> 40) % STREAM_PLACES);
    if (h->options.no_limits)
        return true;
    if (h->streams[place] >= most) {
        answer_error(r, 429, "You have %d event streams open; close some.", most);
        answer_header(r, "Retry-After", "60");
        return false;
    }
    s->places[s->places_n++] = place;
    h->streams[place]++;
    return true;
}

/* One browser needs one stream, however many tabs it has (docs/API.md). */
static bool take_places(struct request *r, struct stream *s)
{
    char name[24];
    char net[NET_BYTES];
    bool stranger = r->asker.id == 0;
    net_of(r->client.address, NET_NEAR_BITS, net);
    /* Members are counted by themselves, wherever they are. */
    if ((stranger || r->asker.kind == PLAYER_GUEST) &&
        !take_place(r, s, net, stranger ? STREAMS_OF_STRANGERS : STREAMS_PER_ADDRESS))
        return false;
    snprintf(name, sizeof name, "%lld", (long long)r->asker.id);
    if (!stranger && !take_place(r, s, name, STREAMS_PER_PLAYER))
        return false;
    if (r->http->metrics.streams < r->http->streams_max || (s->places_n > 0 && make_room(r, s)))
        return true;
    answer_error(r, 503, "Too many event streams are open; try again later.");
    answer_header(r, "Retry-After", "60");
    return false;
}

static bool take_socket(struct request *r, struct stream *s)
{
    int no = 0;
    int yes = 1;
    int bytes = SOCKET_BYTES;
    unsigned silent = SILENT_MS;
    int fd = request_take_socket(r);
    s->watch.fd = fd;
    if (fd < 0)
        return false;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_CORK, &no, sizeof no);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &silent, sizeof silent);
    if (loop_watch(r->http->loop, &s->watch, EPOLLOUT | EPOLLRDHUP))
        return true;
    (void)close(fd);
    return false;
}

static void put_head(struct request *r, struct stream *s)
{
    char lines[512];
    char date[64];
    char head[1024];
    struct tm at;
    time_t now = time(NULL);
    (void)gmtime_r(&now, &at);
    (void)strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &at);
    (void)answer_lines(r, lines, sizeof lines);
    snprintf(head, sizeof head,
             "HTTP/1.1 200 OK\r\nDate: %s\r\nConnection: close\r\n"
             "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"
             "X-Accel-Buffering: no\r\n%s\r\nretry: 2000\n\n",
             date, lines);
    stream_put_text(s, head);
}

static void stream_begin(struct request *r, struct stream *s, int64_t since)
{
    struct http *h = r->http;
    struct hub *hub = service_hub(h->service);
    s->listener.player = r->asker.id;
    s->payer = request_payer(r);
    s->asked_n = s->listener.topics_n;
    snprintf(s->session, sizeof s->session, "%s", r->asker.id != 0 ? r->session.hash : "");
    if (r->asker.id != 0)
        s->listener.topics[s->listener.topics_n++] = topic_sessions(r->asker.id);
    s->friends = presence_now(h->service);
    hub_join(hub, &s->listener);
    int64_t now = hub_last(hub);
    put_head(r, s);
    s->resumes = since >= 0;
    /* The session may have ended before the stream listened. A stream that resumes checks
     * this when it reads the events that it has missed. */
    s->doubts = !s->resumes && r->asker.id != 0;
    s->doubt = now;
    s->listener.cursor = since >= 0 ? since : now;
    s->greets = since < 0;
    s->hello = now;
    s->state = BLOCKED; /* until the socket takes the head */
    s->sent_at = clock_ms();
    list_add_first(&h->all_streams, &s->link);
    h->metrics.streams++;
}

/* On a thread of the pool. */
static void read_topics(struct request *r)
{
    (void)topics_take(r, &r->stream->listener); /* or it has answered */
}

static void open_stream(struct request *r)
{
    struct stream *s = r->stream;
    r->stream = NULL;
    bool ok = take_places(r, s);
    if (ok && !take_socket(r, s)) {
        answer_error(r, 503, "The server is out of memory; try again later.");
        ok = false;
    }
    if (!ok) {
        for (int i = 0; i < s->places_n; i++)
            r->http->streams[s->places[i]]--;
        stream_forget(s);
        return;
    }
    stream_begin(r, s, s->listener.cursor);
}

void stream_handle(struct request *r)
{
    struct stream *s = stream_new(r->http);
    int64_t since = topics_since(r);
    if (s == NULL || since == -2) {
        answer_error(r, s == NULL ? 503 : 400,
                     s == NULL ? "The server is out of memory; try again later."
                               : "since must be the number of an event.");
        stream_forget(s);
        return;
    }
    s->listener.cursor = since;
    r->stream = s;
    request_read(r, read_topics, open_stream);
}
