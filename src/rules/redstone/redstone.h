/* redstone.h - the state of a Redstone position (rules R1-R7).
 *
 * The board is padded, so that every point has four neighbours: point (x, y) of an n x n board is
 * place (y + 1) * (n + 1) + x + 1, and the places around it (one row below, one above, one column
 * shared by the left and the right edge) are walls. For n = 3, with the places of the points:
 *
 *        16 17 18 19      wall
 *     12 13 14 15         c1 … c3 are 7, 11, 15; 4, 8, 12 and 16 are walls: the left neighbour
 *      8  9 10 11         of a2 (9) is 8, and so is the right neighbour of c1 (7)
 *      4  5  6  7
 *      0  1  2  3         wall
 *
 * One record of eight bytes a place, so that a small board uses a prefix and everything about a
 * place is on one cache line. Fields are open to the game's own files only. */
#ifndef REDSTONE_H
#define REDSTONE_H
#include "rules/game.h"

enum { REDSTONE_PLACES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 1) };

struct redstone_place {
    uint16_t tag;  /* what stands here: see redstone.c */
    uint16_t link; /* a stone: the next one of its group, in a circle; empty: its index in list */
    uint16_t libs; /* at a group's head: its pseudo-liberties */
    uint16_t list; /* at place i: the i-th entry of the list of empty places */
};

struct redstone {
    uint16_t list_n;   /* length of the list of empty places that may still be played on */
    uint16_t count[5]; /* [stone], see redstone.c: black, white and red stones on the board */
    struct redstone_place at[REDSTONE_PLACES_MAX];
};

/* The content of a place: 0 red or a wall, 1 empty, 2 a black stone, 4 a white one. */
static inline int redstone_stone(const struct redstone *s, int place)
{
    return s->at[place].tag & 7;
}

/* The stone of a side, 1 or 2, as above. */
static inline int redstone_stone_of(int side)
{
    return 2 * side;
}

/* A place that all stones of a group agree on, and one of theirs. */
static inline int redstone_head(const struct redstone *s, int place)
{
    return s->at[place].tag >> 3;
}

/* The next stone of the group of a stone: from the last one the first follows. */
static inline int redstone_next(const struct redstone *s, int place)
{
    return s->at[place].link;
}

/* The heads of the groups next to a place, each once; returns their number. stride: the width of
 * the board and one. */
static inline int redstone_heads_around(const struct redstone *s, int place, int stride,
                                        int heads[4])
{
    const int next[4] = {place - stride, place - 1, place + 1, place + stride};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        if (redstone_stone(s, next[i]) <= 1)
            continue;
        int head = redstone_head(s, next[i]);
        bool known = false;
        for (int k = 0; k < n; k++)
            known |= heads[k] == head;
        heads[n] = head;
        n += !known;
    }
    return n;
}

#endif
