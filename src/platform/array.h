/* array.h - arrays that grow: items, their number n, and for how many there is room (cap). At first
 * all are 0; the items are given back with free. */
#ifndef ARRAY_H
#define ARRAY_H
#include "platform/must.h"
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Makes room for one more than n items. False when memory is short: then nothing has changed.
 * `items` is the address of the pointer. */
MUST_USE static inline bool array_room(void *items, int n, int *cap, size_t item_bytes)
{
    enum { FIRST = 64 };
    void *block;
    if (n < *cap)
        return true;
    size_t more = 2 * (size_t)*cap + FIRST;
    if (more > INT_MAX || more > PTRDIFF_MAX / item_bytes)
        return false;
    memcpy(&block, items, sizeof block);
    block = realloc(block, more * item_bytes);
    if (block == NULL)
        return false;
    memcpy(items, &block, sizeof block);
    *cap = (int)more;
    return true;
}

/* ARRAY_ROOM(list, n, &cap) for `struct thing *list`. */
#define ARRAY_ROOM(items, n, cap) array_room(&(items), (n), (cap), sizeof *(items))

/* The same for memory that a server cannot do without (must.h). */
#define ARRAY_MUST(items, n, cap)                                                                  \
    do {                                                                                           \
        if (!ARRAY_ROOM(items, n, cap))                                                            \
            abort();                                                                               \
    } while (0)

#endif
