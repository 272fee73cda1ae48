#include "platform/latch.h"

void latch_init(struct latch *l)
{
    (void)pthread_mutex_init(&l->mutex, NULL);
    (void)pthread_cond_init(&l->opened, NULL);
    l->open = false;
}

void latch_open(struct latch *l)
{
    (void)pthread_mutex_lock(&l->mutex);
    l->open = true;
    (void)pthread_cond_signal(&l->opened);
    (void)pthread_mutex_unlock(&l->mutex);
}

void latch_wait(struct latch *l)
{
    (void)pthread_mutex_lock(&l->mutex);
    while (!l->open)
        (void)pthread_cond_wait(&l->opened, &l->mutex);
    (void)pthread_mutex_unlock(&l->mutex);
    (void)pthread_cond_destroy(&l->opened);
    (void)pthread_mutex_destroy(&l->mutex);
}
