/* latch.h - one thread waits until another has done something, once. Not for WebAssembly. */
#ifndef LATCH_H
#define LATCH_H
#include <pthread.h>
#include <stdbool.h>

struct latch {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    bool open;
};

void latch_init(struct latch *l);
/* Called once, from any thread; the latch may be gone when it returns. */
void latch_open(struct latch *l);
/* Waits until the latch is open, and gives back what it holds. */
void latch_wait(struct latch *l);

#endif
