/* loop.h - the thread of the HTTP server: it runs libmicrohttpd, what other threads post to it,
 * and sockets that it was asked to look at.
 *
 *     any thread: loop_post -> list of tasks \
 *                    sockets that are ready  -- epoll --> loop's thread
 *              libmicrohttpd has work to do  / */
#ifndef HTTP_LOOP_H
#define HTTP_LOOP_H
#include "base/macros.h"
#include <microhttpd.h>
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

struct loop;

/* For the daemon, which has been started with MHD_USE_EPOLL and no thread of its own and stays the
 * caller's. NULL if the system gives no memory or no descriptors. */
MUST_USE struct loop *loop_new(struct MHD_Daemon *daemon);
/* Begins to run it: from then on there are requests, which know the loop. Every second `tick` is
 * called on its thread. False if there is no thread. */
MUST_USE bool loop_start(struct loop *l, void (*tick)(void *context), void *context);

/* From any thread. A task that is posted must not be posted again before it runs. */
void loop_post(struct loop *l, struct task *t);

/* On the loop's thread: calls w->ready when an event of `events` comes, once for each change
 * (EPOLLET), the first time for what is so already. False when the system takes no more. */
MUST_USE bool loop_watch(struct loop *l, struct watch *w, uint32_t events);
/* The same; w->ready is not called any more. */
void loop_unwatch(struct loop *l, struct watch *w);

/* Runs what has been posted and ends the thread. What is the thread's alone is the caller's from
 * then on. */
void loop_stop(struct loop *l);
void loop_free(struct loop *l); /* one that does not run; NULL: nothing */

#endif
