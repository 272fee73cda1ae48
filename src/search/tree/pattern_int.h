/* pattern_int.h - what the games' patterns share (pattern.h); for the pattern*.c files only. */
#ifndef PATTERN_INT_H
#define PATTERN_INT_H
#include "search/tree/pattern.h"

static inline int pattern_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int pattern_distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* Two numbers from 0, whichever comes first, as one: 0 for 0 and 0, 1 for 0 and 1, 2 for 1 and 1,
 * 3 for 0 and 2, … */
static inline int pattern_either(int a, int b)
{
    return a < b ? a + b * (b + 1) / 2 : b + a * (a + 1) / 2;
}

/* Where (x, y) lies from the last placement: 0 … 9, or 10 if that is more than 3 columns or rows
 * away. */
enum { PATTERN_LASTS = 11 };
static inline int pattern_last(const struct pattern_view *v, int x, int y)
{
    int dx = pattern_distance(x, v->last_x);
    int dy = pattern_distance(y, v->last_y);
    return dx <= 3 && dy <= 3 ? pattern_either(dx, dy) : PATTERN_LASTS - 1;
}

/* The same of the nearest edges of a board with n lines, at most `cap`. */
static inline int pattern_edge(int n, int x, int y, int cap)
{
    int across = pattern_least(x, n - 1 - x);
    int up = pattern_least(y, n - 1 - y);
    return pattern_either(pattern_least(across, cap), pattern_least(up, cap));
}

#endif
