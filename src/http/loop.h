/* loop.h - an event loop on one thread: what other threads post to it, sockets that it watches, and
 * a guest with an epoll of its own. It knows nothing of HTTP or of hoshi.
 *
 *     any thread: loop_post -> list of tasks \
 *                    sockets that are ready  -- epoll --> loop's thread
 *                     the guest has work to do  / */
#ifndef HTTP_LOOP_H
#define HTTP_LOOP_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

/* Something to be done once on the loop's thread; a part of what it is done to. */
struct task {
    void (*run)(struct task *t);
    struct task *next; /* the loop's own */
};

/* A socket; a part of what reads or writes it. */
struct watch {
    int fd;
    void (*ready)(struct watch *w, uint32_t events); /* EPOLLOUT... (epoll_ctl(2)) */
};

/* A library that has its own epoll and wants to be run by somebody else's thread. */
struct loop_guest {
    int epoll_fd;
    void (*run)(void *context);       /* once a round: does what there is to do, and never waits */
    int (*timeout_ms)(void *context); /* until it must be run again; negative: whenever */
    void *context;
};

struct loop;

/* NULL if the system gives no memory or no descriptors. The guest stays the caller's. */
MUST_USE struct loop *loop_new(const struct loop_guest *guest);
/* Starts the thread. It calls `tick` every second. False if there is no thread. */
MUST_USE bool loop_start(struct loop *l, void (*tick)(void *context), void *context);

/* From any thread. A task that is posted must not be posted again before it runs. */
void loop_post(struct loop *l, struct task *t);

/* On the loop's thread: calls w->ready when an event of `events` comes, once for each change
 * (EPOLLET), the first time for what is so already. False when the system takes no more. */
MUST_USE bool loop_watch(struct loop *l, struct watch *w, uint32_t events);
/* The same; w->ready is not called any more. */
void loop_unwatch(struct loop *l, struct watch *w);

/* Runs what has been posted and ends the thread. What belonged to the thread alone is the caller's
 * from then on. */
void loop_stop(struct loop *l);
void loop_free(struct loop *l); /* one that does not run; NULL: nothing */

#endif
