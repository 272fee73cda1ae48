#include "http/wire/loop.h"

#include "platform/clock.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { EVENTS = 256, TICK_MS = 1000 };

struct loop {
    struct loop_guest guest;
    pthread_t thread;
    int poller;          /* epoll: those below and what is watched */
    struct watch inside; /* the guest's own epoll */
    struct watch wakeup; /* eventfd: the list is no longer empty */
    _Atomic(struct loop_job *) list;
    struct loop_job stop;
    void (*tick)(void *context);
    void *context;
    int64_t ticked_ms;
    bool stopping; /* the thread's own */
};

void loop_post(struct loop *l, struct loop_job *j)
{
    struct loop_job *first = atomic_load(&l->list);
    do
        j->next = first;
    while (!atomic_compare_exchange_weak(&l->list, &first, j));
    /* It would fail only when it has been rung 2^64 times. */
    if (first == NULL)
        (void)eventfd_write(l->wakeup.fd, 1);
}

bool loop_watch(struct loop *l, struct watch *w, uint32_t events)
{
    struct epoll_event e = {.events = events | EPOLLET, .data.ptr = w};
    return epoll_ctl(l->poller, EPOLL_CTL_ADD, w->fd, &e) == 0;
}

void loop_unwatch(struct loop *l, struct watch *w)
{
    (void)epoll_ctl(l->poller, EPOLL_CTL_DEL, w->fd, NULL);
}

/* The jobs in the order in which they were posted. */
static void run_jobs(struct loop *l)
{
    struct loop_job *next;
    struct loop_job *list = NULL;
    for (struct loop_job *j = atomic_exchange(&l->list, NULL); j != NULL; j = next) {
        next = j->next;
        j->next = list;
        list = j;
    }
    for (struct loop_job *j = list; j != NULL; j = next) {
        next = j->next; /* it may be posted again, or freed */
        j->run(j);
    }
}

/* The guest is run each time: it costs little when it has nothing to do. */
static void inside_ready(struct watch *w, uint32_t events)
{
    (void)w;
    (void)events;
}

static void woken(struct watch *w, uint32_t events)
{
    eventfd_t rung;
    (void)events;
    (void)eventfd_read(w->fd, &rung);
}

static int timeout_ms(const struct loop *l)
{
    int ms = l->guest.timeout_ms(l->guest.context);
    return ms >= 0 && ms < TICK_MS ? ms : TICK_MS;
}

static void *thread_main(void *arg)
{
    struct loop *l = arg;
    struct epoll_event events[EVENTS];
    while (!l->stopping) {
        int n = epoll_wait(l->poller, events, EVENTS, timeout_ms(l));
        for (int i = 0; i < n; i++) {
            struct watch *w = events[i].data.ptr;
            w->ready(w, events[i].events);
        }
        run_jobs(l);
        l->guest.run(l->guest.context);
        if (clock_ms() - l->ticked_ms >= TICK_MS) {
            l->ticked_ms = clock_ms();
            l->tick(l->context);
        }
    }
    return NULL;
}

static void stop(struct loop_job *j)
{
    CONTAINER_OF(j, struct loop, stop)->stopping = true;
}

void loop_free(struct loop *l)
{
    if (l == NULL)
        return;
    if (l->poller >= 0)
        (void)close(l->poller);
    if (l->wakeup.fd >= 0)
        (void)close(l->wakeup.fd);
    free(l);
}

struct loop *loop_new(const struct loop_guest *guest)
{
    struct loop *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->guest = *guest;
    l->stop.run = stop;
    l->poller = epoll_create1(EPOLL_CLOEXEC);
    l->wakeup = (struct watch){eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), woken};
    l->inside = (struct watch){guest->epoll_fd, inside_ready};
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &l->inside};
    if (l->poller >= 0 && l->wakeup.fd >= 0 && loop_watch(l, &l->wakeup, EPOLLIN) &&
        epoll_ctl(l->poller, EPOLL_CTL_ADD, l->inside.fd, &e) == 0)
        return l;
    loop_free(l);
    return NULL;
}

bool loop_start(struct loop *l, void (*tick)(void *context), void *context)
{
    l->tick = tick;
    l->context = context;
    l->ticked_ms = clock_ms();
    return pthread_create(&l->thread, NULL, thread_main, l) == 0;
}

void loop_stop(struct loop *l)
{
    loop_post(l, &l->stop);
    (void)pthread_join(l->thread, NULL);
}
