/* view_redstone.c - the data that its board shows besides the stones: groups and their
 * liberties. */
#include "base/err.h"
#include "rules/position.h"
#include "rules/redstone/redstone.h"
#include "wasm/api.h"
#include "wasm/slot.h"

enum { EMPTY = 1, FIELDS_N = 2 };

/* The place of a point in the padded board (redstone.h). */
static int place_of(int at, int width)
{
    return (at / width + 1) * (width + 1) + at % width + 1;
}

/* R1: the empty points next to the group of the stone at a place. */
static int liberties(const struct redstone *s, int first, int stride)
{
    static uint16_t seen[REDSTONE_PLACES_MAX]; /* for which count a place was last counted */
    static uint16_t count;
    if (++count == 0) { /* marks of 65,536 counts ago would look new */
        for (int i = 0; i < REDSTONE_PLACES_MAX; i++)
            seen[i] = 0;
        count = 1;
    }
    int n = 0, v = first;
    do {
        const int next[4] = {v - stride, v - 1, v + 1, v + stride};
        for (int i = 0; i < 4; i++) {
            if (redstone_stone(s, next[i]) != EMPTY || seen[next[i]] == count)
                continue;
            seen[next[i]] = count;
            n++;
        }
        v = redstone_next(s, v);
    } while (v != first);
    return n;
}

int EXPORT(hoshi_groups)(int slot)
{
    static uint16_t number[REDSTONE_PLACES_MAX]; /* [head], in this call */
    static int32_t libs[POINTS_MAX + 1];         /* [number] */
    const struct position *p = api_slot(slot);
    if (p == NULL || p->setup.game != GAME_REDSTONE)
        return ERR_RANGE;
    const struct redstone *s = &p->u.redstone;
    int width = p->setup.width, groups = 0;
    int32_t *out = api_numbers();
    for (int v = 0; v < REDSTONE_PLACES_MAX; v++)
        number[v] = 0;
    for (int at = 0; at < width * width; at++) {
        int v = place_of(at, width), group = 0;
        if (redstone_stone(s, v) > EMPTY) {
            int head = redstone_head(s, v);
            if (number[head] == 0) {
                number[head] = (uint16_t)++groups;
                libs[groups] = liberties(s, v, width + 1);
            }
            group = number[head];
        }
        out[FIELDS_N * at] = group;
        out[FIELDS_N * at + 1] = group == 0 ? 0 : libs[group];
    }
    return width * width;
}
