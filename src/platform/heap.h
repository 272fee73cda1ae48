/* heap.h - the one place where the search takes memory from the system: one block per engine.
 * WebAssembly links its own. */
#ifndef HEAP_H
#define HEAP_H
#include "base/macros.h"
#include <stddef.h>

/* A block of that many bytes, aligned for any type, contents undefined; NULL when there is none.
 * Pages that are never touched cost nothing on systems that commit lazily. */
MUST_USE void *heap_new(size_t bytes);
/* The same, all zero: fresh pages of the system are zero already, and are not touched here. */
MUST_USE void *heap_new_zeroed(size_t bytes);
void heap_free(void *block); /* NULL is fine */

#endif
