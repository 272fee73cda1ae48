/* stdlib.h - the part of it that wasm/lib_heap.c has. */
#ifndef STDLIB_H
#define STDLIB_H
#include <stdbool.h>
#include <stddef.h>

void *malloc(size_t n);
void *calloc(size_t n, size_t each);
void free(void *p);

#endif
