/* times.h - lengths of time in milliseconds. */
#ifndef TIMES_H
#define TIMES_H
#include <stdint.h>

#define SECOND_MS INT64_C(1000)
#define MINUTE_MS (60 * SECOND_MS)
#define HOUR_MS   (60 * MINUTE_MS)
#define DAY_MS    (24 * HOUR_MS)

#endif
