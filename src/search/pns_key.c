#include "search/pns_key.h"

enum { HEIGHTS = 16 }; /* stacks of Claims with keys of their own; higher ones are mixed */

static int codes_of(const struct setup *s)
{
    switch (s->game) {
    case GAME_PALISADE:
    case GAME_LEVEE:
        return 1;
    case GAME_REDSTONE:
        return 3;
    default:
        return 4 * HEIGHTS;
    }
}

size_t pns_keys_bytes(const struct setup *s)
{
    return (size_t)(s->width * s->height * codes_of(s) * SYMMETRIES_MAX) * sizeof(uint64_t);
}

void pns_keys_init(struct pns_keys *k, const struct setup *s, uint64_t *memory)
{
    const struct game *g = games[s->game];
    k->setup = *s;
    k->symmetries = s->width == s->height ? g->symmetries : (uint8_t)(g->symmetries & 0x0f);
    k->codes_n = codes_of(s);
    k->of = memory;
    uint64_t *out = memory;
    for (point_t at = 0; at < s->width * s->height; at++)
        for (int code = 0; code < k->codes_n; code++)
            for (int sym = 0; sym < SYMMETRIES_MAX; sym++) {
                bool there = (k->symmetries >> sym & 1) != 0;
                point_t to = there ? symmetry_point(sym, s->width, s->height, at) : at;
                *out++ = rng_mix(rng_mix((uint64_t)to + 1) + (uint64_t)code);
            }
}

static inline void add(uint64_t h[SYMMETRIES_MAX], const struct pns_keys *k, int at, int code)
{
    const uint64_t *of = k->of + (at * k->codes_n + code) * SYMMETRIES_MAX;
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        h[s] ^= of[s];
}

/* L2: where one step leads from the points of row `from`, d = -1, 0, 1 rows below row `at`. */
static uint32_t step(const uint32_t *reach, const uint32_t *stone, int at, int d)
{
    uint32_t from = reach[at + d];
    uint32_t beside = d == 0 ? 0 : stone[at + d]; /* one of the two that close a diagonal step, */
    uint32_t right = from << 1 & ~(beside & stone[at] << 1); /* and the other */
    uint32_t left = from >> 1 & ~(beside & stone[at] >> 1);
    return (from | right | left) & ~stone[at];
}

/* Levee: dead points count as stones. Returns 1 if the number of dead empty ones is odd. */
static unsigned add_levee(uint64_t h[SYMMETRIES_MAX], const struct pns_keys *k,
                          const struct position *p)
{
    int n = p->setup.width;
    const uint32_t *stone = p->u.levee.row; /* [y + 1]: bit x + 1, all else clear */
    uint32_t reach[SIDE_MAX + 2] = {0};
    /* Only the end of a channel lies on the edge: the inner points first. */
    uint32_t board = ((1u << n) - 1) << 1;
    uint32_t inner = board & ~(1u << 1) & ~(1u << n);
    reach[n / 2 + 1] = 1u << (n / 2 + 1);
    for (bool grown = true; grown;) {
        grown = false;
        for (int y = 2; y < n; y++) {
            uint32_t row = step(reach, stone, y, -1) | step(reach, stone, y, 0);
            row = (row | step(reach, stone, y, 1)) & inner;
            grown = grown || row != reach[y];
            reach[y] = row;
        }
    }
    unsigned odd = 0;
    for (int y = 1; y <= n; y++) {
        uint32_t row = step(reach, stone, y, -1) | step(reach, stone, y, 0);
        row = (row | step(reach, stone, y, 1)) & board;
        if (y == 1 || y == n)
            row &= inner; /* L1: corners are nobody's */
        for (int x = 1; x <= n; x++) {
            if (row >> x & 1)
                continue;
            odd ^= (stone[y] >> x & 1) ^ 1;
            add(h, k, (y - 1) * n + x - 1, 0);
        }
    }
    return odd;
}

uint64_t pns_key(const struct pns_keys *k, const struct position *p)
{
    uint64_t h[SYMMETRIES_MAX] = {0};
    unsigned more = 0; /* what no symmetry changes */
    int points_n = p->setup.width * p->setup.height;
    switch (p->setup.game) {
    case GAME_LEVEE:
        more = add_levee(h, k, p);
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            h[s] ^=
                rng_mix((unsigned)(p->side - 1) ^ (games[GAME_LEVEE]->symmetries_swap >> s & 1u));
        break;
    case GAME_PALISADE:
        for (int at = 0; at < points_n; at++)
            if (position_cell(p, (point_t)at).owner != OWNER_NONE)
                add(h, k, at, 0); /* P1 tells the colour */
        more = p->side;
        break;
    case GAME_REDSTONE:
        for (int at = 0; at < points_n; at++) {
            struct cell c = position_cell(p, (point_t)at);
            if (c.owner != OWNER_NONE)
                add(h, k, at, c.owner == OWNER_NEUTRAL ? 2 : c.owner != p->side);
        }
        more = (p->setup.options & OPTION_SWAP) != 0 && p->ply < 2 ? p->ply + 1u : 0;
        break;
    default:
        for (int at = 0; at < points_n; at++) {
            struct cell c = position_cell(p, (point_t)at);
            if (c.owner == OWNER_NONE)
                continue;
            int code = (c.owner != p->side) + ((c.flags & CELL_DOUBLED) != 0 ? 2 : 0);
            add(h, k, at, c.height % HEIGHTS * 4 + code);
            for (int s = 0; c.height >= HEIGHTS && s < SYMMETRIES_MAX; s++)
                h[s] ^= rng_mix(k->of[(at * k->codes_n + code) * SYMMETRIES_MAX + s] + c.height);
        }
        more = p->last == MOVE_PASS; /* C7: of two players, one has passed just now */
        break;
    }
    uint64_t best = UINT64_MAX;
    for (int s = 0; s < SYMMETRIES_MAX; s++)
        if ((k->symmetries >> s & 1) != 0 && h[s] < best)
            best = h[s];
    return rng_mix(best + more) | 1u;
}
