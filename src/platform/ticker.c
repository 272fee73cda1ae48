#include "platform/ticker.h"

#include <time.h>

void ticker_init(struct ticker *t)
{
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&t->stopped, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_mutex_init(&t->mutex, NULL);
    t->stop = false;
}

void ticker_done(struct ticker *t)
{
    (void)pthread_cond_destroy(&t->stopped);
    (void)pthread_mutex_destroy(&t->mutex);
}

bool ticker_wait(struct ticker *t, int ms)
{
    enum { NS_PER_S = 1000 * 1000 * 1000, NS_PER_MS = 1000 * 1000 };
    struct timespec until;
    int rc = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += (long)(ms % 1000) * NS_PER_MS;
    if (until.tv_nsec >= NS_PER_S) {
        until.tv_sec++;
        until.tv_nsec -= NS_PER_S;
    }
    (void)pthread_mutex_lock(&t->mutex);
    while (!t->stop && rc == 0)
        rc = pthread_cond_timedwait(&t->stopped, &t->mutex, &until);
    bool go_on = !t->stop;
    (void)pthread_mutex_unlock(&t->mutex);
    return go_on;
}

void ticker_stop(struct ticker *t)
{
    (void)pthread_mutex_lock(&t->mutex);
    t->stop = true;
    (void)pthread_cond_broadcast(&t->stopped);
    (void)pthread_mutex_unlock(&t->mutex);
}
