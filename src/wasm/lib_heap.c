/* lib_heap.c - the heap of hoshi-lib.wasm: malloc and free (include/stdlib.h), and the search's
 * blocks (platform/heap.h) upon them.
 *
 * Free blocks lie in a list by address; neighbours become one, so that what is given back in any
 * order can be used again. Each block has a head of LINE bytes, and so all are aligned to LINE. */
#include "platform/heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 65536, LINE = 64 };

struct block {
    size_t bytes; /* with the head */
    struct block *next;
};

extern unsigned char __heap_base; /* from the linker: where static data ends */
static struct block *free_blocks;
static uintptr_t top; /* end of what has been taken from the system */

static uintptr_t end_of(const struct block *b)
{
    return (uintptr_t)b + b->bytes;
}

/* Puts a block into the list, joined with its neighbours. */
static void give(struct block *b)
{
    struct block **at = &free_blocks;
    struct block *before = NULL;
    while (*at != NULL && *at < b) {
        before = *at;
        at = &(*at)->next;
    }
    b->next = *at;
    *at = b;
    if (b->next != NULL && end_of(b) == (uintptr_t)b->next) {
        b->bytes += b->next->bytes;
        b->next = b->next->next;
    }
    if (before != NULL && end_of(before) == (uintptr_t)b) {
        before->bytes += b->bytes;
        before->next = b->next;
    }
}

/* Takes more memory from the system: at least so many bytes. */
static bool grow(size_t bytes)
{
    if (top == 0) {
        top = ((uintptr_t)&__heap_base + LINE - 1) & ~(uintptr_t)(LINE - 1);
        uintptr_t have = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE_BYTES;
        if (have >= top + LINE) {
            struct block *first = (struct block *)top;
            first->bytes = have - top;
            top = have;
            give(first);
            if (first->bytes >= bytes)
                return true;
        }
    }
    if (bytes > SIZE_MAX - PAGE_BYTES)
        return false;
    size_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    uintptr_t was = __builtin_wasm_memory_grow(0, pages);
    if (was == (uintptr_t)-1)
        return false;
    struct block *b = (struct block *)(was * PAGE_BYTES);
    b->bytes = pages * PAGE_BYTES;
    give(b);
    return true;
}

static struct block **first_fit(size_t bytes)
{
    struct block **at = &free_blocks;
    while (*at != NULL && (*at)->bytes < bytes)
        at = &(*at)->next;
    return *at != NULL ? at : NULL;
}

void *malloc(size_t n)
{
    if (n > SIZE_MAX - 2 * LINE)
        return NULL;
    size_t bytes = (n + 2 * LINE - 1) & ~(size_t)(LINE - 1);
    struct block **at = first_fit(bytes);
    if (at == NULL && grow(bytes))
        at = first_fit(bytes);
    if (at == NULL)
        return NULL;
    struct block *b = *at;
    if (b->bytes > bytes) {
        struct block *rest = (struct block *)((uintptr_t)b + bytes);
        rest->bytes = b->bytes - bytes;
        rest->next = b->next;
        *at = rest;
        b->bytes = bytes;
    } else {
        *at = b->next;
    }
    return (unsigned char *)b + LINE;
}

void free(void *p)
{
    if (p != NULL)
        give((struct block *)((unsigned char *)p - LINE));
}

void *calloc(size_t n, size_t each)
{
    if (each != 0 && n > SIZE_MAX / each)
        return NULL;
    void *p = malloc(n * each);
    if (p != NULL)
        memset(p, 0, n * each);
    return p;
}

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
