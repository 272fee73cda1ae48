/* stream_int.h - a stream of events, for the two files that open it and keep it going. */
#ifndef STREAM_INT_H
#define STREAM_INT_H
#include "http/wire/http_int.h"
#include "http/wire/loop.h"

struct question;

struct stream {
    struct listener listener;
    struct loop_job job; /* it has been woken */
    struct watch watch;  /* the socket */
    struct http *http;
    struct request_payer payer;
    struct list_link link;          /* among all streams */
    struct question *question;      /* owned; NULL: none */
    int64_t sent_at;                /* ms */
    bool doubts;                    /* its session may have ended, */
    int64_t doubt;                  /* with this event */
    int64_t good;                   /* after this one it was found good */
    bool greets;                    /* hello is still to be told, */
    int64_t hello;                  /* with this number */
    int asked_n;                    /* topics that were asked for */
    char session[STORE_HASH_BYTES]; /* "" for a stranger */
    enum { BLOCKED, LISTENS, READS } state;
    uint16_t places[2]; /* in http.streams, of the player and the address */
    int places_n;
    unsigned changed; /* bits of topics whose spectators have changed, or of the lobby */
    int64_t lobby;    /* the version of it that this stream has told */
    int64_t friends;  /* the last change among them that this stream has told (presence.h) */
    bool resumes;     /* what was missed has not been read yet */
    bool gone;        /* the client has gone; woken() frees it */
    size_t len, at;   /* bytes in buf, and how many of them are sent */
    char *buf; /* BUFFER_BYTES while there are bytes to send; else NULL: thousands are idle */
};

/* One that has not begun; NULL: memory is short. stream_forget frees it, stream_close one that has
 * begun. */
struct stream *stream_new(struct http *h);
/* Adds a text to the output; it must fit (BUFFER_BYTES in stream.c). */
void stream_put_text(struct stream *s, const char *text);
/* Ends a stream from outside of it. */
void stream_close(struct stream *s);

#endif
