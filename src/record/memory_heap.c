/* memory_heap.c - memory_heap (memory.h): malloc and free, for native programs only. */
#include "record/memory.h"

#include <stdlib.h>

static void *heap_take(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void heap_give(void *context, void *block)
{
    (void)context;
    free(block);
}

const struct memory memory_heap = {.take = heap_take, .give = heap_give};
