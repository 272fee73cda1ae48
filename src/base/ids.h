/* ids.h - short lists of numbers, such as those of players and matches. */
#ifndef IDS_H
#define IDS_H
#include <stdbool.h>
#include <stdint.h>

static inline bool ids_have(const int64_t *ids, int n, int64_t id)
{
    for (int i = 0; i < n; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* The order of numbers, for qsort. */
static inline int ids_compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

#endif
