/* http_int.h - the site that serves the requests, and the functions that the files of http/ share.
 * All of it runs on the loop's thread, which never waits for the store. The exceptions are marked:
 * functions that request_read runs, and those that run when an order is done. */
#ifndef HTTP_INT_H
#define HTTP_INT_H
#include "base/list.h"
#include "http/wire/body.h"
#include "http/wire/http.h"
#include "http/wire/limit.h"
#include "http/wire/metrics.h"
#include "http/wire/request.h"
#include "platform/anomaly.h"
#include "platform/pool.h"
#include "service/core/hub.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* How many watched a match at that time (stream.c). */
struct watched {
    int64_t match, at_ms;
    int n;
};

enum { STREAM_PLACES = 16384, SPARE_MAX = 128, READERS = 2 };

struct picture_cache;

struct daemon;
struct loop;

struct http {
    struct service *service;
    struct pool *readers; /* threads that wait for the store */
    struct reader *reader[READERS];
    struct pool
        *lookups; /* one thread that finds out who asks, so that no move waits for readers */
    struct reader *lookups_reader;
    struct picture_cache *pictures;
    struct daemon *daemon;
    struct loop *loop; /* the daemon's */
    struct http_options options;
    char url[128];
    int socket;
    uint64_t seed;
    struct {
        pthread_t thread; /* one archive at a time */
        bool started;     /* the thread must be joined */
        atomic_bool busy;
    } export;
    struct limit guests, matches, writes, signins, names, commands, exports;
    struct limit guests_wide, matches_wide, signins_wide, commands_wide; /* of a /48 of IPv6 */
    struct {
        uint64_t key;
        int64_t at_ms;
    } seen[256]; /* sessions whose last use was recorded recently */
    struct watched watched[256];
    struct metrics metrics;
    struct anomaly anomaly;
    uint16_t streams[STREAM_PLACES]; /* open streams by hashes of their readers (stream.c) */
    struct list all_streams;         /* the newest first */
    int streams_max;
    char *spare[SPARE_MAX]; /* buffers that no stream needs now; the loop's thread alone */
    int spare_n;
    uint64_t requests_n;
    atomic_int under_way; /* orders whose answer is not queued yet */
    atomic_bool stopping; /* no more orders */
};

/* routes.c: answers, or submits. Called once the whole body is there. */
void routes_handle(struct request *r);

/* stream.c: GET /api/events. */
void stream_handle(struct request *r);
void stream_forget(struct stream *s); /* one that did not begin; NULL is fine */
void stream_stop(struct http *h);     /* ends all and gives memory back */
/* topics.c: reads topics= into l; answers and returns false if the asker may not have them. */
bool topics_take(struct request *r, struct listener *l);
/* Where to resume: -1 from now on, -2 if that is not a number. */
int64_t topics_since(struct request *r);
/* community/hearing.c, on a thread that reads: whether the listener may still hear all its topics;
 * ERR_DENIED. */
MUST_USE int hearing_allowed(struct reader *reader, const struct listener *l);

/* files.c: everything that is not under /api. */
void files_handle(struct request *r);
/* page.c: the policy of the page; framed: other sites may frame it. */
const char *page_policy(bool framed);
/* Answers with the page and the data for a link preview of its address; false: this address
 * has none. */
bool page_handle(struct request *r);
/* GET /api/matches/N/preview, /api/chapters/N/preview: a picture of the board as PNG. */
void page_match_picture(struct request *r);
void page_chapter_picture(struct request *r);
/* people/security_txt.c: answers for /.well-known/security.txt, if the site has one. */
MUST_USE bool security_txt_handle(struct request *r);
/* routes_mail.c */
/* Whether it brings mail without the right to, and has been answered: before its body is read. */
bool route_is_unwanted_mail(struct request *r);
/* How many bytes the body of a request may have, whose head has come (routes.c). */
size_t route_body_limit(struct request *r);
/* match_record.c: GET /api/matches/N/record and /api/collection/N/record. */
void match_record_handle(struct request *r);
void match_record_of_engine(struct request *r);
/* export.c */
void export_stop(struct http *h);

#endif
