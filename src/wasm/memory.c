/* memory.c - the few libc functions that a compiler may call.
 *
 * Compiled with -fno-builtin, or the loops below would be turned into calls to themselves. */
#include <stddef.h>
#include <string.h>

void *memset(void *to, int value, size_t n)
{
    unsigned char *p = to;
    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)value;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    for (size_t i = 0; i < n; i++)
        p[i] = q[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    if (p < q)
        return memcpy(to, from, n);
    while (n-- > 0)
        p[n] = q[n];
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}
