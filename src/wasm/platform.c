/* platform.c - a clock that stands still or counts looks, and a machine that starts no threads
 * (platform/...h). */
#include "wasm/platform.h"

#include "platform/clock.h"
#include "platform/thread.h"
#include <stddef.h>

static bool ticks;
static int64_t looks_n;

void platform_tick(bool on)
{
    ticks = on;
}

int64_t clock_ms(void)
{
    return ticks ? ++looks_n : 0;
}

int64_t clock_us(void)
{
    return 0;
}

int64_t clock_thread_cpu_us(void)
{
    return 0;
}

int64_t clock_process_cpu_us(void)
{
    return 0;
}

int64_t clock_unix_ms(void)
{
    return 0;
}

struct thread *thread_new(void (*run)(void *arg), void *arg)
{
    (void)run;
    (void)arg;
    return NULL;
}

void thread_join(struct thread *t)
{
    (void)t;
}

void thread_yield(void)
{
}

struct lock {
    char unused;
};

/* Where there is one thread, one lock that holds nothing up will do for all. */
struct lock *lock_new(void)
{
    static struct lock only;
    return &only;
}

void lock_free(struct lock *l)
{
    (void)l;
}

void lock_take(struct lock *l)
{
    (void)l;
}

void lock_give(struct lock *l)
{
    (void)l;
}

int thread_cpus(void)
{
    return 1;
}
