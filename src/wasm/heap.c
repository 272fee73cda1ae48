/* heap.c - the search's memory in the modules of the page (platform/heap.h). */
#include "platform/heap.h"

#include <stdint.h>

enum { PAGE_BYTES = 65536, ALIGNMENT = 64 };

extern unsigned char __heap_base; /* from the linker: where static data ends */
static uintptr_t heap_top;

/* Blocks lie one above the other; the engine asks for one at a time. */
void *heap_new(size_t bytes)
{
    if (heap_top == 0)
        heap_top = (uintptr_t)&__heap_base;
    uintptr_t start = (heap_top + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    uintptr_t end = start + bytes;
    if (end < start)
        return NULL;
    uintptr_t have = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE_BYTES;
    if (end > have) {
        uintptr_t pages = (end - have + PAGE_BYTES - 1) / PAGE_BYTES;
        if (__builtin_wasm_memory_grow(0, pages) == (uintptr_t)-1)
            return NULL;
    }
    heap_top = end;
    return (void *)start;
}

void *heap_new_zeroed(size_t bytes)
{
    void *block = heap_new(bytes);
    if (block != NULL) /* it may have been given back before */
        __builtin_memset(block, 0, bytes);
    return block;
}

/* Whatever was taken after the block is given back with it. */
void heap_free(void *block)
{
    if (block != NULL)
        heap_top = (uintptr_t)block;
}
