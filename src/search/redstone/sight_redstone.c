/* sight_redstone.c - the sight of the proof search in Redstone.
 *
 * No position repeats: red stones never leave (R1), and between two of them each ply adds a stone.
 * At most n x n red stones with fewer than n x n plies before each, and one swap.
 *
 * The key tells stones as mine and yours from the mover's side, since the rules are the same for
 * both; while a swap may come (R7), also the ply.
 *
 * Lemma 1, walls and shape. Red stones never leave (R1). Rules R1-R5 speak of neighbours among the
 * other points and of nothing else; so what counts is the graph of those, and parts of it that red
 * stones and edges keep apart may each be turned, mirrored and moved without changing the game. The
 * key is the sum of the parts' keys, each the least over its own eight symmetries, from its own
 * corner.
 *
 * Lemma 2, dead points. An empty point with nothing but red stones and edges next to it will never
 * be played: an own stone would be bounded there (R2), and a red stone bounds no group, as it takes
 * no group's liberty (R3). It is no group's liberty either. So it is left out of the key: it counts
 * as red.
 *
 * Lemma 3, capturing all. If the stones of one colour have one liberty together, a red stone there
 * leaves none of them, and the mover wins if the colour is the opponent's (R4, R5; a red stone is
 * legal wherever it bounds a group, R3). So the player to move against such stones wins at once,
 * and a move that leaves the mover's own stones so has lost: a threat of this kind must be
 * answered, and never allowed. */
#include "search/redstone/redstone_search.h"

enum code { CODE_EMPTY, CODE_MINE, CODE_YOURS, CODE_WALL };

/* The board with a wall around it, width + 2 points a row. */
struct view {
    int width, stride;
    uint8_t code[(SIDE_MAX + 2) * (SIDE_MAX + 2)];
    uint16_t part[POINTS_MAX]; /* points of the part in hand */
};

static void view_init(struct view *b, const struct position *p)
{
    b->width = p->setup.width;
    b->stride = b->width + 2;
    __builtin_memset(b->code, CODE_WALL, (size_t)b->stride * (size_t)b->stride);
    point_t at = 0;
    for (int y = 1; y <= b->width; y++)
        for (int x = 1; x <= b->width; x++, at++) {
            int owner = position_cell(p, at).owner;
            b->code[y * b->stride + x] = owner == OWNER_NONE      ? CODE_EMPTY
                                         : owner == OWNER_NEUTRAL ? CODE_WALL
                                         : owner == p->side       ? CODE_MINE
                                                                  : CODE_YOURS;
        }
}

/* Whether the stones of a code have exactly one liberty together. */
static bool has_one_liberty(const struct view *b, uint8_t code)
{
    int n = 0;
    for (int v = b->stride; v < b->stride * (b->stride - 1) && n < 2; v++)
        n += b->code[v] == CODE_EMPTY &&
             (b->code[v - 1] == code || b->code[v + 1] == code || b->code[v - b->stride] == code ||
              b->code[v + b->stride] == code);
    return n == 1;
}

/* Collects the part of v; seen[] marks points that are in one. */
static int part_of(struct view *b, uint8_t *seen, int v)
{
    const int steps[4] = {1, -1, b->stride, -b->stride};
    int n = 0;
    seen[v] = 1;
    b->part[n++] = (uint16_t)v;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) {
            int u = b->part[i] + steps[d];
            if (b->code[u] != CODE_WALL && seen[u] == 0) {
                seen[u] = 1;
                b->part[n++] = (uint16_t)u;
            }
        }
    return n;
}

/* The key of the n points of b->part. */
static uint64_t part_key(const struct view *b, const struct pns_keys *k, int n)
{
    int left = SIDE_MAX + 2;
    int right = 0;
    int low = SIDE_MAX + 2;
    int high = 0;
    for (int i = 0; i < n; i++) {
        int x = b->part[i] % b->stride;
        int y = b->part[i] / b->stride;
        left = x < left ? x : left;
        right = x > right ? x : right;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    uint64_t h[SYMMETRIES_MAX] = {0};
    for (int i = 0; i < n; i++) {
        int x[2] = {b->part[i] % b->stride - left, right - b->part[i] % b->stride};
        int y[2] = {b->part[i] / b->stride - low, high - b->part[i] / b->stride};
        int code = b->code[b->part[i]];
        for (int s = 0; s < 4; s++) {
            int across = x[s & 1];
            int up = y[s >> 1];
            h[s] ^= pns_key_of(k, up * b->width + across, code)[0];
            h[s + 4] ^= pns_key_of(k, across * b->width + up, code)[0];
        }
    }
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        least = h[s] < least ? h[s] : least;
    return rng_mix(least);
}

void sight_redstone(const struct pns_keys *k, const struct position *p, struct pns_sight *out)
{
    struct view b;
    uint8_t seen[sizeof b.code];
    move_t legal[MOVES_MAX];
    view_init(&b, p);
    __builtin_memset(seen, 0, (size_t)b.stride * (size_t)b.stride);
    uint64_t sum = 0;
    for (int v = b.stride; v < b.stride * (b.stride - 1); v++) {
        if (b.code[v] == CODE_WALL || seen[v] != 0)
            continue;
        int n = part_of(&b, seen, v);
        if (n > 1) /* 2 */
            sum += part_key(&b, k, n);
    }
    unsigned start = (p->setup.options & OPTION_SWAP) != 0 && p->ply < 2 ? p->ply + 1u : 0;
    out->key = rng_mix(sum + start) | 1u;
    out->high = 1;
    out->low = has_one_liberty(&b, CODE_YOURS) ? 1 : -1; /* 3 */
    out->proof = 1;
    out->disproof = (uint32_t)position_legal(p, legal);
}
