/* ticker.h - the pace of a thread that looks for work repeatedly until it is stopped. Not for
 * WebAssembly. */
#ifndef TICKER_H
#define TICKER_H
#include "base/macros.h"
#include <pthread.h>
#include <stdbool.h>

struct ticker {
    pthread_mutex_t mutex;
    pthread_cond_t stopped;
    bool stop;
};

void ticker_init(struct ticker *t);
void ticker_done(struct ticker *t);
/* Waits so long; false as soon as it is time to stop. */
MUST_USE bool ticker_wait(struct ticker *t, int ms);
/* From any thread: every wait ends. */
void ticker_stop(struct ticker *t);

#endif
