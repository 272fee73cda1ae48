/* platform.h - the clock of a machine without one. */
#ifndef WASM_PLATFORM_H
#define WASM_PLATFORM_H
#include <stdbool.h>

/* The clock stands still, unless it is told to go on by a millisecond each time somebody looks: the
 * limits in time of a search are then limits in looks at the clock (engine.c). */
void platform_tick(bool on);

#endif
