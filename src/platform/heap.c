#include "platform/heap.h"

#include <stdlib.h>

void *heap_new(size_t bytes)
{
    return malloc(bytes);
}

void heap_free(void *block)
{
    free(block);
}
