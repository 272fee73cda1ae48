/* engine_queue.h - the matches that wait for the engine, as the engine's process last reported
 * them, so that the page can show the length of the queue. A report expires if it is not repeated.
 * Safe to call from any thread. */
#ifndef ENGINE_QUEUE_H
#define ENGINE_QUEUE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

struct engine_queue; /* opaque */

enum { ENGINE_QUEUE_MAX = 500 };

struct engine_waits {
    int64_t match;
    int ahead;    /* players whose turn is before */
    bool hurried; /* so many wait that each is given less time than the level has */
};

MUST_USE struct engine_queue *engine_queue_new(void); /* NULL when memory is short */
void engine_queue_free(struct engine_queue *q);

/* All that wait, at most ENGINE_QUEUE_MAX; now_ms: steady. */
void engine_queue_put(struct engine_queue *q, const struct engine_waits *list, int n,
                      int64_t now_ms);
/* False: the match does not wait. */
MUST_USE bool engine_queue_find(struct engine_queue *q, int64_t match, int64_t now_ms,
                                struct engine_waits *out);

struct service;
struct engine_queue *engine_queue_of(struct service *s);

#endif
