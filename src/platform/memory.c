#include "platform/memory.h"

#include <stdlib.h>

void *memory_new(size_t bytes)
{
    return malloc(bytes);
}

void memory_free(void *block)
{
    free(block);
}
