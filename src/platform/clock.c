#include "platform/clock.h"

#include <time.h>

static int64_t read_us(clockid_t id)
{
    struct timespec t;
    if (clock_gettime(id, &t) != 0)
        return 0;
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t clock_ms(void)
{
    return clock_us() / 1000;
}

int64_t clock_thread_cpu_us(void)
{
    return read_us(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_process_cpu_us(void)
{
    return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_unix_ms(void)
{
    return read_us(CLOCK_REALTIME) / 1000;
}
