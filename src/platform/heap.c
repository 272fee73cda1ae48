#include "platform/heap.h"

#include <stdlib.h>

void *heap_new(size_t bytes)
{
    return malloc(bytes);
}

void *heap_new_zeroed(size_t bytes)
{
    return calloc(1, bytes);
}

void heap_free(void *block)
{
    free(block);
}
