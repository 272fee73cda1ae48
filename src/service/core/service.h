/* service.h - the handle of the server's logic: what every part of it and every face (HTTP, mail)
 * may ask. It knows no feature, no HTTP and no SQL.
 *
 *     order.h       what a face wants done: orders, and the queue of the one thread that writes
 *     reader.h      what is committed, for threads that never wait for the writer
 *     hub.h         live events
 *     run/open.h    opening and closing
 *
 * Features have folders of their own. They register in run/features.h. */
#ifndef SERVICE_H
#define SERVICE_H
#include "base/macros.h"
#include "store/core/store.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct service; /* opaque */
struct arrivals;
struct hub;    /* hub.h */
struct order;  /* order.h */
struct reader; /* reader.h */
struct work;   /* batch.h */

enum { SERVICE_LIST_MAX = 100 };

/* Where the service takes its time from: UTC in ms, which may jump, and ms that never do. */
struct service_time {
    void (*read)(void *context, int64_t *unix_ms, int64_t *steady_ms); /* both of one moment */
    void *context;
};

/* The operator's description of this server. */
struct service_site {
    bool mails;         /* mails in the outbox are sent */
    int64_t keep_free;  /* bytes: while fewer are free on the disk, guests write no texts */
    bool no_limits;     /* nothing is counted (quota.h), for tests */
    bool exhibitions;   /* the engine plays itself when no players have a match (exhibition.h) */
    bool collection;    /* the explorer counts the program's own games (collection.h) */
    char url[200];      /* "https://hoshi.example", for links in mails; "" unknown */
    char push_key[100]; /* base64url of the public key for web push; "": no web push */
};

/* ms since 1970. A shared store has one time for all its processes: the first one sets it, the
 * others take it over (site_time.h). It advances steadily even if the clocks of machines are
 * changed. */
int64_t service_now(const struct service *s);
/* ms that only grow, for order.from_ms. A player's clock runs until their order arrives, however
 * long it then waits inside the server. Safe to call from any thread. */
int64_t service_steady(const struct service *s);

struct hub *service_hub(struct service *s);
/* Counts since the service was opened. Safe to call from any thread. */
struct service_stats {
    uint64_t orders, moves, commits, commit_us, failures, peer_events;
    uint64_t mails_dropped, mails_unanswered; /* that proved nothing, beyond the limits (quota.h) */
    uint64_t proofs_wrong;                    /* reply addresses that this server has not made */
    int64_t waiting;                          /* orders */
    int64_t turned_ms;                        /* clock_ms() when the writer was last seen alive */
    int64_t held_ms; /* on clock_ms(), since when committed events wait to be published; 0: none */
    bool refused;    /* the store did not take the last transaction */
};
void service_stats(struct service *s, struct service_stats *out);
/* Counts a mail that was dropped, or else not answered. */
void service_note_mail(struct service *s, bool dropped);
/* Counts a reply address that this server has not made. */
void service_note_proof(struct service *s);

struct arrivals *service_arrivals(struct service *s); /* arrivals.h */
/* Whether other processes may serve the same store. */
bool service_is_shared(const struct service *s);
const struct service_site *service_site(const struct service *s);
/* The engine's player. */
int64_t service_engine(const struct service *s);

enum { SERVICE_SECRET_BYTES = 44 }; /* 256 bits in URL-safe base64, with NUL */
/* A new secret and the hash under which it is stored. */
void service_secret(char secret[SERVICE_SECRET_BYTES], char hash[STORE_HASH_BYTES]);
void service_hash(const char *secret, char hash[STORE_HASH_BYTES]);

#endif
