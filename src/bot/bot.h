/* bot.h - a client of the public API (docs/API.md) that plays with the engine.
 *
 * It knows the server only by its API, so it may run anywhere:
 *
 *     listener thread: GET /api/events?topics=me --turn, offer--> jobs --> thinkers:
 *                      reconnects with back-off                           read the match, think,
 *                                                                         send the move
 *
 * After each (re)connection all its running matches are read again, so nothing waits for ever. */
#ifndef BOT_H
#define BOT_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

struct bot; /* opaque */
struct net; /* net/net.h */

struct bot_options {
    const char *server; /* "http://127.0.0.1:8080", without a slash at the end */
    const char *token;
    int threads;           /* matches thought about at the same time, besides quick ones */
    uint64_t memory_bytes; /* of each engine; 0: 128 MiB */
    bool no_net;           /* as in search/engine.h */
    const struct net *net; /* borrowed until bot_stop */
};

/* Starts the threads; options are copied. NULL when the system refuses. */
MUST_USE struct bot *bot_start(const struct bot_options *o);

/* The server has refused the token: there is no point in going on. */
int bot_refused(const struct bot *b);

/* Stops thinking and joins the threads. */
void bot_stop(struct bot *b);

#endif
