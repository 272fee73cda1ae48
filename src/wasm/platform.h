/* platform.h - the clock of a machine without one. */
#ifndef WASM_PLATFORM_H
#define WASM_PLATFORM_H
#include <stdbool.h>

/* By default the clock stands still. With `on` each reading advances it by a millisecond: the time
 * limits of a search are then limits on the number of readings (engine.c). */
void platform_tick(bool on);

#endif
