/* clock.h - time for search and server. WebAssembly links a stub that stands still. */
#ifndef CLOCK_H
#define CLOCK_H
#include <stdint.h>

/* Monotonic milliseconds / microseconds from an arbitrary start. */
int64_t clock_ms(void);
int64_t clock_us(void);

/* Microseconds of CPU time of the calling thread, and of the whole process. */
int64_t clock_thread_cpu_us(void);
int64_t clock_process_cpu_us(void);

/* Milliseconds since 1970 (UTC). */
int64_t clock_unix_ms(void);

#endif
