/* loop.h - an event loop on one thread: it runs jobs that other threads post, watches sockets, and
 * runs a guest with an epoll of its own. It knows nothing of HTTP or of hoshi.
 *
 *     any thread: loop_post -> list of jobs \
 *                    sockets that are ready -- epoll --> loop's thread
 *                  the guest has work to do / */
#ifndef HTTP_LOOP_H
#define HTTP_LOOP_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

/* A job that runs once on the loop's thread; a member of the object that it works on. */
struct loop_job {
    void (*run)(struct loop_job *j);
    struct loop_job *next; /* the loop's own */
};

/* A watched socket; a member of the object that reads or writes it. */
struct watch {
    int fd;
    void (*ready)(struct watch *w, uint32_t events); /* EPOLLOUT... (epoll_ctl(2)) */
};

/* A library that has its own epoll and needs another thread to run it. */
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

/* From any thread. A job that is posted must not be posted again before it runs. */
void loop_post(struct loop *l, struct loop_job *j);

/* On the loop's thread: calls w->ready when an event of `events` comes, once for each change
 * (EPOLLET), and first for the present state. False if the system can watch no more. */
MUST_USE bool loop_watch(struct loop *l, struct watch *w, uint32_t events);
/* The same; w->ready is not called any more. */
void loop_unwatch(struct loop *l, struct watch *w);

/* Runs the posted jobs and ends the thread. From then on the caller may use the data that belonged
 * to the thread alone. */
void loop_stop(struct loop *l);
void loop_free(struct loop *l); /* one that does not run; NULL: nothing */

#endif
